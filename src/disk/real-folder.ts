import type { mkdir, realpath } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';
import { makeFolder } from './make-folder';

interface RealFolderFiles {
  mkdir: typeof mkdir;
  realpath: typeof realpath;
}

/** The look-ups that are under way, by the given name of the folder. */
const looks = new WeakMap<RealFolderFiles, Map<string, Promise<string>>>();

/**
 * The one true path of a folder, which is made if it is not there. Concurrent calls share one look-up; a call after its end makes another, since the
 * name may lead elsewhere by then.
 *
 * @throws the system's errors
 */
export function realFolder(folder: string, files: RealFolderFiles): Promise<string> {
  const underWay = getOrInsert(looks, files, () => new Map());
  return getOrInsert(underWay, folder, () => lookNow(folder, files).finally(() => underWay.delete(folder)));
}

async function lookNow(folder: string, files: RealFolderFiles): Promise<string> {
  try {
    return await files.realpath(folder);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
    await makeFolder(folder, files);
    return files.realpath(folder);
  }
}
