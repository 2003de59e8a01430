import { dirname } from 'node:path';
import { isSystemError } from '../errors/storage-error';

interface FolderMaker {
  mkdir(path: string): Promise<unknown>;
}

/**
 * Makes a folder, and those above it that are not there. Not `mkdir` with `recursive`: if a file system refuses new folders by saying that there is
 * no such file (`/proc`), that tries for ever and blocks a thread of the process; and on a read-only file system, it says so itself.
 *
 * @param path absolute
 * @throws what `mkdir` throws
 */
export async function makeFolder(path: string, files: FolderMaker): Promise<void> {
  const missing = await make(path, files);
  if (missing === undefined) return;
  const above = dirname(path);
  if (above === path) throw missing;
  await makeFolder(above, files);
  const refused = await make(path, files);
  if (refused !== undefined) throw refused;
}

/** Makes a folder, and those above it that are not there, accessible only to the user of this process. */
export function makePrivateFolder(path: string, files: { mkdir(path: string, mode: number): Promise<unknown> }): Promise<void> {
  return makeFolder(path, { mkdir: (each) => files.mkdir(each, 0o700) });
}

/** Returns the error if the folder above is missing, and `undefined` if the folder is there now. */
async function make(path: string, files: FolderMaker): Promise<unknown> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return error;
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  return undefined;
}
