import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../disk/is-there';
import { SoilError } from '../errors/soil-error';
import { storageError } from '../errors/storage-error';

type FolderFiles = Pick<typeof fs, 'lstat' | 'opendir' | 'stat'>;

/** What is hidden, and what Windows lays into folders that it shows: nobody downloaded it. */
const NO_CONTENT = /^(\..*|thumbs\.db|desktop\.ini)$/i;

/**
 * Whether there is a folder of that path, or a symbolic link to one, to be kept. One without any file is not: whoever deletes old downloads often
 * leaves the folders, and these would be given as soil data without a record for ever.
 *
 * @throws SOIL_STORAGE where something else has the name, or where the system does not say
 */
export async function isFolderToKeep(path: string, files: FolderFiles): Promise<boolean> {
  if (!(await isThere(path, files, 'look for an earlier folder'))) return false;
  const found = await files.stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new SoilError('SOIL_STORAGE', `${path} was there before and is to be kept, but it is no folder. Remove it, or choose "replace".`, { detail: 'ENOTDIR' });
  }
  try {
    return await hasContent(path, files);
  } catch (error) {
    throw storageError(error, 'look into an earlier folder', path);
  }
}

async function hasContent(folder: string, files: FolderFiles): Promise<boolean> {
  for await (const entry of await files.opendir(folder)) {
    if (NO_CONTENT.test(entry.name)) continue;
    if (!entry.isDirectory() || (await hasContent(join(folder, entry.name), files))) return true;
  }
  return false;
}
