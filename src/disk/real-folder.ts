import type { mkdir, realpath } from 'node:fs/promises';
import { isSystemError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';
import { makeFolder } from './make-folder';

interface RealFolderFiles {
  mkdir: typeof mkdir;
  realpath: typeof realpath;
}

/** The looks that are under way, by what the folder is called. */
const looks = new WeakMap<RealFolderFiles, Map<string, Promise<string>>>();

/**
 * The one true path of a folder, which is made where it is not there. Many who ask at once share one look; whoever asks after it has ended has one of
 * their own, since the name may lead elsewhere by then.
 *
 * @throws what the system says
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
