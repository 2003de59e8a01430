import type { Clock } from '../time/clock';

/** How far a download is. `total` and `percent` are null while the length is not known. */
export interface DownloadProgress {
  bytes: number;
  total: number | null;
  /** 0 to 100, one decimal. */
  percent: number | null;
  /** Over the last five seconds; bytes held from an earlier attempt do not count. */
  bytesPerSecond: number;
}

const SHORTEST_PAUSE_MS = 500;
/** While nobody knows when the end comes, which is reported at once: with a report before it, no second has three. */
const PAUSE_WITHOUT_END_MS = 1000;
const RATE_WINDOW_MS = 5000;

/** Reports progress at most twice a second, and always the end: a report due just before the end is left out. */
export class ProgressReporter {
  /** At least two during a report: the one that the rate counts from, and the present one. */
  private readonly samples: { at: number; received: number }[];
  private received = 0;
  private reportedAt: number;

  constructor(
    private readonly clock: Clock,
    private readonly report: ((progress: DownloadProgress) => void) | undefined,
  ) {
    this.reportedAt = clock.monotonic();
    this.samples = [{ at: this.reportedAt, received: 0 }];
  }

  /** `received` bytes came; `bytes` of `total` are held now. */
  add(received: number, bytes: number, total: number | undefined): void {
    this.received += received;
    const pause = total === undefined ? PAUSE_WITHOUT_END_MS : SHORTEST_PAUSE_MS;
    if (!this.report || this.clock.monotonic() - this.reportedAt < pause) return;
    if (total === undefined || total - bytes > this.bytesPerSecond() * (SHORTEST_PAUSE_MS / 1000)) this.send(bytes, total);
  }

  /** All bytes are there. */
  finish(bytes: number): void {
    this.send(bytes, bytes);
  }

  private send(bytes: number, total: number | undefined): void {
    const at = this.clock.monotonic();
    this.reportedAt = at;
    this.samples.push({ at, received: this.received });
    while (at - (this.samples[1] as { at: number }).at >= RATE_WINDOW_MS) this.samples.shift();
    this.report?.({
      bytes,
      total: total ?? null,
      percent: total === undefined ? null : total === 0 ? 100 : Math.round((bytes / total) * 1000) / 10,
      bytesPerSecond: Math.round(this.bytesPerSecond()),
    });
  }

  private bytesPerSecond(): number {
    const oldest = this.samples[0] as { at: number; received: number };
    const seconds = (this.clock.monotonic() - oldest.at) / 1000;
    return seconds > 0 ? (this.received - oldest.received) / seconds : 0;
  }
}
