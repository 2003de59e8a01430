const LONGEST_TURN_MS = 15;
/** A browser has no `setImmediate`: the map of the editor reads areas, too. */
const afterOthers: (resume: () => void) => unknown = typeof setImmediate === 'undefined' ? setTimeout : setImmediate;

/** Gives other work its turn once ours has taken long enough: parsing what is already in memory never waits by itself. */
export class TurnTaker {
  private since = performance.now();

  async rest(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (performance.now() - this.since < LONGEST_TURN_MS) return;
    await new Promise<void>((resume) => afterOthers(resume));
    this.since = performance.now();
    signal?.throwIfAborted();
  }
}
