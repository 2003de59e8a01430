/** How often a wait wants its job's status read, ms. */
export interface PollBounds {
  /** Not before this, for the first poll. */
  firstPollMs: number;
  /** No gap is longer. */
  maxPollMs: number;
}

const GROWTH = 1.4;
const JITTER = 0.2;
/** Settings may be any fraction of a second: below this, the status would be read without a pause. */
const SHORTEST_GAP_MS = 20;

/**
 * The gap before the next poll if nothing is known of jobs of this sort: each 1.4 times the one before, up to the longest, with 20 %
 * jitter. The jitter makes the first gap longer and the others shorter, so that both bounds hold.
 *
 * @param polls how many there were so far
 */
export function plainGap({ firstPollMs, maxPollMs }: PollBounds, polls: number, random: () => number): number {
  if (polls === 0) return firstPollMs * (1 + JITTER * random());
  const gap = Math.min(maxPollMs, Math.max(firstPollMs, SHORTEST_GAP_MS) * GROWTH ** polls);
  return Math.max(Math.min(SHORTEST_GAP_MS, maxPollMs), gap * (1 - JITTER * random()));
}

/**
 * The gap after polls that failed: twice the one before, or what the service asked for if that is longer, even beyond the longest gap of
 * the wait.
 *
 * @param failures how many there were in a row, this one included
 * @param retryAfterMs what the service asked for (RFC 9110, 10.2.3)
 */
export function gapAfterFailure(bounds: PollBounds, failures: number, retryAfterMs: number, random: () => number): number {
  const { firstPollMs, maxPollMs } = bounds;
  const gap = Math.min(maxPollMs, Math.max(firstPollMs, SHORTEST_GAP_MS) * 2 ** failures);
  return Math.max(retryAfterMs * (1 + JITTER * random()), gap * (1 - JITTER * random()));
}
