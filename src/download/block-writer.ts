import type { FileHandle } from 'node:fs/promises';
import { writeFully } from '../disk/write-fully';
import { GatheredPieces } from './gathered-pieces';

const BLOCK_BYTES = 512 * 1024;
const SYNC_EVERY_BYTES = 64 * 1024 * 1024;

/**
 * Appends pieces to a file in large blocks: one is written while the next is gathered. What has been written is brought to the disk in the
 * background, so that little is left to wait for at the end. An error of either comes out of the next call, and of every one after it.
 */
export class BlockWriter {
  private readonly gathered = new GatheredPieces();
  private writing: Promise<void> | undefined;
  private syncing: Promise<void> | undefined;
  private unsyncedBytes = 0;
  private failure: unknown;

  constructor(
    private readonly handle: FileHandle,
    private position: number,
  ) {}

  /** Gives a promise where the next piece has to wait. */
  write(chunk: Buffer): Promise<void> | undefined {
    this.throwFailure();
    this.gathered.add(chunk);
    if (this.gathered.bytes < BLOCK_BYTES) return undefined;
    if (!this.writing) {
      this.startBlock();
      return undefined;
    }
    return this.writing.then(() => {
      this.throwFailure();
      this.startBlock();
    });
  }

  /** Everything is written; not yet on the disk. */
  async flush(): Promise<void> {
    await this.untilWritten();
    this.startBlock();
    await this.untilWritten();
    await this.syncing;
    this.throwFailure();
  }

  /** Where a piece waits for the block that is being written, another block begins with its end. */
  private async untilWritten(): Promise<void> {
    while (this.writing) await this.writing;
    this.throwFailure();
  }

  private startBlock(): void {
    const at = this.position;
    this.position += this.gathered.bytes;
    this.unsyncedBytes += this.gathered.bytes;
    const chunks = this.gathered.take();
    this.writing = writeFully(this.handle, chunks, at).then(
      () => {
        this.writing = undefined;
        if (this.unsyncedBytes >= SYNC_EVERY_BYTES && !this.syncing) this.startSync();
      },
      (error: unknown) => {
        this.writing = undefined;
        this.failure = error;
      },
    );
  }

  private startSync(): void {
    this.unsyncedBytes = 0;
    this.syncing = this.handle.datasync().then(
      () => {
        this.syncing = undefined;
      },
      // Never forgotten: the system reports a page that it could not write once, and the next sync succeeds.
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
