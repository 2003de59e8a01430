import { lateModule, resourceAddress } from './late-module';

/** What the editor loads when it is first needed: kept out of the page that every editor loads. */
interface LazyParts {
  'area-map': typeof import('./resources/area-map');
  'jobs-list': typeof import('./resources/jobs-list');
  picker: typeof import('./resources/picker');
}

const loading = new Map<string, Promise<unknown>>();

function loadStyle(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = resourceAddress(`${name}.css`);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(link.href));
    };
    document.head.append(link);
  });
}

/** Loads a part with its style sheet, once. A part that did not come is tried again the next time. */
export function lazyPart<Name extends keyof LazyParts>(name: Name): Promise<LazyParts[Name]> {
  const begun = loading.get(name) ?? Promise.all([lateModule(name), loadStyle(name)]).then(([part]) => part);
  loading.set(name, begun);
  begun.catch(() => loading.delete(name));
  return begun as Promise<LazyParts[Name]>;
}
