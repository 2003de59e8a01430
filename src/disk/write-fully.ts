import type { FileHandle } from 'node:fs/promises';

/**
 * Writes pieces in order. A write may take fewer bytes than it was given, so it is repeated with the rest until all are written.
 *
 * @param position in the file, of the first byte
 * @throws the system's errors; ENOSPC if it takes no more
 */
export async function writeFully(handle: FileHandle, pieces: readonly Buffer[], position: number): Promise<void> {
  let left = pieces;
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left, position);
    needSome(bytesWritten);
    position += bytesWritten;
    left = without(left, bytesWritten);
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

/** The pieces after the first `bytes` of them. */
function without(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  for (const [index, piece] of pieces.entries()) {
    if (bytes < piece.length) return [piece.subarray(bytes), ...pieces.slice(index + 1)];
    bytes -= piece.length;
  }
  return [];
}
