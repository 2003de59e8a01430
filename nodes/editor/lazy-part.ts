import { lateModule, lateStyle } from './late-file';
import { sharedText } from './words/shared-text';

/** What the editor loads only when it is first needed, to keep it out of the page that every editor loads. */
interface LazyParts {
  'area-map': typeof import('./resources/area-map');
  'jobs-list': typeof import('./resources/jobs-list');
  picker: typeof import('./resources/picker');
}

/** Loads a part with its style sheet, once. If that fails, the next call tries again. */
export async function lazyPart<Name extends keyof LazyParts>(name: Name): Promise<LazyParts[Name]> {
  const [part] = await Promise.all([lateModule(name), lateStyle(name)]);
  return part as LazyParts[Name];
}

/** Says in the place of a part that it could not be loaded. */
export function sayMissing(place: JQuery): void {
  place.empty().append($('<p class="soil-data-bad" role="alert">').text(sharedText('admin.partMissing')));
}
