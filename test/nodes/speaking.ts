import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { root } from '../runtime/node-red-under-test';

export const nodes = path.join(root, 'nodes');

type Block = { [key: string]: Block } | string;
export function catalogue(type: string, language: string): Block {
  return JSON.parse(readFileSync(path.join(nodes, type, 'locales', language, `${type}.json`), 'utf8')) as Block;
}

/** A runtime that has the catalogues of one language, and gives the key if it has no text. */
export function speaking(language: string): NodeAPI {
  const text = (full: string): string => {
    const [, type, key] = /^node-red-contrib-soil-data\/([a-z-]+):(.*)$/.exec(full)!;
    const found = key!.split('.').reduce<Block | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), catalogue(type!, language));
    return typeof found === 'string' ? found : full;
  };
  return { _: text } as never;
}
