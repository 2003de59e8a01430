import { quantileAt } from '../records/quantile';

/** Statistics of a set of values. */
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

/** Describes values; all but `n` are `null` if there are none. */
export function statisticsOf(values: readonly number[]): Statistics {
  const n = values.length;
  if (n === 0) return NOTHING;
  // A plain array of the means of a country takes ten times as long, and stops the event loop for it.
  const sorted = Float64Array.from(values).sort();
  const mean = meanOf(sorted);
  const quantile = (share: number): number => quantileAt(n, share, (rank) => sorted[rank]!);
  return {
    n,
    mean,
    median: quantile(0.5),
    sd: n < 2 ? null : deviation(sorted, mean),
    p5: quantile(0.05),
    p95: quantile(0.95),
  };
}

/** A second pass, over the differences from the first mean, recovers what the sum lost to rounding. */
function meanOf(values: Float64Array): number {
  const first = values.reduce((sum, value) => sum + value, 0) / values.length;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / values.length;
}

function deviation(values: Float64Array, mean: number): number {
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const sd = Math.sqrt(squares / (values.length - 1));
  // Rounding may leave a tiny deviation between equal values.
  return sd < 1e-14 * Math.abs(mean) ? 0 : sd;
}
