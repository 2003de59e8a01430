/**
 * Wall time that follows the machine's clock forwards but never back: jobs go on even if the clock is set back.
 *
 * @param wall wall time, ms
 * @param monotonic ms since an arbitrary moment
 */
export function forwardTime(wall: () => number = Date.now, monotonic = (): number => performance.now()): () => number {
  let ahead = -Infinity;
  return () => {
    ahead = Math.max(ahead, wall() - monotonic());
    return Math.round(ahead + monotonic());
  };
}
