import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../runtime/node-red-under-test';

/** What every editor loads at its start, in gzipped bytes, by language: definitions, dialogs, help, catalogues and icons. */
export function paletteCost(language: string): number {
  const nodes = path.join(root, 'dist', 'nodes');
  const { 'node-red': declared } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { 'node-red': { nodes: Record<string, string> } };
  const types = Object.keys(declared.nodes);
  const read = (...parts: string[]): Buffer => readFileSync(path.join(nodes, ...parts));
  // Node-RED sends all pages in one answer, all catalogues in another, and each icon by itself.
  const pages = types.flatMap((type) => [read(type, `${type}.html`), read(type, 'locales', language, `${type}.html`)]);
  const catalogues = types.map((type) => read(type, 'locales', language, `${type}.json`));
  const icons = types.flatMap((type) => readdirSync(path.join(nodes, type, 'icons')).map((icon) => read(type, 'icons', icon)));
  return [Buffer.concat(pages), Buffer.concat(catalogues), ...icons].reduce((sum, answer) => sum + gzipSync(answer).length, 0);
}
