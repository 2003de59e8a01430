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
  /** The valid cells themselves, until there are too many: then they are counted instead. */
  private kept: number[] = [];
  private histogram: CellHistogram | null = null;
  private valid = 0;
  private mean = 0;
  private squares = 0;
  private min = Infinity;
  private max = -Infinity;
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
      else kept.push(value);
    }
    if (n > 0) this.join(n, sum / n, values, from, to);
  }

  /** Between the passes. Gives whether a second one is needed. */
  choose(): boolean {
    const { histogram } = this;
    if (!histogram || this.valid === 0) return false;
    this.quantiles((rank) => {
      histogram.choose(rank);
      return 0;
    });
    return true;
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
    const { valid, min, max, histogram } = this;
    if (valid === 0) return null;
    // Rounding errors of sums would look like a spread if all values are the same.
    const alike = min === max;
    const sd = valid === 1 ? null : alike ? 0 : Math.sqrt(this.squares / (valid - 1));
    const sorted = Float64Array.from(this.kept).sort();
    const quantiles = this.quantiles(histogram ? (rank) => histogram.at(rank) : (rank) => sorted[rank]!);
    return { valid, mean: alike ? min : this.mean, sd, min, max, ...quantiles };
  }

  /** Moves the kept cells to a histogram if so many more would be too many. */
  private makeRoom(more: number, values: CellValues): void {
    if (this.histogram || this.kept.length + more <= this.mostKept) return;
    this.histogram = new CellHistogram(values);
    for (const value of this.kept) this.histogram.count(value);
    this.kept = [];
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

  /** @param at gives the value of a rank, from 0; asked only for those that the quantiles lie between */
  private quantiles(at: (rank: number) => number): Pick<BandStatistics, 'p5' | 'median' | 'p95'> {
    const quantile = (share: number): number => this.withTrueDigits(quantileAt(this.valid, share, at));
    return { p5: quantile(0.05), median: quantile(0.5), p95: quantile(0.95) };
  }

  private withTrueDigits(value: number): number {
    if (!this.histogram?.isRounded || !Number.isFinite(value)) return value;
    return Math.min(this.max, Math.max(this.min, Number(value.toPrecision(QUANTILE_DIGITS))));
  }
}
