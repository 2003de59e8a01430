import { onAbort } from './abort-watch';
import { FairQueue } from './fair-queue';

/** Who wants a place, and how it waits. */
export interface HoldOptions {
  /** Fairness key: the node on whose behalf the work is done. */
  flow?: string;
  signal?: AbortSignal;
  /** Told if others come first. */
  onWait?: () => void;
}

/** Limits how many are at work at once. Those who wait are served in turn over their flows, and hold neither a connection nor a file meanwhile. */
export class Semaphore {
  private readonly waiting = new FairQueue<() => void>();
  private free: number;

  constructor(private readonly count: number) {
    this.free = count;
  }

  /** Whether anybody is at work. */
  get isBusy(): boolean {
    return this.free < this.count;
  }

  /**
   * Does work when there is a place for it, and holds the place until that has ended, well or not.
   *
   * @throws what the work throws; the signal's reason
   */
  async hold<Result>({ flow = '', signal, onWait }: HoldOptions, work: () => Promise<Result>): Promise<Result> {
    signal?.throwIfAborted();
    if (this.free > 0) {
      this.free--;
    } else {
      onWait?.();
      await this.waitInLine(flow, signal);
    }
    try {
      // Aborted just when the place came: the next one gets it.
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.leave();
    }
  }

  private waitInLine(flow: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = this.waiting.add(flow, () => {
        callOff();
        resolve();
      });
      const callOff = onAbort(signal, () => {
        this.waiting.remove(entry);
        reject(signal?.reason as Error);
      });
    });
  }

  /** The place goes on to whoever is next. */
  private leave(): void {
    const next = this.waiting.take();
    if (next) next();
    else this.free++;
  }
}
