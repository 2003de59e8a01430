const coming = new Map<string, Promise<unknown>>();

/** The address of a file in `resources`: relative to the editor's page, so that it works under `httpAdminRoot`. */
function addressOf(file: string): string {
  return new URL(`resources/node-red-contrib-soil-data/${file}`, document.baseURI).href;
}

/** Loads a file once; if that fails, the next call tries again. */
function once(file: string, load: () => Promise<unknown>): Promise<unknown> {
  const begun = coming.get(file) ?? load();
  coming.set(file, begun);
  begun.catch(() => coming.delete(file));
  return begun;
}

/**
 * A module of `resources`. Rejects if it cannot be loaded; the next call tries again. Firefox remembers a module that failed to load and never asks
 * for it again, so it is imported only once it and all its imports have been fetched.
 */
export function lateModule(name: string): Promise<unknown> {
  const file = `${name}.js`;
  return once(file, async () => {
    await fetchWithImports(file);
    return import(addressOf(file)) as Promise<unknown>;
  });
}

/** A style sheet of `resources`, put into the page. Rejects if it cannot be loaded; the next call tries again. */
export function lateStyle(name: string): Promise<unknown> {
  const file = `${name}.css`;
  return once(file, () => new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = addressOf(file);
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(link.href));
    };
    document.head.append(link);
  }));
}

/** Fetches a module and its imports into the browser's cache. */
async function fetchWithImports(file: string): Promise<void> {
  const answer = await fetch(addressOf(file));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const code = await answer.text();
  await Promise.all([...code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, imported = '']) => fetchWithImports(imported)));
}
