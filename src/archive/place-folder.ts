import { randomBytes } from 'node:crypto';
import type * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isThere } from '../disk/is-there';
import { allNumbersTaken, numberedNames } from '../disk/numbered-names';
import { isSystemError } from '../errors/storage-error';
import { temporaryName } from '../processes/temporary-name';
import { isFolderToKeep } from './folder-to-keep';

/** The calls of `node:fs/promises` that extraction makes: passed in, so that tests can make them fail. */
export type ExtractionFiles = Pick<typeof fs, 'lstat' | 'mkdir' | 'open' | 'opendir' | 'rename' | 'rm' | 'stat'>;

/** What to do if the target is there already: put the new one in its place, keep the old one, or number the new one. */
export type WhenExists = 'replace' | 'keep' | 'number';

/**
 * Gives a folder its name. A symbolic link of that name is itself replaced or kept, never followed. Not for two at once that want the same name: to
 * replace a folder takes two steps, and in between the name is free.
 *
 * @param temporary in the folder of the target
 * @returns the path that it has now; with `keep`, if a folder with any file was there, the target, and the temporary one is removed
 */
export async function placeFolder(temporary: string, target: string, exists: WhenExists, files: ExtractionFiles): Promise<string> {
  for (const free of numberedNames(target, (suffix) => target + suffix)) {
    if (await moveToFree(temporary, free, files)) return free;
    if (exists === 'number') continue;
    if (exists === 'keep' && (await isFolderToKeep(target, files))) await files.rm(temporary, { recursive: true, force: true });
    else await moveOver(temporary, target, files);
    return target;
  }
  throw allNumbersTaken();
}

/**
 * Moves the folder if the name is free, and says whether it was. A rename never replaces a folder with anything in it, on Windows not even an empty
 * one, so the name cannot be reserved by making one.
 */
async function moveToFree(temporary: string, free: string, files: ExtractionFiles): Promise<boolean> {
  const isTaken = (): Promise<boolean> => isThere(free, files, 'look for an earlier folder');
  if (await isTaken()) return false;
  try {
    await files.rename(temporary, free);
    return true;
  } catch (error) {
    if (await isTaken()) return false;
    throw error;
  }
}

/** Moves the old folder aside, and puts it back if the new one cannot take its place, or removes it if it has. */
async function moveOver(temporary: string, target: string, files: ExtractionFiles): Promise<void> {
  const aside = join(dirname(target), `.${basename(target).slice(0, 40)}.${randomBytes(6).toString('hex')}.old`);
  try {
    await files.rename(target, aside);
  } catch (error) {
    if (!isSystemError(error, 'EXDEV')) throw error;
    // In an overlay (containers, a Raspberry Pi with a protected card), what lies in the lower layer cannot be moved.
    await files.rm(target, { recursive: true });
    return files.rename(temporary, target);
  }
  try {
    await files.rename(temporary, target);
  } catch (error) {
    await files.rename(aside, target);
    throw error;
  }
  // The new folder is in its place: failing to remove the old one is no reason to fail. Its last name is one that the next process removes.
  const last = join(dirname(target), temporaryName());
  const left = await files.rename(aside, last).then(() => last, () => aside);
  await files.rm(left, { recursive: true }).catch(() => undefined);
}
