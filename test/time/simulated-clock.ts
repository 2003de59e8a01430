import type { Clock } from '../../src/time/clock';

/** A clock that moves only when told to. Callbacks run in the order of their due times. */
export class SimulatedClock implements Clock {
  private readonly waiting: { due: number; order: number; callback: () => void }[] = [];
  private elapsed = 0;
  private order = 0;

  constructor(private wall = Date.UTC(2026, 0, 1)) {}

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.elapsed;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { due: this.elapsed + Math.max(0, ms), order: this.order++, callback };
    this.waiting.push(entry);
    return () => {
      const at = this.waiting.indexOf(entry);
      if (at >= 0) this.waiting.splice(at, 1);
    };
  }

  /** Shifts the wall time alone, as a person or a time server does. */
  setWall(now: number): void {
    this.wall = now;
  }

  /** Number of callbacks that still wait. */
  get pending(): number {
    return this.waiting.length;
  }

  /** Moves on by `ms`, running what falls due, and lets promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.elapsed + ms;
    await settle();
    for (;;) {
      this.waiting.sort((a, b) => a.due - b.due || a.order - b.order);
      const next = this.waiting[0];
      if (!next || next.due > end) break;
      this.waiting.shift();
      this.step(next.due);
      next.callback();
      await settle();
    }
    this.step(end);
  }

  /** Time in which the program is busy: nothing that falls due can run. */
  pass(ms: number): void {
    this.step(this.elapsed + ms);
  }

  /** Runs what is due by now, before any promise settles. */
  runDue(): void {
    for (const entry of this.waiting.filter(({ due }) => due <= this.elapsed)) {
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      entry.callback();
    }
  }

  private step(to: number): void {
    this.wall += to - this.elapsed;
    this.elapsed = to;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
