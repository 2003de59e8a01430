import { quantileAt } from '../quantile';
import { CellHistogram, type CellValues } from './cell-histogram';

/** Statistics of the valid cells of a band, in numbers as the file stores them. What is too large for a float is infinite, or NaN. */
export interface BandStatistics {
  valid: number;
  mean: number;
  sd: number | null;
  min: number;
  max: number;
  median: number;
  p5: number;
  p95: number;
}

const SHARES = { p5: 0.05, median: 0.5, p95: 0.95 };

/** The largest and smallest floats often stand for no value, and texts round them (-3.40282e+38), by up to this share of their size. */
const LARGE = 1e30;
const ROUNDING = 1e-5;

/** Up to this many cells, as most fields have, are kept and sorted; more are counted in a histogram, in two passes over the file. */
const MOST_KEPT = 65_536;
/** Significant digits of a quantile of 64-bit floats from the histogram: those of 32-bit floats. */
const QUANTILE_DIGITS = 7;

/**
 * Statistics of any number of cells in bounded memory. Quantiles are of type 7, and exact; of more than {@link MOST_KEPT} 64-bit floats, they
 * have seven digits.
 */
export class BandTally {
  /** The valid cells themselves, until there are too many. */
  private kept: number[] | null = [];
  private histogram: CellHistogram | null = null;
  private valid = 0;
  private mean = 0;
  private squares = 0;
  private min = Infinity;
  private max = -Infinity;
  /** Whether the histogram stands for 64-bit floats. */
  private double = false;
  /** What stands for no value, and how far from it a number may be. */
  private readonly none: readonly { number: number; tolerance: number }[];

  /** @param noData numbers that stand for no value; NaN and infinite ones always do */
  constructor(
    noData: readonly number[],
    private readonly mostKept = MOST_KEPT,
  ) {
    this.none = noData.filter(Number.isFinite).map((number) => ({ number, tolerance: Math.abs(number) > LARGE ? Math.abs(number) * ROUNDING : 0 }));
  }

  /** First pass. Takes cells [from, to) of a block. */
  count(values: CellValues, from: number, to: number): void {
    let [n, sum] = [0, 0];
    this.makeRoom(to - from, values);
    const { kept, histogram } = this;
    for (let at = from; at < to; at += 1) {
      const value = values[at]!;
      if (!this.isValid(value)) continue;
      n += 1;
      sum += value;
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
      if (histogram) histogram.count(value);
      else kept!.push(value);
    }
    if (n > 0) this.join(n, sum / n, values, from, to);
  }

  /** Between the passes. Gives whether a second one is needed. */
  choose(): boolean {
    this.histogram?.choose(this.ranks());
    return this.histogram !== null;
  }

  /** Second pass, over the same cells. */
  refine(values: CellValues, from: number, to: number): void {
    const { histogram } = this;
    if (!histogram) return;
    for (let at = from; at < to; at += 1) {
      const value = values[at]!;
      if (this.isValid(value)) histogram.refine(value);
    }
  }

  /** After the passes; `null` if no cell is valid. */
  result(): BandStatistics | null {
    const { valid, min, max } = this;
    if (valid === 0) return null;
    // Rounding errors of sums would look like a spread if all values are the same.
    const alike = min === max;
    const sd = valid === 1 ? null : alike ? 0 : Math.sqrt(this.squares / (valid - 1));
    return { valid, mean: alike ? min : this.mean, sd, min, max, ...this.quantiles() };
  }

  /** Moves the kept cells to a histogram if so many more would be too many. */
  private makeRoom(more: number, values: CellValues): void {
    if (!this.kept || this.kept.length + more <= this.mostKept) return;
    this.histogram = new CellHistogram(values);
    for (const value of this.kept) this.histogram.count(value);
    this.kept = null;
    this.double = values instanceof Float64Array;
  }

  /** Combines the mean and the squares of two sets (Chan et al. 1979), so that no precision is lost over millions of cells. */
  private join(n: number, mean: number, values: CellValues, from: number, to: number): void {
    let squares = 0;
    for (let at = from; at < to; at += 1) {
      const value = values[at]!;
      if (this.isValid(value)) squares += (value - mean) ** 2;
    }
    const all = this.valid + n;
    const apart = mean - this.mean;
    this.squares += squares + (apart * apart * this.valid * n) / all;
    this.mean += (apart * n) / all;
    this.valid = all;
  }

  private isValid(value: number): boolean {
    if (value - value !== 0) return false;
    for (const { number, tolerance } of this.none) if (Math.abs(value - number) <= tolerance) return false;
    return true;
  }

  private quantiles(): Record<keyof typeof SHARES, number> {
    const { histogram } = this;
    const sorted = Float64Array.from(this.kept ?? []).sort();
    const at = histogram ? (rank: number) => histogram.at(rank) : (rank: number) => sorted[rank]!;
    const { p5, median, p95 } = SHARES;
    return { p5: this.quantile(p5, at), median: this.quantile(median, at), p95: this.quantile(p95, at) };
  }

  private quantile(share: number, at: (rank: number) => number): number {
    const value = quantileAt(this.valid, share, at);
    // The histogram keeps 64-bit floats with the digits of 32-bit ones only.
    return this.double && Number.isFinite(value) ? Math.min(this.max, Math.max(this.min, Number(value.toPrecision(QUANTILE_DIGITS)))) : value;
  }

  /** The ranks, from 0, of the values that the quantiles lie between. */
  private ranks(): number[] {
    return Object.values(SHARES).flatMap((share) => {
      const position = (this.valid - 1) * share;
      return this.valid === 0 ? [] : [Math.floor(position), Math.ceil(position)];
    });
  }
}
