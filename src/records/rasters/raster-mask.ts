import type { Position } from '../../geometry/area-of-interest';
import { getOrInsert } from '../../maps/get-or-insert';

/** Polygons of rings, in the coordinates of a raster's cells: x to the right, y downwards, cell (0, 0) from 0 to 1. */
type CellPolygons = readonly (readonly (readonly Position[])[])[];

interface Edge {
  polygon: number;
  top: number;
  bottom: number;
  /** Where the edge crosses its top, and how far it moves to the right for each row. */
  x: number;
  slope: number;
}

/** If the edges of an area together cross more rows, its cells are measured instead of counted. */
const MOST_CROSSINGS_COUNTED = 1_000_000;

/** Share of the way to the middle of a part that corners are moved: one on the border of two cells then lies in the cell of the part. */
const INWARDS = 1e-6;

/** Columns [from, to) of a row, in order and apart. */
export type Span = readonly [from: number, to: number];

/**
 * Which cells of a raster lie in an area: those whose centre does. A part of the area that holds no centre, being smaller than a cell,
 * takes the cells that its corners lie in: a field on a coarse grid has the value of the cell around it, not none.
 */
export class RasterMask {
  private readonly edges: Edge[] = [];
  /** Columns of each row that are taken for parts smaller than a cell. */
  private readonly touched = new Map<number, Set<number>>();
  /** Whether the area is too large, or its border too long, to be counted row by row. */
  private readonly isMeasured: boolean;
  /** How many cells the area has, including those beyond the raster. */
  readonly cells: number;

  constructor(polygons: CellPolygons) {
    polygons.forEach((rings, polygon) => {
      for (const ring of rings) for (let at = 0; at + 1 < ring.length; at += 1) this.addEdge(polygon, ring[at]!, ring[at + 1]!);
    });
    this.edges.sort((a, b) => a.top - b.top);
    this.isMeasured = crossingsOf(polygons) > MOST_CROSSINGS_COUNTED;
    const large = new Set<number>();
    const cells = this.countCells(polygons, large);
    polygons.forEach((rings, polygon) => {
      if (!large.has(polygon)) this.touch(rings);
    });
    this.cells = cells + this.countTouched();
  }

  /** The spans of each row of the raster, row by row downwards. */
  *rows(): Generator<Span[]> {
    const sweep = new Sweep(this.edges);
    for (let row = 0; ; row += 1) {
      const spans = sweep.next(row).map(({ span }) => span);
      const touched = this.touched.get(row);
      yield merged(touched ? [...spans, ...Array.from(touched, (column): Span => [column, column + 1])] : spans);
    }
  }

  private addEdge(polygon: number, [x1, y1]: Position, [x2, y2]: Position): void {
    if (y1 === y2) return;
    const [topX, top, bottomX, bottom] = y1 < y2 ? [x1, y1, x2, y2] : [x2, y2, x1, y1];
    this.edges.push({ polygon, top, bottom, x: topX, slope: (bottomX - topX) / (bottom - top) });
  }

  /** Counts the cells of all polygons together; puts those that hold a centre into `large`. */
  private countCells(polygons: CellPolygons, large: Set<number>): number {
    if (this.isMeasured) {
      const surfaces = polygons.map((rings) => Math.max(0, Math.round(surfaceOf(rings))));
      surfaces.forEach((surface, polygon) => surface > 0 && large.add(polygon));
      return surfaces.reduce((sum, surface) => sum + surface, 0);
    }
    let cells = 0;
    const sweep = new Sweep(this.edges);
    for (let row = sweep.nextRow(-Infinity); row < Infinity; row = sweep.nextRow(row)) {
      const found = sweep.next(row);
      for (const { polygon } of found) large.add(polygon);
      for (const [from, to] of merged(found.map(({ span }) => span))) cells += to - from;
    }
    return cells;
  }

  private touch(rings: readonly (readonly Position[])[]): void {
    const corners = rings.flat();
    const [middleX, middleY] = middleOf(corners);
    for (const [x, y] of corners) {
      const row = Math.floor(y + (middleY - y) * INWARDS);
      getOrInsert(this.touched, row, () => new Set()).add(Math.floor(x + (middleX - x) * INWARDS));
    }
  }

  /** Counts the touched cells that are not counted for a larger part already; all of them if the area is measured. */
  private countTouched(): number {
    let cells = 0;
    if (this.isMeasured) {
      for (const columns of this.touched.values()) cells += columns.size;
      return cells;
    }
    const sweep = new Sweep(this.edges);
    for (const row of [...this.touched.keys()].sort((a, b) => a - b)) {
      const counted = merged(sweep.next(row).map(({ span }) => span));
      let at = 0;
      for (const column of [...this.touched.get(row)!].sort((a, b) => a - b)) {
        while (at < counted.length && counted[at]![1] <= column) at += 1;
        if (at === counted.length || column < counted[at]![0]) cells += 1;
      }
    }
    return cells;
  }
}

/**
 * How many rows the edges of an area cross, summed over all edges: the cost of finding the cells row by row.
 *
 * @param height of the raster: rows beyond it do not count. Default: all do.
 */
export function crossingsOf(polygons: CellPolygons, height = Infinity): number {
  const [first, last] = height === Infinity ? [-Infinity, Infinity] : [0, height];
  let crossings = 0;
  for (const ring of polygons.flat()) {
    for (let at = 0; at + 1 < ring.length; at += 1) {
      const [from, to] = [ring[at]![1], ring[at + 1]![1]];
      crossings += Math.max(0, Math.min(last, Math.max(from, to)) - Math.max(first, Math.min(from, to)));
    }
  }
  return crossings;
}

/** Moves down row by row, keeping the edges that cross the line through the centres of the row. */
class Sweep {
  /** Index of the first edge that the line has not reached. */
  private ahead = 0;
  private active: Edge[] = [];

  constructor(private readonly edges: readonly Edge[]) {}

  /** Spans of centres inside a polygon, by the even-odd rule, so that holes stay out. Rows must be asked for in order. */
  next(row: number): { polygon: number; span: Span }[] {
    const y = row + 0.5;
    this.take(y);
    const crossings = this.active.map(({ polygon, x, top, slope }) => ({ polygon, x: x + (y - top) * slope }));
    crossings.sort((a, b) => a.polygon - b.polygon || a.x - b.x);
    const spans: { polygon: number; span: Span }[] = [];
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [enter, leave] = [crossings[at]!, crossings[at + 1]!];
      const span: Span = [Math.ceil(enter.x - 0.5), Math.ceil(leave.x - 0.5)];
      if (span[1] > span[0]) spans.push({ polygon: enter.polygon, span });
    }
    return spans;
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

function merged(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  const apart: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}

function middleOf(corners: readonly Position[]): Position {
  let [sumX, sumY] = [0, 0];
  for (const [x, y] of corners) [sumX, sumY] = [sumX + x, sumY + y];
  return [sumX / corners.length, sumY / corners.length];
}

/** Surface of a polygon less its holes, in cells. */
function surfaceOf(rings: readonly (readonly Position[])[]): number {
  const [outer = 0, ...holes] = rings.map((ring) => {
    let twice = 0;
    for (let at = 0; at + 1 < ring.length; at += 1) twice += ring[at]![0] * ring[at + 1]![1] - ring[at + 1]![0] * ring[at]![1];
    return Math.abs(twice) / 2;
  });
  return outer - holes.reduce((sum, hole) => sum + hole, 0);
}
