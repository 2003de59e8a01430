import { quantileAt } from '../src/records/quantile';

/** A figure that was measured several times. */
export interface Figure {
  median: number;
  low: number;
  high: number;
}

/** @param values at least one */
export function figure(values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other);
  return { median: quantileAt(sorted.length, 0.5, (rank) => sorted[rank] as number), low: sorted[0] as number, high: sorted[sorted.length - 1] as number };
}

/** Ratios of figures that were measured in the same round: what slows the machine down slows both. */
export function ratios(ours: readonly number[], theirs: readonly number[]): Figure {
  return figure(ours.map((value, round) => value / (theirs[round] as number)));
}
