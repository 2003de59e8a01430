import { randomBytes } from 'node:crypto';
import type * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isThere } from '../disk/is-there';
import { syncFolder } from '../disk/sync-folder';
import { systemFiles } from '../disk/system-files';
import { writeFully } from '../disk/write-fully';
import { isSystemError, storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { temporaryName } from '../processes/temporary-name';
import { openArchive, type ArchiveSource, type SafeArchive } from './safe-archive';

/** The calls of `node:fs/promises` that extraction makes: passed in, so that tests can let them fail. */
export type ExtractionFiles = Pick<typeof fs, 'lstat' | 'mkdir' | 'open' | 'opendir' | 'rename' | 'rm'>;

/** What to do where the target is there already: put the new one in its place, keep the old one, or number the new one. */
export type WhenExists = 'replace' | 'keep' | 'number';

export interface ExtractionOptions {
  /** Default: an error. */
  exists?: WhenExists;
  signal?: AbortSignal;
  files?: ExtractionFiles;
}

const HIGHEST_NUMBER = 9999;

/**
 * Extracts a zip to a folder that appears at once and whole: into a temporary folder beside it, every file checked and on the disk, then one rename.
 * Nothing is left behind where anything fails; what a killed process left goes when the next one extracts there.
 *
 * @param folder path of the folder to make, in one that is there
 * @returns the absolute path that the folder has now, and the paths of the files relative to it
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE for the disk
 */
export async function extractArchive(
  source: ArchiveSource,
  folder: string,
  options: ExtractionOptions = {}
): Promise<{ folder: string; files: string[] }> {
  const { files = systemFiles, exists, signal } = options;
  const target = resolve(folder);
  const archive = await openArchive(source);
  try {
    const names = archive.entries.map(({ name }) => name);
    if (exists === 'keep' && (await isThere(target, files, 'look for an earlier folder'))) return { folder: target, files: names };
    const temporary = join(dirname(target), temporaryName());
    try {
      await removeLeftovers(dirname(target), files);
      await writeAll(archive, temporary, files, signal);
      const placed = await placeFolder(temporary, target, exists, files);
      await syncFolder(dirname(placed), files);
      return { folder: placed, files: names };
    } catch (error) {
      await files.rm(temporary, { recursive: true, force: true }).catch(() => undefined);
      signal?.throwIfAborted();
      throw storageError(error, 'extract the zip file', target);
    }
  } finally {
    await archive.close();
  }
}

async function writeAll(archive: SafeArchive, folder: string, files: ExtractionFiles, signal?: AbortSignal): Promise<void> {
  await files.mkdir(folder);
  const made = new Set<string>([folder]);
  const makeFolder = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    await makeFolder(dirname(path));
    await files.mkdir(path);
    made.add(path);
  };
  for (const name of archive.folders) await makeFolder(join(folder, name));
  for (const entry of archive.entries) {
    const path = join(folder, entry.name);
    await makeFolder(dirname(path));
    await writeFile(path, await archive.open(entry), entry.bytes, files, signal);
  }
  for (const path of made) await syncFolder(path, files);
}

async function writeFile(path: string, content: Readable, bytes: number, files: ExtractionFiles, signal?: AbortSignal): Promise<void> {
  try {
    // Fails where anything is there, a symbolic link included.
    const handle = await files.open(path, 'wx');
    try {
      let position = 0;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        signal?.throwIfAborted();
        await writeFully(handle, [chunk], position);
        position += chunk.length;
      }
      if ((await handle.stat()).size !== bytes) throw new Error('the file has another length than was written');
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    content.destroy();
  }
}

/** Gives the folder its name. A symbolic link of that name is replaced or kept itself, never followed. */
async function placeFolder(temporary: string, target: string, exists: WhenExists | undefined, files: ExtractionFiles): Promise<string> {
  for (let number = 1; number <= HIGHEST_NUMBER; number++) {
    const free = number === 1 ? target : `${target}-${number}`;
    if (await moveToFree(temporary, free, files)) return free;
    if (exists === 'keep') {
      await files.rm(temporary, { recursive: true, force: true });
      return target;
    }
    if (exists === 'replace') {
      await moveOver(temporary, target, files);
      return target;
    }
    if (exists !== 'number') break;
  }
  throw Object.assign(new Error('it is there already'), { code: 'EEXIST' });
}

/**
 * Whether the name was free. No folder with anything in it is ever replaced by a rename: on Windows not even an empty one, so that the name cannot
 * be reserved by making one.
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

/** What was there before makes room, comes back where the new one cannot take its place, and goes where it has. */
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
  // The new folder is in its place: what cannot be removed of the old one is no reason to fail.
  await files.rm(aside, { recursive: true }).catch(() => undefined);
}
