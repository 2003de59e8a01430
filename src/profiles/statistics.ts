/** What is told of a set of values. */
export interface Statistics {
  n: number;
  mean: number | null;
  median: number | null;
  /** Standard deviation of the sample (n - 1); `null` for fewer than two values. */
  sd: number | null;
  p5: number | null;
  p95: number | null;
}

const NOTHING: Statistics = { n: 0, mean: null, median: null, sd: null, p5: null, p95: null };

/** Describes values; all but `n` are `null` where there are none. */
export function describe(values: readonly number[]): Statistics {
  const n = values.length;
  if (n === 0) return { ...NOTHING };
  // No typed array: there is one call for each place, and most places have few values.
  const sorted = [...values].sort((a, b) => a - b);
  const mean = meanOf(sorted);
  return {
    n,
    mean,
    median: quantile(sorted, 0.5),
    sd: n < 2 ? null : deviation(sorted, mean),
    p5: quantile(sorted, 0.05),
    p95: quantile(sorted, 0.95),
  };
}

/**
 * Quantile by linear interpolation between order statistics: type 7 of Hyndman and Fan (1996), the default of R, NumPy and Excel's
 * PERCENTILE.INC.
 *
 * @param sorted ascending, at least one value
 * @param share 0 to 1
 */
export function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const low = sorted[below]!;
  // An infinite neighbour would spoil it, even with no weight.
  if (below === position) return low;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}

/** Second pass over the differences from the first mean: takes back what the sum lost to rounding. */
function meanOf(values: readonly number[]): number {
  const first = values.reduce((sum, value) => sum + value, 0) / values.length;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}

function deviation(values: readonly number[], mean: number): number {
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (values.length - 1));
  // Equal values differ by what binary fractions leave behind.
  return sd < 1e-14 * Math.abs(mean) ? 0 : sd;
}
