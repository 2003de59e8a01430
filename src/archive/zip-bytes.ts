import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { storageError } from '../errors/storage-error';
import { archiveError } from './archive-error';

/** A zip wherever it is: a file or memory, read at any position. */
export interface ZipBytes {
  /** For messages. */
  readonly place: string;
  readonly size: number;
  /** Exactly `length` bytes; SOIL_ARCHIVE if the zip ends before. */
  read(position: number, length: number): Promise<Buffer>;
  /** The bytes from `start` up to `end`, which is not included. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

const STREAM_BLOCK = 256 * 1024;
/** Headers are small and lie close together: one read brings many. */
const WINDOW_BYTES = 8 * 1024;

/** A zip in memory. Nothing of it is copied. */
export function zipInMemory(bytes: Buffer): ZipBytes {
  return {
    place: 'memory',
    size: bytes.length,
    // oxlint-disable-next-line typescript/require-await
    read: async (position, length) => {
      if (position < 0 || position + length > bytes.length) throw archiveError('it ends too early');
      return bytes.subarray(position, position + length);
    },
    stream: (start, end) => Readable.from(blocksOf(bytes.subarray(start, end)), { objectMode: false, highWaterMark: STREAM_BLOCK }),
    close: () => Promise.resolve(),
  };
}

function* blocksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += STREAM_BLOCK) yield bytes.subarray(at, at + STREAM_BLOCK);
}

/** A file that is open for reading, and stays open. */
export interface OpenedFile {
  handle: FileHandle;
  path: string;
}

/** @throws SOIL_STORAGE if it cannot be opened or read */
export async function zipInFile(path: string): Promise<ZipBytes> {
  // Opening a pipe would otherwise wait for a writer.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => unreadable(error, path));
  try {
    return { ...(await zipInOpenedFile({ handle, path })), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** @throws SOIL_STORAGE if it cannot be read */
export async function zipInOpenedFile({ handle, path }: OpenedFile): Promise<ZipBytes> {
  const state = await handle.stat().catch((error: unknown) => unreadable(error, path));
  if (!state.isFile()) unreadable(new Error('it is not a file'), path);
  const { size } = state;
  let window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  const fill = async (position: number, length: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
      if (bytesRead === 0) throw archiveError('it ends too early');
      filled += bytesRead;
    }
    return buffer;
  };
  // Not a stream of the handle's own: each leaves a listener on the handle, which warns of a leak from the eleventh file on.
  async function* blocksBetween(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += STREAM_BLOCK) yield await fill(at, Math.min(STREAM_BLOCK, end - at));
  }
  return {
    place: path,
    size,
    read: async (position, length) => {
      if (position < 0 || position + length > size) throw archiveError('it ends too early');
      const at = position - window.start;
      if (at >= 0 && at + length <= window.bytes.length) return window.bytes.subarray(at, at + length);
      const bytes = await fill(position, Math.min(Math.max(length, WINDOW_BYTES), size - position)).catch((error: unknown) => unreadable(error, path));
      window = { start: position, bytes };
      return bytes.subarray(0, length);
    },
    stream: (start, end) => Readable.from(blocksBetween(start, end), { objectMode: false, highWaterMark: STREAM_BLOCK }),
    close: () => Promise.resolve(),
  };
}

function unreadable(error: unknown, path: string): never {
  throw storageError(error, 'read the zip file', path);
}
