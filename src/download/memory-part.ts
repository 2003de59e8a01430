import { GatheredPieces } from './gathered-pieces';
import type { Held, KnownFile } from './range-answer';
import type { Sink } from './transfer';

/** A download that grows in memory. */
export class MemoryPart implements Sink {
  private gathered = new GatheredPieces();
  private known: KnownFile = {};

  get held(): Readonly<Held> {
    return { ...this.known, bytes: this.gathered.bytes };
  }

  restart(known: KnownFile): Promise<void> {
    this.gathered = new GatheredPieces();
    this.known = known;
    return Promise.resolve();
  }

  learnTotal(total: number): void {
    this.known = { ...this.known, total };
  }

  forget(): void {
    this.known = {};
  }

  write(chunk: Buffer): undefined {
    this.gathered.add(chunk);
  }

  /** What came, one behind the other. */
  get pieces(): readonly Buffer[] {
    return this.gathered.pieces;
  }

  finish(): Buffer {
    const { bytes } = this.gathered;
    return Buffer.concat(this.gathered.take(), bytes);
  }
}
