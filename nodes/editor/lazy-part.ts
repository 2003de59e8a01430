/** What the editor loads when it is first needed: kept out of the page that every editor loads. */
interface LazyParts {
  'area-map': typeof import('./resources/area-map');
  'jobs-list': typeof import('./resources/jobs-list');
  picker: typeof import('./resources/picker');
}

const loading = new Map<string, Promise<unknown>>();

/** Relative to the editor's page, so that it works under `httpAdminRoot`. */
function address(file: string): string {
  return new URL(`resources/node-red-contrib-soil-data/${file}`, document.baseURI).href;
}

function loadStyle(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address(`${name}.css`);
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
  const begun = loading.get(name) ?? Promise.all([import(address(`${name}.js`)), loadStyle(name)]).then(([part]) => part as unknown);
  loading.set(name, begun);
  begun.catch(() => loading.delete(name));
  return begun as Promise<LazyParts[Name]>;
}
