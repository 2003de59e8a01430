/** A piece of at least this many bytes is kept as it came. */
const LARGE = 4 * 1024;
const ROOM = 64 * 1024;

/**
 * Pieces of a body, in order. Small ones are copied together: each has an overhead of a hundred bytes and keeps the block that it was read
 * in, so that a body of single bytes would take two hundred times its length. The first is kept as it came: usually it is the whole body.
 */
export class GatheredPieces {
  private gathered: Buffer[] = [];
  private room = Buffer.alloc(0);
  /** The part of the room that holds small pieces which are not among the gathered yet. */
  private start = 0;
  private end = 0;
  bytes = 0;

  add(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.gathered.length === 0 || piece.length >= LARGE) {
      this.closeSmall();
      this.gathered.push(piece);
      return;
    }
    if (piece.length > this.room.length - this.end) {
      this.closeSmall();
      this.room = Buffer.allocUnsafe(ROOM);
      this.start = this.end = 0;
    }
    this.end += piece.copy(this.room, this.end);
  }

  /** All of them, in their order. */
  get pieces(): Buffer[] {
    this.closeSmall();
    return this.gathered;
  }

  /** Gives all of them away, as one. */
  take(): Buffer {
    const { pieces, bytes } = this;
    this.gathered = [];
    this.bytes = 0;
    const [first] = pieces;
    return first && pieces.length === 1 ? first : Buffer.concat(pieces, bytes);
  }

  private closeSmall(): void {
    if (this.end > this.start) this.gathered.push(this.room.subarray(this.start, this.end));
    this.start = this.end;
  }
}
