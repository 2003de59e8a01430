import { setImmediate } from 'node:timers/promises';

const LONGEST_TURN_MS = 15;

/** Gives other work its turn where ours has taken long enough: parsing what is already in memory never waits by itself. */
export class TurnTaker {
  private since = performance.now();

  async rest(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (performance.now() - this.since < LONGEST_TURN_MS) return;
    await setImmediate();
    this.since = performance.now();
    signal?.throwIfAborted();
  }
}
