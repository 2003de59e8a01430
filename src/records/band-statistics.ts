/** What is told of the valid cells of a band, in the numbers that the file stores. */
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

/** Numbers of one block. */
export type CellValues = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const BUCKETS = 65_536;
const SHARES = { p5: 0.05, median: 0.5, p95: 0.95 };
type QuantileName = keyof typeof SHARES;

/** The largest and smallest floats often stand for no value, and texts round them (-3.40282e+38): to so much of their size. */
const LARGE = 1e30;
const ROUNDING = 1e-5;

/** Significant digits of a quantile of 64-bit floats: those that they share with floats of 32 bits. */
const QUANTILE_DIGITS = 7;

/**
 * Statistics of any number of cells with the memory of a few histograms. Quantiles are not estimated: a first pass counts the upper 16 of
 * the 32 bits that stand for each value, a second one the lower 16 bits of those that hold a quantile. They are of type 7, and exact; of
 * 64-bit floats, they have seven digits.
 */
export class BandTally {
  private readonly coarse = new Uint32Array(BUCKETS);
  private readonly fine = new Map<number, Uint32Array>();
  private valid = 0;
  private mean = 0;
  private squares = 0;
  private min = Infinity;
  private max = -Infinity;
  private readonly float = new Float32Array(1);
  private readonly bits = new Uint32Array(this.float.buffer);
  /** Whether numbers are whole ones of 32 bits, which tell themselves; `sign` turns them so that negative ones come first. */
  private whole = false;
  private sign = 0;
  private double = false;
  private readonly noData: number;
  private readonly tolerance: number;

  /** @param noData number that stands for no value; NaN and infinite ones always do */
  constructor(noData: number | null) {
    this.noData = noData !== null && Number.isFinite(noData) ? noData : NaN;
    this.tolerance = Math.abs(this.noData) > LARGE ? Math.abs(this.noData) * ROUNDING : 0;
  }

  /** First pass. Takes cells [from, to) of a block. */
  count(values: CellValues, from: number, to: number): void {
    let [n, sum] = [0, 0];
    this.look(values);
    for (let at = from; at < to; at += 1) {
      const value = values[at]!;
      if (!this.isValid(value)) continue;
      n += 1;
      sum += value;
      if (value < this.min) this.min = value;
      if (value > this.max) this.max = value;
      this.coarse[this.key(value) >>> 16]! += 1;
    }
    if (n > 0) this.join(n, sum / n, values, from, to);
  }

  /** Between the passes: which values the second pass must look at. */
  choose(): void {
    for (const rank of this.ranks()) {
      const [bucket] = this.bucketOf(rank);
      if (!this.fine.has(bucket)) this.fine.set(bucket, new Uint32Array(BUCKETS));
    }
  }

  /** Second pass, over the same cells. */
  refine(values: CellValues, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const value = values[at]!;
      if (!this.isValid(value)) continue;
      const key = this.key(value);
      const bucket = this.fine.get(key >>> 16);
      if (bucket) bucket[key & 0xffff]! += 1;
    }
  }

  /** After both passes; `null` where no cell is valid. */
  result(): BandStatistics | null {
    const { valid, min, max } = this;
    if (valid === 0) return null;
    // What sums lose would be a spread where there is none.
    const alike = min === max;
    const sd = valid === 1 ? null : alike ? 0 : Math.sqrt(this.squares / (valid - 1));
    return { valid, mean: alike ? min : this.mean, sd, min, max, p5: this.quantile('p5'), median: this.quantile('median'), p95: this.quantile('p95') };
  }

  /** Brings together the mean and the squares of two sets (Chan et al. 1979), so that nothing is lost over millions of cells. */
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

  /** How numbers are told by 32 bits: all blocks of a band are alike, and smaller whole numbers fit into a float. */
  private look(values: CellValues): void {
    this.whole = values instanceof Int32Array || values instanceof Uint32Array;
    this.sign = values instanceof Int32Array ? 0x80000000 : 0;
    this.double = values instanceof Float64Array;
  }

  private isValid(value: number): boolean {
    return value - value === 0 && !(Math.abs(value - this.noData) <= this.tolerance);
  }

  /** 32 bits that sort like the numbers: a whole number of 32 bits itself, the bits of a float turned. */
  private key(value: number): number {
    if (this.whole) return (value ^ this.sign) >>> 0;
    this.float[0] = value;
    const bits = this.bits[0]!;
    return (bits & 0x80000000) !== 0 ? ~bits >>> 0 : (bits | 0x80000000) >>> 0;
  }

  private valueOf(key: number): number {
    if (this.whole) return this.sign === 0 ? key : key ^ this.sign;
    this.bits[0] = (key & 0x80000000) !== 0 ? key & 0x7fffffff : ~key;
    return this.float[0]!;
  }

  /** The ranks, from 0, of the values that the quantiles lie between. */
  private ranks(): number[] {
    return Object.values(SHARES).flatMap((share) => {
      const position = (this.valid - 1) * share;
      return this.valid === 0 ? [] : [Math.floor(position), Math.ceil(position)];
    });
  }

  private quantile(name: QuantileName): number {
    const position = (this.valid - 1) * SHARES[name];
    const low = this.atRank(Math.floor(position));
    const high = this.atRank(Math.ceil(position));
    const value = low + (high - low) * (position - Math.floor(position));
    if (!this.double) return value;
    return Math.min(this.max, Math.max(this.min, Number(value.toPrecision(QUANTILE_DIGITS))));
  }

  private atRank(rank: number): number {
    const [bucket, before] = this.bucketOf(rank);
    const [lower] = findRank(this.fine.get(bucket)!, rank - before);
    return this.valueOf(((bucket << 16) | lower) >>> 0);
  }

  private bucketOf(rank: number): [bucket: number, before: number] {
    return findRank(this.coarse, rank);
  }
}

/** The bucket that holds a rank, and how many values lie in those before it. */
function findRank(buckets: Uint32Array, rank: number): [bucket: number, before: number] {
  let before = 0;
  for (let bucket = 0; bucket < buckets.length; bucket += 1) {
    const here = buckets[bucket]!;
    if (before + here > rank) return [bucket, before];
    before += here;
  }
  throw new RangeError('the two passes saw different cells');
}
