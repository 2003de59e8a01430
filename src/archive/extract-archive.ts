import { dirname, join, resolve } from 'node:path';
import { sameOnDisk } from '../disk/same-on-disk';
import { syncFolder } from '../disk/sync-folder';
import { systemFiles } from '../disk/system-files';
import { writeFully } from '../disk/write-fully';
import { storageError } from '../errors/storage-error';
import { removeLeftovers } from '../processes/leftovers';
import { temporaryName } from '../processes/temporary-name';
import { abortable } from '../time/abortable';
import { isFolderToKeep } from './folder-to-keep';
import { placeFolder, type ExtractionFiles, type WhenExists } from './place-folder';
import { openArchive, type ArchiveEntry, type ArchiveSource, type SafeArchive } from './safe-archive';

interface ExtractionOptions {
  exists: WhenExists;
  signal?: AbortSignal;
  files?: ExtractionFiles;
}

/** For each place, by a name that is distinct on every disk: settles when all extractions to it so far have ended. */
const lastInLine = new Map<string, Promise<unknown>>();

/**
 * Extracts a zip to a folder that appears at once and whole: into a temporary folder beside it, with every file checked and synced, then by one rename.
 * Nothing is left behind on failure; what a killed process left is removed by the next extraction there. Extractions to the same folder run one after
 * another, each opening its zip in its turn: if zips replace each other at one path, the folder is that of the last, however large the others were.
 *
 * @param folder path of the folder to make, in an existing one
 * @returns the absolute path that the folder has now
 * @throws SOIL_ARCHIVE for a zip that is corrupt or unsafe; SOIL_STORAGE for the disk; the signal's reason
 */
export async function extractArchive(source: ArchiveSource, folder: string, options: ExtractionOptions): Promise<string> {
  const target = resolve(folder);
  return (await extractThenPlace(source, target, options, () => Promise.resolve(target))) ?? target;
}

/**
 * The same, but the zip may still have to get its own place: it gets that once everything is unpacked, right before the folder, so that what is
 * stopped or killed on the way has both still to do, and no other zip of that name comes in between.
 *
 * @param place puts the zip in its place, and gives the path of the folder to make; nothing, and no folder is made, if another zip is to be kept there
 */
export function extractThenPlace(source: ArchiveSource, folder: string, options: ExtractionOptions, place: () => Promise<string | undefined>): Promise<string | undefined> {
  const target = resolve(folder);
  const name = sameOnDisk(target);
  const before = lastInLine.get(name) ?? Promise.resolve();
  const own = abortable(before, options.signal).then(() => extractNow(source, target, options, place));
  // Not only its own end: if stopped while it waits, it ends before those ahead of it.
  const line = Promise.allSettled([before, own]).then(() => {
    if (lastInLine.get(name) === line) lastInLine.delete(name);
  });
  lastInLine.set(name, line);
  return own;
}

async function extractNow(
  source: ArchiveSource,
  target: string,
  { exists, signal, files = systemFiles }: ExtractionOptions,
  place: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const archive = await openArchive(source);
  const temporary = join(dirname(target), temporaryName());
  try {
    let isKept: boolean;
    try {
      isKept = exists === 'keep' && (await isFolderToKeep(target, files));
      if (!isKept) {
        await removeLeftovers(dirname(target), files);
        await writeAll(archive, temporary, files, signal);
      }
    } finally {
      // Before the zip gets its place: a system may not move what is open.
      await archive.close();
    }
    signal?.throwIfAborted();
    const named = await place();
    if (isKept) return named && target;
    if (named === undefined) {
      await files.rm(temporary, { recursive: true, force: true });
      return undefined;
    }
    const placed = await placeFolder(temporary, named, exists, files);
    await syncFolder(dirname(placed), files);
    return placed;
  } catch (error) {
    await files.rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    signal?.throwIfAborted();
    throw storageError(error, 'extract the zip file', target);
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
    await writeFile(path, archive, entry, files, signal);
  }
  for (const path of made) await syncFolder(path, files);
}

async function writeFile(path: string, archive: SafeArchive, entry: ArchiveEntry, files: ExtractionFiles, signal?: AbortSignal): Promise<void> {
  // Fails if anything is there, even a symbolic link.
  const handle = await files.open(path, 'wx');
  try {
    let position = 0;
    for await (const chunk of archive.open(entry) as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      await writeFully(handle, chunk, position);
      position += chunk.length;
    }
    if ((await handle.stat()).size !== entry.bytes) throw new Error('the file is not as long as what was written');
    await handle.sync();
  } finally {
    await handle.close();
  }
}
