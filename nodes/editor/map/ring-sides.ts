import type { Position } from 'geojson';

/** How far, relative to its terms, rounding may move the value that tells the side of a line for a position on that line. */
const ROUNDING = 4 * Number.EPSILON;

/** Sides in a band on average, and bands that a side lies in on average at most: long sides get fewer bands. */
const SIDES_OF_BAND = 8;
const BANDS_OF_SIDE = 4;

/**
 * The sides of a ring, noted in bands across it: only those of one band have to be looked at to tell whether a position lies in the ring. The border
 * of a region has hundreds of thousands of sides, and there may be thousands of rings in it.
 */
export class RingSides {
  private readonly south: number;
  private readonly height: number;
  private readonly bands: number;
  /** Where each band begins in `noted`, and as last entry where the last one ends. */
  private readonly start: Uint32Array;
  /** The sides of all bands, by the place of their second corner in the ring. */
  private readonly noted: Uint32Array;

  /** By index: all rings of a file have some hundred thousand corners. */
  constructor(private readonly ring: readonly Position[]) {
    let [south, north] = [Infinity, -Infinity];
    for (const position of ring) [south, north] = [Math.min(south, position[1]!), Math.max(north, position[1]!)];
    [this.south, this.height] = [south, north - south];
    let heights = 0;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) heights += Math.abs(ring[i]![1]! - ring[j]![1]!) / this.height;
    this.bands = Math.max(1, Math.min(Math.ceil(ring.length / SIDES_OF_BAND), Math.floor((BANDS_OF_SIDE * ring.length) / heights) || 1));
    this.start = new Uint32Array(this.bands + 1);
    this.eachInBand((band) => this.start[band + 1]!++);
    for (let band = 0; band < this.bands; band++) this.start[band + 1]! += this.start[band]!;
    this.noted = new Uint32Array(this.start[this.bands]!);
    const next = this.start.slice();
    this.eachInBand((band, side) => (this.noted[next[band]!++] = side));
  }

  /** 1 in the ring, 0 on one of its corners or sides, -1 outside. */
  placeOf(position: Position): number {
    const { ring, start, noted } = this;
    const [x, y] = [position[0]!, position[1]!];
    const band = this.bandOf(y);
    let isInside = false;
    for (let at = start[band]!; at < start[band + 1]!; at++) {
      const i = noted[at]!;
      const [from, to] = [ring[i === 0 ? ring.length - 1 : i - 1]!, ring[i]!];
      const ay = from[1]!;
      const by = to[1]!;
      if ((ay < y && by < y) || (ay > y && by > y)) continue;
      const ax = from[0]!;
      const bx = to[0]!;
      if (ax < x && bx < x) continue;
      const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
      const rounded = ROUNDING * (Math.abs(x) + Math.abs(y)) * (Math.abs(bx - ax) + Math.abs(by - ay));
      if (Math.abs(side) <= rounded && Math.min(ax, bx) <= x) return 0;
      if (ay > y !== by > y && side > 0 === by > ay) isInside = !isInside;
    }
    return isInside ? 1 : -1;
  }

  private bandOf(y: number): number {
    return Math.max(0, Math.min(this.bands - 1, Math.floor(((y - this.south) / this.height) * this.bands) || 0));
  }

  private eachInBand(note: (band: number, side: number) => void): void {
    const { ring } = this;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [one, other] = [this.bandOf(ring[j]![1]!), this.bandOf(ring[i]![1]!)];
      for (let band = Math.min(one, other); band <= Math.max(one, other); band++) note(band, i);
    }
  }
}
