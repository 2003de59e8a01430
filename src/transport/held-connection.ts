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
 * Lets a connection end, or break, while its answer is held back. undici 7 ends the whole process there, by an assertion of its reader (nodejs/undici,
 * issue 5360); undici 8 has that repaired, does not run on Node.js 20, and fails answers that came whole. So the reader goes on first. No byte comes
 * earlier by that: a connection has ended only when all that came of it has been read, and of one that broke nothing more is read. But its end may come
 * while the answer is held back, and an empty piece before it.
 *
 * What a connection that broke has brought is not taken for the whole, where the break is told: Node.js 20 may tell a reset as an end.
 *
 * @param socket a new connection that undici does not have yet: whoever listens first is told first
 */
export function letEnd(socket: Socket): void {
  socket.on('end', () => {
    const reader = readerOf(socket);
    // Takes notice of the last byte, which it may have been held back behind.
    reader?.resume();
    if (!reader?.paused || typeof reader.ptr !== 'number') return;
    reader.llhttp?.llhttp_resume(reader.ptr);
    reader.paused = false;
  });
  for (const event of ['error', 'close']) {
    socket.on(event, () => {
      const reader = readerOf(socket);
      // As one that is not over with its connection: of the others, it takes what came for all.
      if (reader) Object.assign(reader, { paused: false, shouldKeepAlive: true });
    });
  }
}

/** It has no name outside of undici; where another version keeps it elsewhere, nothing is done. */
function readerOf(socket: Socket): Reader | undefined {
  const key = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  return key && ((socket as unknown as Record<symbol, Reader | null>)[key] ?? undefined);
}
