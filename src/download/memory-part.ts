import { GatheredPieces } from '../transport/gathered-pieces';
import type { Held, KnownFile } from './range-answer';
import type { Sink } from './sink';

/** A download that grows in memory. */
export class MemoryPart implements Sink {
  private gathered = new GatheredPieces();
  /** Changed in place as pieces come: it is read several times for each. */
  held: Held = { bytes: 0 };

  restart(known: KnownFile): Promise<void> {
    this.gathered = new GatheredPieces();
    this.held = { ...known, bytes: 0 };
    return Promise.resolve();
  }

  learnTotal(total: number): undefined {
    this.held.total = total;
  }

  forget(): void {
    this.held = { bytes: this.held.bytes };
  }

  write(chunk: Buffer): undefined {
    this.gathered.add(chunk);
    this.held.bytes = this.gathered.bytes;
  }

  /** Gives all of it away, in one piece. */
  take(): Buffer {
    return this.gathered.take();
  }
}
