import type { FileHandle } from 'node:fs/promises';

/**
 * Writes all of some bytes. A write may take fewer than it was given, so it is repeated with the rest until all are written.
 *
 * @param position in the file, of the first byte
 * @throws the system's errors; ENOSPC if it takes no more
 */
export async function writeFully(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let taken = 0; taken < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, taken, bytes.length - taken, position + taken);
    needSome(bytesWritten);
    taken += bytesWritten;
  }
}

/**
 * Writes all of it at the end of a file, as {@link writeFully} does.
 *
 * @param file its `write` resolves with the number of bytes taken
 */
export async function appendFully(file: { write(bytes: Buffer): Promise<number> }, bytes: Buffer): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const written = await file.write(rest);
    needSome(written);
    rest = rest.subarray(written);
  }
}

/** A disk that takes nothing, without an error, is full: trying again would go on for ever. */
function needSome(written: number): void {
  if (written <= 0) throw Object.assign(new Error('ENOSPC: the disk took no more bytes'), { code: 'ENOSPC' });
}
