import { retryDelay } from '../transport/retry-delay';
import type { Held } from './range-answer';

/** Attempts that have come this much further, or by a hundredth of the file, have made progress. */
const PROGRESS_BYTES = 64 * 1024;

/**
 * The time that a transfer may spend waiting, between attempts and in attempts that stand still. Progress restores all of it, in however many attempts it
 * was made: a link may break often.
 */
export class RetryBudget {
  private failures = 0;
  private waitedSeconds = 0;

  /**
   * @param seconds longest time of waiting without progress
   * @param random a number from 0 up to 1
   * @param reachedBefore bytes held when progress was last made: if nothing can be resumed, getting as far as before is none
   */
  constructor(
    private readonly seconds: number,
    private readonly random: () => number,
    private reachedBefore: number,
  ) {}

  /** An attempt is over, and this is held now. */
  reached({ bytes, total = Infinity }: Held): void {
    if (bytes - this.reachedBefore < Math.min(PROGRESS_BYTES, total / 100)) return;
    this.reachedBefore = bytes;
    this.failures = 0;
    this.waitedSeconds = 0;
  }

  /**
   * An attempt has failed.
   *
   * @param retryAfter seconds that the server wants at least
   * @param stoodSeconds seconds in which nothing came, at the end of the attempt
   * @returns seconds to wait before the next one; `undefined` if there is no time left for it
   */
  spend(retryAfter = 0, stoodSeconds = 0): number | undefined {
    this.failures++;
    this.waitedSeconds += stoodSeconds;
    const seconds = Math.max(retryDelay(this.failures, this.random()), retryAfter);
    if (this.waitedSeconds + seconds > this.seconds) return undefined;
    this.waitedSeconds += seconds;
    return seconds;
  }
}
