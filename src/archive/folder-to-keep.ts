import type * as fs from 'node:fs/promises';
import { isThere } from '../disk/is-there';
import { SoilError } from '../errors/soil-error';

/**
 * Whether there is a folder of that path, or a symbolic link to one, to be kept.
 *
 * @throws SOIL_STORAGE where something else has the name, or where the system does not say
 */
export async function isFolderToKeep(path: string, files: Pick<typeof fs, 'lstat' | 'stat'>): Promise<boolean> {
  if (!(await isThere(path, files, 'look for an earlier folder'))) return false;
  const found = await files.stat(path).catch(() => undefined);
  if (found?.isDirectory()) return true;
  throw new SoilError('SOIL_STORAGE', `${path} was there before and is to be kept, but it is no folder. Remove it, or choose "replace".`, { detail: 'ENOTDIR' });
}
