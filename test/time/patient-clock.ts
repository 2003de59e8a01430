import type { Clock } from '../../src/time/clock';

const TICK_MS = 2;

/**
 * A clock that runs so many times as fast, and never faster than the process: it moves in small steps, one for each turn of the event loop at most. A machine that is
 * busy elsewhere makes it slow and never lets it jump, so that a time limit runs out only if nothing came, and not if nobody had time to look.
 */
export class PatientClock implements Clock {
  private readonly waiting = new Set<{ due: number; callback: () => void }>();
  private elapsed = 0;
  private ticking = false;

  constructor(
    readonly factor = 100,
    private readonly startedAtWall = Date.UTC(2026, 0, 1),
  ) {}

  now(): number {
    return this.startedAtWall + this.elapsed;
  }

  monotonic(): number {
    return this.elapsed;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { due: this.elapsed + Math.max(0, ms), callback };
    this.waiting.add(entry);
    if (!this.ticking) this.tick();
    return () => void this.waiting.delete(entry);
  }

  private tick(): void {
    this.ticking = true;
    setTimeout(() => {
      this.elapsed += TICK_MS * this.factor;
      const due = [...this.waiting].filter((entry) => entry.due <= this.elapsed).sort((one, other) => one.due - other.due);
      for (const entry of due) if (this.waiting.delete(entry)) entry.callback();
      if (this.waiting.size > 0) this.tick();
      else this.ticking = false;
    }, TICK_MS);
  }
}
