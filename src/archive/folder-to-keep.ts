import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../disk/is-there';
import { SoilError } from '../errors/soil-error';
import { storageError } from '../errors/storage-error';

type FolderFiles = Pick<typeof fs, 'lstat' | 'opendir' | 'stat'>;

/** Files that systems add to the folders they display. Other hidden files belong to somebody. */
const NO_CONTENT = /^(\.ds_store|\._.*|thumbs\.db|desktop\.ini)$/i;

/**
 * Whether there is a folder at that path, or a symbolic link to one, to be kept. A folder without any file is not: people who delete old downloads often
 * leave the folders, which would be handed out for ever as soil data without records.
 *
 * @throws SOIL_STORAGE if something else has the name, or if the system does not tell
 */
export async function isFolderToKeep(path: string, files: FolderFiles): Promise<boolean> {
  if (!(await isThere(path, files, 'look for an earlier folder'))) return false;
  const found = await files.stat(path).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new SoilError('SOIL_STORAGE', `${path} already exists and is to be kept, but it is not a folder. Remove it, or choose "replace".`, { detail: 'ENOTDIR' });
  }
  try {
    // A link leads to a place of the user's choice, such as a disk that is not mounted at the moment.
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
