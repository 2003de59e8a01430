import { dirname } from 'node:path';
import { isSystemError } from '../errors/storage-error';

interface FolderMaker {
  mkdir(path: string): Promise<unknown>;
}

/**
 * Makes a folder, and those above it that are not there. Not `mkdir` with `recursive`: that tries for ever, and blocks a thread of the
 * process, where a file system takes no new folders and says that there is no such file (`/proc`); and it says so itself of one that is read-only.
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

/** Makes a folder, and those above it that are not there, for the user of this process alone. */
export function makePrivateFolder(path: string, files: { mkdir(path: string, mode: number): Promise<unknown> }): Promise<void> {
  return makeFolder(path, { mkdir: (each) => files.mkdir(each, 0o700) });
}

/** Gives the error where the folder above is missing, and nothing where the folder is there now. */
async function make(path: string, files: FolderMaker): Promise<unknown> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return error;
    if (!isSystemError(error, 'EEXIST')) throw error;
  }
  return undefined;
}
