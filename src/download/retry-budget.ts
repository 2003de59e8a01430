import { retryDelay } from '../transport/retry-delay';
import type { Held } from './range-answer';

/** An attempt that came this much further than any before, or by a hundredth of the file, has made progress. */
const PROGRESS_BYTES = 64 * 1024;

/** The time that a transfer may spend waiting between attempts. Each attempt that makes progress restores all of it. */
export class RetryBudget {
  private failures = 0;
  private waitedSeconds = 0;

  /**
   * @param seconds longest time of waiting without progress
   * @param random a number from 0 up to 1
   * @param furthest the most bytes ever held: if nothing can be resumed, getting as far as before is no progress
   */
  constructor(
    private readonly seconds: number,
    private readonly random: () => number,
    private furthest: number,
  ) {}

  /** An attempt is over, and this is held now. */
  reached({ bytes, total = Infinity }: Held): void {
    if (bytes - this.furthest >= Math.min(PROGRESS_BYTES, total / 100)) {
      this.failures = 0;
      this.waitedSeconds = 0;
    }
    this.furthest = Math.max(this.furthest, bytes);
  }

  /**
   * An attempt has failed.
   *
   * @param retryAfter seconds that the server wants at least
   * @returns seconds to wait before the next one; `undefined` if there is no time left for it
   */
  spend(retryAfter = 0): number | undefined {
    this.failures++;
    const seconds = Math.max(retryDelay(this.failures, this.random()), retryAfter);
    if (this.waitedSeconds + seconds > this.seconds) return undefined;
    this.waitedSeconds += seconds;
    return seconds;
  }
}
