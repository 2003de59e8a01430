import type { Socket } from 'node:net';

/** undici's reader of a connection, as far as it is used here. */
interface Reader {
  readonly ptr?: number | null;
  readonly llhttp?: { llhttp_resume(ptr: number): void };
  paused: boolean;
  shouldKeepAlive: boolean;
  resume(): void;
}

/**
 * Lets a connection end, or break, while its answer is held back. There, undici 7 ends the whole process by a failed assertion of its reader
 * (nodejs/undici, issue 5360); undici 8 has fixed that, but does not run on Node.js 20, and fails answers that came whole. So the reader is resumed
 * first. No byte comes earlier for that: a connection ends only when all it brought has been read, and nothing more is read from a broken one. But
 * the end of the answer, and an empty piece before it, may come while it is held back.
 *
 * What a broken connection has brought is not taken for a whole answer if the break is reported: Node.js 20 may report a reset as an end.
 *
 * @param socket a new connection that undici does not have yet: listeners are called in the order in which they were added
 */
export function letEnd(socket: Socket): void {
  socket.on('end', () => {
    const reader = readerOf(socket);
    // Flushes the reader, which may have been paused right after the last byte.
    reader?.resume();
    if (!reader?.paused || typeof reader.ptr !== 'number') return;
    reader.llhttp?.llhttp_resume(reader.ptr);
    reader.paused = false;
  });
  for (const event of ['error', 'close']) {
    socket.on(event, () => {
      const reader = readerOf(socket);
      // As if the answer did not end with its connection: for one that does, undici would take what came for all of it.
      if (reader) Object.assign(reader, { paused: false, shouldKeepAlive: true });
    });
  }
}

/** undici keeps it under a symbol of its own; if another version keeps it elsewhere, nothing is done. */
function readerOf(socket: Socket): Reader | undefined {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  return key && ((socket as unknown as Record<symbol, Reader | null>)[key] ?? undefined);
}
