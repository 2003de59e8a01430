import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { storageError } from '../errors/storage-error';
import { archiveError } from './archive-error';

/** A zip wherever it is: a file or memory, read at any position. */
export interface ZipBytes {
  readonly size: number;
  /** Exactly `length` bytes; SOIL_ARCHIVE where the zip ends before. */
  read(position: number, length: number): Promise<Buffer>;
  /** The bytes from `start` up to `end`, which is not included. */
  stream(start: number, end: number): Readable;
  close(): Promise<void>;
}

const streamBlock = 256 * 1024;

export function zipInMemory(buffer: Buffer): ZipBytes {
  return {
    size: buffer.length,
    read: (position, length) =>
      position >= 0 && position + length <= buffer.length
        ? Promise.resolve(buffer.subarray(position, position + length))
        : Promise.reject(archiveError('it ends too early')),
    stream: (start, end) => Readable.from(blocks(buffer.subarray(start, end)), { objectMode: false, highWaterMark: streamBlock }),
    close: () => Promise.resolve()
  };
}

function* blocks(buffer: Buffer): Generator<Buffer> {
  for (let at = 0; at < buffer.length; at += streamBlock) yield buffer.subarray(at, at + streamBlock);
}

/** @throws SOIL_STORAGE where it cannot be opened */
export async function zipInFile(path: string): Promise<ZipBytes> {
  try {
    // Opening a pipe waits for whoever writes to it: look first.
    if (!(await stat(path)).isFile()) throw new Error('it is no file');
    const handle = await open(path, 'r');
    const { size } = await handle.stat();
    return {
      size,
      read: async (position, length) => {
        const buffer = Buffer.allocUnsafe(length);
        for (let filled = 0; filled < length; ) {
          const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
          if (bytesRead === 0) throw archiveError('it ends too early');
          filled += bytesRead;
        }
        return buffer;
      },
      stream: (start, end) =>
        end > start ? handle.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: streamBlock }) : Readable.from([]),
      close: () => handle.close()
    };
  } catch (error) {
    throw storageError(error, 'open the zip file', path);
  }
}
