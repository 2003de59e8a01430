const coming = new Map<string, Promise<unknown>>();

/** The address of a file in `resources`: relative to the editor's page, so that it works under `httpAdminRoot`. */
export function resourceAddress(file: string): string {
  return new URL(`resources/node-red-contrib-soil-data/${file}`, document.baseURI).href;
}

/**
 * A module of `resources`, loaded when it is first needed. Rejects where it does not come; the next call tries again. Firefox remembers a module
 * that did not come, and never asks for it again: it is imported only once it is there, with all that it imports.
 */
export function lateModule(name: string): Promise<unknown> {
  const file = `${name}.js`;
  const begun = coming.get(name) ?? fetchWithImports(file).then(() => import(resourceAddress(file)) as Promise<unknown>);
  coming.set(name, begun);
  begun.catch(() => coming.delete(name));
  return begun;
}

/** Into the browser's cache. */
async function fetchWithImports(file: string): Promise<void> {
  const answer = await fetch(resourceAddress(file));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const code = await answer.text();
  await Promise.all([...code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)].map(([, imported = '']) => fetchWithImports(imported)));
}
