/**
 * The rings of polygons, flat: positions in grid units one after the other, closing positions left out. The first ring of a part is its
 * shell, the others are its holes.
 */
export interface Rings {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Index of each ring's first position, and as last entry the number of positions. */
  readonly ringStart: number[];
  /** Index of each part's shell among the rings, and as last entry the number of rings. */
  readonly partStart: number[];
}

/** Puts rings together position by position. */
export class RingsBuilder {
  private x: Float64Array = new Float64Array(64);
  private y: Float64Array = new Float64Array(64);
  private count = 0;
  private readonly ringStart = [0];
  private readonly partStart = [0];

  /** Adds a position to the open ring, unless it is the one that was added last. Gives whether it did. */
  add(x: number, y: number): boolean {
    if (this.repeats(x, y)) return false;
    if (this.count === this.x.length) {
      this.x = grown(this.x);
      this.y = grown(this.y);
    }
    this.x[this.count] = x;
    this.y[this.count++] = y;
    return true;
  }

  /** Whether this is the position that was added last to the open ring. */
  private repeats(x: number, y: number): boolean {
    return this.length > 0 && this.x[this.count - 1] === x && this.y[this.count - 1] === y;
  }

  /** Number of positions of the open ring. */
  get length(): number {
    return this.count - this.ringStart.at(-1)!;
  }

  /** Leaves out the last position if it repeats the first, as in a closed ring. Tells whether it did. */
  leaveOutClosing(): boolean {
    const first = this.ringStart.at(-1)!;
    if (this.length < 2 || !this.repeats(this.x[first]!, this.y[first]!)) return false;
    this.count--;
    return true;
  }

  endRing(): void {
    this.ringStart.push(this.count);
  }

  endPart(): void {
    this.partStart.push(this.ringStart.length - 1);
  }

  rings(): Rings {
    const { ringStart, partStart, count } = this;
    return { x: this.x.subarray(0, count), y: this.y.subarray(0, count), ringStart, partStart };
  }
}

function grown(values: Float64Array): Float64Array {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** How many parts there are. */
export function partCount(rings: Rings): number {
  return rings.partStart.length - 1;
}

/** Adds a part to others, moved east by `turn`. */
export function copyPart({ x, y, ringStart, partStart }: Rings, part: number, turn: number, builder: RingsBuilder): void {
  for (let ring = partStart[part]!; ring < partStart[part + 1]!; ring++) {
    for (let i = ringStart[ring]!; i < ringStart[ring + 1]!; i++) builder.add(x[i]! + turn, y[i]!);
    builder.endRing();
  }
  builder.endPart();
}

/** Reverses the order of a ring's positions. The first one stays first. */
export function reverseRing({ x, y, ringStart }: Rings, ring: number): void {
  const from = ringStart[ring]! + 1;
  const to = ringStart[ring + 1]!;
  x.subarray(from, to).reverse();
  y.subarray(from, to).reverse();
}

/**
 * Twice the signed area of a ring in square grid units; positive if it runs counter-clockwise. The sign is exact, and 0 means that the
 * ring has no area, or as much on its left as on its right (a bow-tie).
 */
export function signedArea({ x, y, ringStart }: Rings, ring: number): number {
  const from = ringStart[ring]!;
  const to = ringStart[ring + 1]!;
  const x0 = x[from]!;
  const y0 = y[from]!;
  let sum = 0;
  let magnitude = 0;
  for (let i = from + 1; i < to - 1; i++) {
    const left = (x[i]! - x0) * (y[i + 1]! - y0);
    const right = (y[i]! - y0) * (x[i + 1]! - x0);
    sum += left - right;
    magnitude += Math.abs(left) + Math.abs(right);
  }
  if (magnitude < 2 ** 53 || Math.abs(sum) > magnitude * (to - from) * 2 ** -51) return sum;
  let exact = 0n;
  for (let i = from + 1; i < to - 1; i++) {
    exact += BigInt(x[i]! - x0) * BigInt(y[i + 1]! - y0) - BigInt(y[i]! - y0) * BigInt(x[i + 1]! - x0);
  }
  return Number(exact);
}

/** The ring that a position belongs to. */
export function ringOf({ ringStart }: Rings, position: number): number {
  return lastUpTo(ringStart, position);
}

/** The part that a ring belongs to. */
export function partOf({ partStart }: Rings, ring: number): number {
  return lastUpTo(partStart, ring);
}

/** Which of some starts, in order and without the end that follows them, is the last one not above an index. */
function lastUpTo(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle;
  }
  return low;
}
