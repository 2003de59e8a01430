import type { Clock } from './clock';

/** Time servers correct less than this gradually, and limits of minutes do not mind it. */
const LEAST_MS = 60_000;

/** Finds out whether the wall clock was set: then it has moved against the monotonic one, which also stands still while the machine sleeps. */
export class SetClock {
  private apart: number;

  constructor(private readonly clock: Clock) {
    this.apart = this.now();
  }

  /** Whether it was set since this was last asked. */
  wasSet(): boolean {
    const now = this.now();
    if (Math.abs(now - this.apart) < LEAST_MS) return false;
    this.apart = now;
    return true;
  }

  private now(): number {
    return this.clock.now() - this.clock.monotonic();
  }
}
