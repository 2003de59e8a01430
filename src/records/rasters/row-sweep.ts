import type { Position } from '../../geometry/area-of-interest';
import { sortedInSteps, type Steps } from '../../time/steps';

/** Polygons of rings, in the coordinates of a raster's cells: x to the right, y downwards, cell (0, 0) from 0 to 1. */
export type CellPolygons = readonly (readonly (readonly Position[])[])[];

/** An edge that the line through the centres of some row crosses. */
export interface Edge {
  polygon: number;
  top: number;
  bottom: number;
  /** Where the edge crosses its top, and how far it moves to the right for each row. */
  x: number;
  slope: number;
}

/** Columns [from, to) of a row. */
interface Stretch {
  from: number;
  to: number;
}

/** Columns of a row, in order and apart: of each stretch the first, and the one after its last. */
export type Spans = readonly number[];

const EDGES_AT_ONCE = 4096;
const CROSSINGS_AT_ONCE = 2048;

/** The edges of polygons, from the top; without those between two lines through centres, as most are of a detailed border on a coarse grid. */
export function* edgesOf(polygons: CellPolygons): Steps<Edge[]> {
  const edges: Edge[] = [];
  let looked = 0;
  for (const [polygon, rings] of polygons.entries()) {
    for (const ring of rings) {
      for (let at = 0; at + 1 < ring.length; at += 1) {
        const [[x1, y1], [x2, y2]] = [ring[at]!, ring[at + 1]!];
        const [topX, top, bottomX, bottom] = y1 < y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1];
        if (middleAfter(top) < bottom) edges.push({ polygon, top, bottom, x: topX, slope: (bottomX - topX) / (bottom - top) });
        looked += 1;
        if (looked % EDGES_AT_ONCE === 0) yield;
      }
    }
  }
  return yield* sortedInSteps(edges, (a, b) => a.top - b.top);
}

/** The first line through centres that is not above a place; where rounding hides which it is, the one before. */
function middleAfter(y: number): number {
  return Math.ceil(y - 0.5) + 0.5;
}

/** Moves down row by row, keeping the edges that cross the line through the centres of the row. */
export class RowSweep {
  /** Index of the first edge that the line has not reached. */
  private ahead = 0;
  private active: Edge[] = [];
  private crossingsSinceRest = 0;

  constructor(private readonly edges: readonly Edge[]) {}

  /** Stretches of centres inside a polygon, by the even-odd rule, so that holes stay out. Rows must be asked for in order. */
  *next(row: number): Steps<(Stretch & { polygon: number })[]> {
    const y = row + 0.5;
    this.take(y);
    const crossings = yield* sortedInSteps(
      this.active.map(({ polygon, x, top, slope }) => ({ polygon, x: x + (y - top) * slope })),
      (a, b) => a.polygon - b.polygon || a.x - b.x,
    );
    const stretches: (Stretch & { polygon: number })[] = [];
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [enter, leave] = [crossings[at]!, crossings[at + 1]!];
      const [from, to] = [Math.ceil(enter.x - 0.5), Math.ceil(leave.x - 0.5)];
      if (to > from) stretches.push({ polygon: enter.polygon, from, to });
    }
    // A row without any is work, too.
    this.crossingsSinceRest += Math.max(1, crossings.length);
    if (this.crossingsSinceRest > CROSSINGS_AT_ONCE) {
      this.crossingsSinceRest = 0;
      yield;
    }
    return stretches;
  }

  /** The next row that an edge crosses: polygons may be far apart. `Infinity` after the last. */
  nextRow(row: number): number {
    if (this.active.length > 0) return row + 1;
    const edge = this.edges[this.ahead];
    return edge ? Math.ceil(edge.top - 0.5) : Infinity;
  }

  private take(y: number): void {
    while (this.ahead < this.edges.length && this.edges[this.ahead]!.top <= y) {
      this.active.push(this.edges[this.ahead]!);
      this.ahead += 1;
    }
    this.active = this.active.filter(({ bottom }) => bottom > y);
  }
}

/** Columns that lie in any of the stretches. */
export function* merged(stretches: readonly Stretch[]): Steps<number[]> {
  const ends: number[] = [];
  for (const { from, to } of yield* sortedInSteps(stretches, (a, b) => a.from - b.from)) {
    const last = ends.length - 1;
    if (last > 0 && from <= ends[last]!) ends[last] = Math.max(ends[last]!, to);
    else ends.push(from, to);
  }
  return ends;
}
