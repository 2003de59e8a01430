import { GatheredPieces } from '../transport/gathered-pieces';
import type { Held, KnownFile } from './range-answer';
import type { Sink } from './sink';

/** A download that grows in memory. */
export class MemoryPart implements Sink {
  private gathered = new GatheredPieces();
  /** Changed as pieces come, and not made anew: it is asked for several times for each. */
  private state: Held = { bytes: 0 };

  get held(): Readonly<Held> {
    return this.state;
  }

  restart(known?: KnownFile): Promise<void> {
    this.gathered = new GatheredPieces();
    this.state = { ...known, bytes: 0 };
    return Promise.resolve();
  }

  learnTotal(total: number): undefined {
    this.state.total = total;
  }

  forget(): void {
    this.state = { bytes: this.state.bytes };
  }

  write(chunk: Buffer): undefined {
    this.gathered.add(chunk);
    this.state.bytes = this.gathered.bytes;
  }

  /** What came, one behind the other. */
  get pieces(): readonly Buffer[] {
    return this.gathered.pieces;
  }

  /** Gives all of it away, in one piece. */
  take(): Buffer {
    const { bytes } = this.gathered;
    return Buffer.concat(this.gathered.take(), bytes);
  }
}
