/** Numbers of one block. */
export type CellValues = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

const BUCKETS = 65_536;

/**
 * Finds values by rank among any number of cells, in the memory of a few histograms. Nothing is estimated: a first pass counts the upper 16 of
 * the 32 bits that stand for each value, a second one the lower 16 bits in the buckets that hold a wanted rank. Results are exact; 64-bit floats
 * are first rounded to 32-bit floats.
 */
export class CellHistogram {
  private readonly coarse = new Uint32Array(BUCKETS);
  private readonly fine = new Map<number, Uint32Array>();
  private readonly float = new Float32Array(1);
  private readonly bits = new Uint32Array(this.float.buffer);
  /** Whether numbers are 32-bit integers, used as they are (smaller ones fit into a float); `sign` flips the sign bit, so negative ones sort first. */
  private readonly whole: boolean;
  private readonly sign: number;
  /** Whether numbers are 64-bit floats, of which the digits of 32-bit ones are left. */
  readonly isRounded: boolean;

  /** @param kind any block of the band: all are of one kind */
  constructor(kind: CellValues) {
    this.whole = kind instanceof Int32Array || kind instanceof Uint32Array;
    this.sign = kind instanceof Int32Array ? 0x80000000 : 0;
    this.isRounded = kind instanceof Float64Array;
  }

  /** First pass. */
  count(value: number): void {
    this.coarse[this.key(value) >>> 16]! += 1;
  }

  /** Between the passes: a rank (from 0) that will be asked for. */
  choose(rank: number): void {
    const [bucket] = findRank(this.coarse, rank);
    this.fine.set(bucket, new Uint32Array(BUCKETS));
  }

  /** Second pass, over the same cells. */
  refine(value: number): void {
    const key = this.key(value);
    const bucket = this.fine.get(key >>> 16);
    if (bucket) bucket[key & 0xffff]! += 1;
  }

  /** After both passes: the value at a chosen rank. */
  at(rank: number): number {
    const [bucket, before] = findRank(this.coarse, rank);
    const [lower] = findRank(this.fine.get(bucket)!, rank - before);
    return this.valueOf(((bucket << 16) | lower) >>> 0);
  }

  /** 32 bits that, read as unsigned, sort like the numbers: a 32-bit integer itself, the bits of a float flipped where necessary. */
  private key(value: number): number {
    if (this.whole) return value ^ this.sign;
    this.float[0] = value;
    const bits = this.bits[0]!;
    return (bits & 0x80000000) !== 0 ? ~bits : bits | 0x80000000;
  }

  private valueOf(key: number): number {
    if (this.whole) return this.sign === 0 ? key : key ^ this.sign;
    this.bits[0] = (key & 0x80000000) !== 0 ? key & 0x7fffffff : ~key;
    return this.float[0]!;
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
