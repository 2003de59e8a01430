import { SoilError } from '../errors/soil-error';
import { counted } from '../text/counted';
import type { DownloadFiles } from './download-files';

/** Less than this is not worth asking for: a full disk says so itself. */
const WORTH_ASKING_BYTES = 1024 * 1024;

/** What downloads of this process still have to bring to each file system, by its number. */
const awaited = new Map<number, Set<() => number>>();

/**
 * Reserves room on the disk, or fails before gigabytes are fetched in vain; does nothing if the file system does not tell its free room.
 *
 * @param missing how many bytes are still to come, below 0 if more came than was announced; called again until the room is released
 * @returns releases the room, once the download has ended in whatever way. May be called more than once
 * @throws SoilError `SOIL_STORAGE` if there is not enough beside what other downloads still need
 */
export async function needRoom(folder: string, missing: () => number, files: DownloadFiles): Promise<() => void> {
  const needed = missing();
  if (needed < WORTH_ASKING_BYTES) return () => undefined;
  const disk = await diskOf(folder, files);
  if (!disk) return () => undefined;
  const others = awaited.get(disk.number) ?? new Set();
  const promised = [...others].reduce((sum, other) => sum + Math.max(0, other()), 0);
  const free = Math.max(0, disk.free - promised);
  if (needed > free) throw noRoom(folder, needed, free, promised);
  awaited.set(disk.number, others.add(missing));
  return () => {
    others.delete(missing);
    if (others.size === 0 && awaited.get(disk.number) === others) awaited.delete(disk.number);
  };
}

/** `undefined` if the file system does not tell. */
async function diskOf(folder: string, files: DownloadFiles): Promise<{ number: number; free: number } | undefined> {
  try {
    const [{ dev }, { blocks, bavail, bsize }] = await Promise.all([files.stat(folder), files.statfs(folder)]);
    // Zeros stand for what a file system does not know (FUSE).
    return blocks === 0 ? undefined : { number: dev, free: bavail * bsize };
  } catch {
    return undefined;
  }
}

function noRoom(folder: string, needed: number, free: number, promised: number): SoilError {
  const beside = promised > 0 ? ` after what other downloads need (${counted(promised, 'byte')})` : '';
  const message = `The download needs ${counted(needed, 'byte')}, but there is room for ${free} in ${folder}${beside}. Free some space or choose another folder.`;
  return new SoilError('SOIL_STORAGE', message, { detail: 'ENOSPC' });
}
