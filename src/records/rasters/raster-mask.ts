import type { Position } from '../../geometry/area-of-interest';
import { getOrInsert } from '../../maps/get-or-insert';
import { madeInSteps, sortedInSteps, type Steps } from '../../time/steps';
import { type CellPolygons, type Edge, edgesOf, merged, RowSweep, type Spans } from './row-sweep';

/** If the edges of an area together cross more rows, its cells are measured instead of counted. */
const MOST_CROSSINGS_COUNTED = 1_000_000;

/**
 * The cells of a polygon whose edges together cross no more are counted all the same. So are those of narrow ones, as long as these do not cross more
 * than a whole area may.
 */
const MOST_CROSSINGS_OF_SHORT = 20;

/** Share of the way to the middle of a part that corners are moved: one on the border of two cells then lies in the cell of the part. */
const INWARDS = 1e-6;

const CORNERS_AT_ONCE = 2048;
const POLYGONS_AT_ONCE = 128;

/** The columns in each of some rows. */
type CellsOfRows = ReadonlyMap<number, ReadonlySet<number>>;

/** How many cells of an area hold a centre, and which of its polygons have any. */
interface CountedCells {
  cells: number;
  large: ReadonlySet<number>;
}

/**
 * Which cells of a raster lie in an area: those whose centre does. A part of the area that holds no centre, being smaller than a cell,
 * takes the cells that its corners lie in: a field on a coarse grid has the value of the cell around it, not none.
 */
export class RasterMask {
  private constructor(
    private readonly edges: readonly Edge[],
    /** Taken for parts smaller than a cell. */
    private readonly touched: CellsOfRows,
    /** How many cells the area has, including those beyond the raster. */
    readonly cells: number,
  ) {}

  /** The mask of an area, which may have millions of corners. */
  static *of(polygons: CellPolygons): Steps<RasterMask> {
    const edges = yield* edgesOf(polygons);
    const isMeasured = (yield* crossingsOf(polygons)) > MOST_CROSSINGS_COUNTED;
    const { cells, large } = yield* isMeasured ? measured(polygons) : counted(edges);
    const touched = yield* touchedCells(polygons.filter((_, polygon) => !large.has(polygon)));
    return new RasterMask(edges, touched, cells + (yield* countTouched(touched, isMeasured ? [] : edges)));
  }

  /** Gives the spans of a row of the raster. Rows must be asked for in order. */
  spans(): (row: number) => Steps<Spans> {
    const { touched } = this;
    const sweep = new RowSweep(this.edges);
    return function* (row) {
      const stretches = yield* sweep.next(row);
      return yield* merged([...stretches, ...Array.from(touched.get(row) ?? [], (column) => ({ from: column, to: column + 1 }))]);
    };
  }
}

/** The cells of all polygons together, row by row. */
function* counted(edges: readonly Edge[]): Steps<CountedCells> {
  let cells = 0;
  const large = new Set<number>();
  const sweep = new RowSweep(edges);
  for (let row = sweep.nextRow(-Infinity); row < Infinity; row = sweep.nextRow(row)) {
    const stretches = yield* sweep.next(row);
    for (const { polygon } of stretches) large.add(polygon);
    const spans = yield* merged(stretches);
    for (let at = 0; at < spans.length; at += 2) cells += spans[at + 1]! - spans[at]!;
  }
  return { cells, large };
}

/**
 * About the same, for an area that is too large, or whose border is too long, to be counted. Its short and narrow polygons are counted nonetheless,
 * as a surface does not tell whether one holds a centre that is less than a cell wide.
 */
function* measured(polygons: CellPolygons): Steps<CountedCells> {
  let whole = 0;
  let looked = 0;
  let crossingsLeft = MOST_CROSSINGS_COUNTED;
  const large = new Set<number>();
  for (const [polygon, rings] of polygons.entries()) {
    const [crossings, surface] = [crossingsWithin(rings, -Infinity, Infinity), surfaceOf(rings)];
    const isShort = crossings <= MOST_CROSSINGS_OF_SHORT;
    // Each row has two crossings.
    const isNarrow = !isShort && surface < crossings / 2 && crossings <= crossingsLeft;
    if (isNarrow) crossingsLeft -= crossings;
    const cells = isShort || isNarrow ? (yield* counted(yield* edgesOf([rings]))).cells : surface;
    looked += 1;
    if (looked % POLYGONS_AT_ONCE === 0) yield;
    if (Math.round(cells) < 1) continue;
    // Not rounded: a hundred thousand fields of 20.6 cells have not 21 each.
    whole += cells;
    large.add(polygon);
  }
  return { cells: Math.round(whole), large };
}

/** The cells that the corners of polygons lie in. */
function* touchedCells(polygons: CellPolygons): Steps<CellsOfRows> {
  const touched = new Map<number, Set<number>>();
  let looked = 0;
  for (const rings of polygons) {
    const corners = rings.flat();
    const [middleX, middleY] = middleOf(corners);
    for (const [x, y] of corners) {
      const row = Math.floor(y + (middleY - y) * INWARDS);
      getOrInsert(touched, row, () => new Set()).add(Math.floor(x + (middleX - x) * INWARDS));
      looked += 1;
      if (looked % CORNERS_AT_ONCE === 0) yield;
    }
  }
  return touched;
}

/** How many touched cells there are besides those that edges surround. */
function* countTouched(touched: CellsOfRows, edges: readonly Edge[]): Steps<number> {
  let cells = 0;
  const sweep = new RowSweep(edges);
  for (const row of yield* sortedInSteps([...touched.keys()], (a, b) => a - b)) {
    const spans = yield* merged(yield* sweep.next(row));
    let at = 0;
    for (const column of yield* sortedInSteps([...touched.get(row)!], (a, b) => a - b)) {
      while (at < spans.length && spans[at + 1]! <= column) at += 2;
      if (at === spans.length || column < spans[at]!) cells += 1;
    }
  }
  return cells;
}

/**
 * How many rows the edges of an area cross, summed over all edges: the cost of finding the cells row by row.
 *
 * @param height of the raster: rows beyond it do not count. Default: all do.
 */
export function* crossingsOf(polygons: CellPolygons, height = Infinity): Steps<number> {
  const [first, last] = height === Infinity ? [-Infinity, Infinity] : [0, height];
  return (yield* madeInSteps(polygons, (rings) => crossingsWithin(rings, first, last))).reduce((sum, crossings) => sum + crossings, 0);
}

/** The same for a polygon, between two heights. */
function crossingsWithin(rings: CellPolygons[number], first: number, last: number): number {
  let crossings = 0;
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at += 1) {
      const [from, to] = [ring[at]![1], ring[at + 1]![1]];
      crossings += Math.max(0, Math.min(last, Math.max(from, to)) - Math.max(first, Math.min(from, to)));
    }
  }
  return crossings;
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
