import type { Held } from './range-answer';
import type { Sink } from './transfer';

/** A download that grows in memory. */
export class MemoryPart implements Sink {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private known: { etag?: string; total?: number } = {};

  get held(): Readonly<Held> {
    return { ...this.known, bytes: this.bytes };
  }

  restart(known: { etag?: string; total?: number }): Promise<void> {
    this.chunks = [];
    this.bytes = 0;
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
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }

  finish(): Buffer {
    const buffer = Buffer.concat(this.chunks, this.bytes);
    this.chunks = [];
    return buffer;
  }
}
