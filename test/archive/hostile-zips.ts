import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bombs, contents } from './hostile-contents';
import { kinds, names } from './hostile-entries';
import { layouts, twoHeaders, wide } from './hostile-layouts';
import type { HostileZip } from './hostile-zip';

/** Every way of being hostile that we know of. */
export const hostileZips: readonly HostileZip[] = [...names, ...kinds, ...twoHeaders, ...layouts, ...wide, ...contents, ...bombs];

/** The one of that name; throws if there is none, so that a test which needs it fails. */
export function hostileZip(name: string): HostileZip {
  const found = hostileZips.find((each) => each.name === name);
  if (!found) throw new Error(`there is no hostile zip "${name}"`);
  return found;
}

if (require.main === module) {
  const folder = process.argv[2];
  if (!folder) throw new Error('usage: hostile-zips.ts <folder to write them to>');
  mkdirSync(folder, { recursive: true });
  for (const { name, zip } of hostileZips) writeFileSync(join(folder, `${name}.zip`), zip());
}
