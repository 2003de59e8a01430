/**
 * Quantile by linear interpolation between order statistics: type 7 of Hyndman and Fan (1996), the default of R, NumPy and Excel's
 * PERCENTILE.INC.
 *
 * @param count number of values, at least one
 * @param share 0 to 1
 * @param at gives the value of a rank, from 0 for the smallest
 */
export function quantileAt(count: number, share: number, at: (rank: number) => number): number {
  const position = (count - 1) * share;
  const below = Math.floor(position);
  const low = at(below);
  // An infinite neighbour would spoil the result even with weight 0.
  if (below === position) return low;
  return low + (at(below + 1) - low) * (position - below);
}
