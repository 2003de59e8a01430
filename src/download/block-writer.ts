import type { FileHandle } from 'node:fs/promises';
import { writeFully } from '../disk/write-fully';
import type { Digest } from './digest';
import { DirectFile } from './direct-file';

/** Small enough that a block lost by a killed process is soon fetched again. */
const BLOCK_BYTES = 512 * 1024;
/** Each write past the page cache waits for the disk: fewer of them wait less in all. */
const DIRECT_BLOCK_BYTES = 2 * 1024 * 1024;
const SYNC_EVERY_BYTES = 64 * 1024 * 1024;

/**
 * Appends pieces to a file in large blocks: one is written while the next is gathered, but never two at once, so that the file has no
 * gaps whenever the process is killed. What the system keeps in its page cache is synced to the disk in the background, so that little is left to wait
 * for at the end. An error is thrown by the next call, and by every one after it.
 */
export class BlockWriter {
  private readonly blockBytes: number;
  /** Pieces are copied into this one. */
  private block: Buffer;
  private gathered = 0;
  /** This one is being written, or will be the next. */
  private other: Buffer;
  private writing: Promise<void> | undefined;
  /** A piece that waits for room. */
  private waiting: Promise<void> | undefined;
  private syncing: Promise<void> | undefined;
  private unsyncedBytes = 0;
  private failure: unknown;

  /**
   * @param position in the file, where the first piece goes
   * @param digest takes each block while it is written
   * @param direct a way past the page cache; without it, blocks are written in the usual way
   */
  constructor(
    private readonly handle: FileHandle,
    private position: number,
    private readonly digest: Digest,
    private readonly direct?: DirectFile,
  ) {
    this.blockBytes = direct ? DIRECT_BLOCK_BYTES : BLOCK_BYTES;
    const memory = direct ? DirectFile.memory(2 * this.blockBytes) : Buffer.allocUnsafeSlow(2 * this.blockBytes);
    this.block = memory.subarray(0, this.blockBytes);
    this.other = memory.subarray(this.blockBytes);
  }

  /** Returns a promise if the next piece has to wait. Once it resolves, or if there is none, the piece may be changed. */
  write(piece: Buffer): Promise<void> | undefined {
    this.throwFailure();
    const rest = this.gather(piece);
    if (rest.length === 0) return undefined;
    return (this.waiting = this.gatherLater(rest).finally(() => {
      this.waiting = undefined;
    }));
  }

  /** Resolves when everything is written, if not yet synced to the disk. */
  async flush(): Promise<void> {
    while (this.waiting) await this.waiting;
    await this.untilWritten();
    if (this.gathered > 0) this.startBlock();
    await this.untilWritten();
    await this.syncing;
    this.throwFailure();
  }

  private async untilWritten(): Promise<void> {
    while (this.writing) await this.writing;
    this.throwFailure();
  }

  /** Copies as much of it as there is room for, and returns the rest. */
  private gather(piece: Buffer): Buffer {
    for (;;) {
      const taken = Math.min(piece.length, this.room - this.gathered);
      // Not by copy(): into shared memory, that copies byte by byte if source and target are not aligned alike.
      if (taken > 0) this.block.fill(piece.subarray(0, taken), this.gathered, this.gathered + taken);
      this.gathered += taken;
      piece = piece.subarray(taken);
      if (this.gathered < this.room || this.writing) return piece;
      this.startBlock();
    }
  }

  private async gatherLater(piece: Buffer): Promise<void> {
    for (let rest = piece; rest.length > 0; rest = this.gather(rest)) {
      await this.writing;
      this.throwFailure();
    }
  }

  /** The first block is shorter if an earlier run stopped between two, so that all others start at multiples of their length. */
  private get room(): number {
    return this.blockBytes - (this.position % this.blockBytes);
  }

  private startBlock(): void {
    const bytes = this.block.subarray(0, this.gathered);
    const at = this.position;
    [this.block, this.other] = [this.other, this.block];
    this.position += bytes.length;
    this.gathered = 0;
    this.writing = Promise.all([this.writeBlock(bytes, at), this.digest.update(bytes)]).then(
      () => {
        this.writing = undefined;
        if (this.gathered === this.room) this.startBlock();
      },
      (error: unknown) => {
        this.writing = undefined;
        this.failure = error;
      },
    );
  }

  private async writeBlock(block: Buffer, at: number): Promise<void> {
    const taken = this.direct ? await this.direct.write(block, at) : 0;
    if (taken === block.length) return;
    await writeFully(this.handle, block.subarray(taken), at + taken);
    this.unsyncedBytes += block.length - taken;
    if (this.unsyncedBytes >= SYNC_EVERY_BYTES && !this.syncing) this.startSync();
  }

  private startSync(): void {
    this.unsyncedBytes = 0;
    this.syncing = this.handle.datasync().then(
      () => {
        this.syncing = undefined;
      },
      // Never forgotten: the system reports a page that it could not write only once, and the next sync succeeds.
      (error: unknown) => {
        this.syncing = undefined;
        this.failure = error;
      },
    );
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure;
  }
}
