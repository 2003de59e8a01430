import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../disk/is-there';
import { SoilError } from '../errors/soil-error';
import { storageError } from '../errors/storage-error';

type FolderFiles = Pick<typeof fs, 'lstat' | 'opendir' | 'stat'>;

/** What systems lay into folders that they show: nobody put it there. Other hidden files are somebody's. */
const NO_CONTENT = /^(\.ds_store|\._.*|thumbs\.db|desktop\.ini)$/i;

/**
 * Whether there is a folder of that path, or a symbolic link to one, to be kept. A folder without any file is not: whoever deletes old downloads often
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
    // A link leads to a place of the user's, as a disk that is not there at this moment.
    return (await files.lstat(path)).isSymbolicLink() || (await hasContent(path, files));
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
