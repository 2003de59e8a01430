import { basename, dirname, join } from 'node:path';
import type { WhenExists } from '../archive/place-folder';
import { allNumbersTaken, numberedNames } from '../disk/numbered-names';
import { isSystemError, storageError } from '../errors/storage-error';
import type { DownloadFiles } from './download-files';
import { withSuffix } from './safe-filename';

/**
 * Moves a finished part to its place in one step, with no moment in which two programs could take the same name. A symbolic
 * link of the target's name is replaced or kept, never followed.
 *
 * @param target absolute path, in the folder of the part
 * @param mayBe whether a name that is numbered may be taken, if no file has it
 * @returns the path it has now; `undefined` if `keep` found a file there, and the part is still where it was
 * @throws SOIL_STORAGE
 */
export async function placeFile(
  part: string,
  target: string,
  exists: WhenExists,
  files: DownloadFiles,
  mayBe: (path: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<string | undefined> {
  try {
    if (exists === 'replace') {
      await files.rename(part, target);
      return target;
    }
    for (const free of numberedNames(target, (suffix) => join(dirname(target), withSuffix(basename(target), suffix)))) {
      if (exists === 'number' && !(await mayBe(free))) continue;
      if (await moveToFree(part, free, files)) return free;
      if (exists === 'keep') return undefined;
    }
    throw allNumbersTaken();
  } catch (error) {
    throw storageError(error, 'put the finished download in its place', target);
  }
}

/** Moves the part to a name, unless something has it already; says whether it did. */
async function moveToFree(part: string, free: string, files: DownloadFiles): Promise<boolean> {
  try {
    await files.link(part, free);
  } catch (error) {
    return isSystemError(error, 'EEXIST') ? false : moveWithoutLink(part, free, files);
  }
  // It has its name: failing to remove the old one, say because another program holds it, is no reason to fail.
  await files.unlink(part).catch(() => undefined);
  return true;
}

/** File systems without hard links (FAT, some network shares) say so in many ways: after any error this is tried, and fails if the cause is another. */
async function moveWithoutLink(part: string, free: string, files: DownloadFiles): Promise<boolean> {
  try {
    // Reserves the name, then puts the part over the empty file.
    await (await files.open(free, 'wx')).close();
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
  await files.rename(part, free).catch(async (error: unknown) => {
    await files.unlink(free).catch(() => undefined);
    throw error;
  });
  return true;
}
