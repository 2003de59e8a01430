import type { lstat } from 'node:fs/promises';
import { isSystemError, storageError } from '../errors/storage-error';

/**
 * Whether anything has that path: a file, a folder, a symbolic link.
 *
 * @param purpose what it is looked for, for the message: "look for an earlier download"
 * @throws SOIL_STORAGE if the system does not tell
 */
export async function isThere(path: string, files: { lstat: typeof lstat }, purpose: string): Promise<boolean> {
  try {
    await files.lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw storageError(error, purpose, path);
  }
}
