/** Of an answer in memory ahead of its reader, before the server is held back. */
const AHEAD_BYTES = 16 * 1024 * 1024;
/** Of an answer that only the end of its connection ends: it cannot be held back. */
const MOST_AHEAD_BYTES = 64 * 1024 * 1024;

/** An answer that cannot be held back comes faster than its reader takes it. */
export class TooFast extends Error {
  override readonly name = 'TooFast';
}

/**
 * When the server of an answer may be held back. undici 7 ends the whole process where a connection that is to be closed comes to its end while the
 * answer is held back and nothing of it is left to read (nodejs/undici, issue 5360; undici 8 has it repaired, and does not run on Node.js 20). So an answer
 * whose connection closes is read ahead instead, and none is held back behind its last byte. Left is a server that breaks off in the middle while it is held
 * back: one of HTTP/1.0, whose version undici does not tell, and one that announced the end and is {@link AHEAD_BYTES} ahead.
 */
export class HeldAnswer {
  private readonly closes: boolean;
  private readonly endsWithConnection: boolean;
  private readonly length: number | undefined;
  private received = 0;

  /** @param headers names in lower case */
  constructor(headers: Readonly<Record<string, string>>) {
    const { connection = '', 'content-length': length, 'transfer-encoding': coding } = headers;
    this.length = length === undefined ? undefined : Number(length);
    this.endsWithConnection = length === undefined && coding === undefined;
    this.closes = this.endsWithConnection || /\bclose\b/i.test(connection);
  }

  /** Counts a piece that came. */
  came(bytes: number): void {
    this.received += bytes;
  }

  /**
   * Whether the server is to be held back.
   *
   * @param ahead how many bytes wait for the reader
   * @throws TooFast
   */
  isToWait(ahead: number): boolean {
    if (this.endsWithConnection && ahead > MOST_AHEAD_BYTES) throw new TooFast();
    if (this.endsWithConnection || this.received === this.length) return false;
    return !this.closes || ahead > AHEAD_BYTES;
  }
}
