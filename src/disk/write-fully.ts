import type { FileHandle } from 'node:fs/promises';

/**
 * Writes pieces one behind the other. A write may take fewer bytes than it was given: it is gone on with until all are written.
 *
 * @param position in the file, of the first byte
 * @throws what the system says; ENOSPC where it takes no more
 */
export async function writeFully(handle: FileHandle, pieces: readonly Buffer[], position: number): Promise<void> {
  let left = pieces;
  while (left.length > 0) {
    const { bytesWritten } = await handle.writev(left, position);
    if (bytesWritten === 0) throw Object.assign(new Error('the disk took no more bytes'), { code: 'ENOSPC' });
    position += bytesWritten;
    left = without(left, bytesWritten);
  }
}

/** The pieces after the first `bytes` of them. */
function without(pieces: readonly Buffer[], bytes: number): readonly Buffer[] {
  for (const [index, piece] of pieces.entries()) {
    if (bytes < piece.length) return [piece.subarray(bytes), ...pieces.slice(index + 1)];
    bytes -= piece.length;
  }
  return [];
}
