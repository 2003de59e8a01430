import { lateModule, lateStyle } from './late-file';

/** What the editor loads when it is first needed: kept out of the page that every editor loads. */
interface LazyParts {
  'area-map': typeof import('./resources/area-map');
  'jobs-list': typeof import('./resources/jobs-list');
  picker: typeof import('./resources/picker');
}

/** Loads a part with its style sheet, once. A part that did not come is tried again the next time. */
export async function lazyPart<Name extends keyof LazyParts>(name: Name): Promise<LazyParts[Name]> {
  const [part] = await Promise.all([lateModule(name), lateStyle(name)]);
  return part as LazyParts[Name];
}
