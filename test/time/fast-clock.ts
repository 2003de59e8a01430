import type { Clock } from '../../src/time/clock';

/** A clock that runs so many times as fast: waits end soon while real sockets keep their own pace. */
export class FastClock implements Clock {
  private readonly startedAt = performance.now();

  constructor(
    readonly factor = 50,
    private readonly startedAtWall = Date.UTC(2026, 0, 1)
  ) {}

  now(): number {
    return this.startedAtWall + this.monotonic();
  }

  monotonic(): number {
    return (performance.now() - this.startedAt) * this.factor;
  }

  after(ms: number, callback: () => void): () => void {
    const due = this.monotonic() + ms;
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(() => (this.monotonic() < due ? arm() : callback()), Math.max(0, (due - this.monotonic()) / this.factor));
    };
    arm();
    return () => clearTimeout(timer);
  }
}
