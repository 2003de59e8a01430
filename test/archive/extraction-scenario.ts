import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { buildZip } from './zip-builder';

/** A table, and a zip that has it with others, in folders. */
export const csv = 'id,value\n1,6.5\n';
export const zip = buildZip([
  { name: 'points/ph.csv', content: csv },
  { name: 'points/deep/clay.csv', content: csv.repeat(20_000) },
  { name: 'empty/', stored: true },
  { name: 'LICENCE.txt', content: 'CC-BY', stored: true },
]);

/** What is in a folder with all of that zip in `soil`. */
export const WHOLE_LISTING = ['soil', 'soil/LICENCE.txt', 'soil/empty', 'soil/points', 'soil/points/deep', 'soil/points/deep/clay.csv', 'soil/points/ph.csv'];

/** The paths of everything in a folder, in order. */
export async function listing(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(sep, '/')).sort();
}
