import type { Position } from '../../geometry/area-of-interest';
import { byTurns, madeInSteps, type Steps } from '../../time/steps';
import { TurnTaker } from '../../time/turn-taker';
import { intoCells, type RasterGrid } from './raster-grid';

/** An edge that is straight in degrees is a curve on most maps: its chords may be this far from it, in cells. */
const DEVIATION = 0.01;
/** An edge is checked for bends in stretches of this length: shorter than any bend of a projection, so that no check falls where a bend comes back. */
const LONGEST_STRETCH_DEGREES = 1;
/** A stretch that is still bent after so many halvings is torn: the map is cut there. */
const MOST_HALVINGS = 12;
/** Points between all corners together. A country on the finest grid has about a hundred thousand; thousands of long edges would fill the memory. */
const MOST_BENDS = 500_000;

/**
 * The polygons of an area in the cells of a raster. Edges are bent as the raster's projection bends them.
 *
 * @returns `null` if the projection is not known, does not reach the area, or is cut inside it; `too long` if its border bends in too many places
 */
export async function areaInCells(
  area: readonly Position[][][],
  grid: RasterGrid,
  signal?: AbortSignal,
): Promise<Position[][][] | 'too long' | null> {
  const project = intoCells(grid);
  if (!project) return null;
  if (grid.geographic) return byTurns(moved(area, project), signal);
  const polygons: Position[][][] = [];
  const left = { bends: MOST_BENDS };
  const turns = new TurnTaker();
  for (const rings of area) {
    const bent: Position[][] = [];
    for (const ring of rings) {
      const own = new BentRing(project, left);
      for (const corner of ring) {
        own.goTo(corner);
        // An edge may be half a turn of the Earth long.
        await turns.rest(signal);
      }
      if (left.bends < 0) return 'too long';
      if (own.torn) return null;
      bent.push(own.points);
    }
    polygons.push(bent);
  }
  return polygons;
}

/** Polygons whose edges stay straight. */
function* moved(area: readonly Position[][][], project: (position: Position) => Position): Steps<Position[][][]> {
  const polygons: Position[][][] = [];
  for (const rings of area) {
    const own: Position[][] = [];
    for (const ring of rings) own.push(yield* madeInSteps(ring, project));
    polygons.push(own);
    yield;
  }
  return polygons;
}

/** Walks a ring in degrees from corner to corner, and bends it as a raster's projection does. */
class BentRing {
  readonly points: Position[] = [];
  /** Whether the ring crosses a place that the map does not show, or a cut, or bends too often. */
  torn = false;
  private corner: Position | null = null;

  /** @param left how many points may still be added between corners; counted down here, over all rings of an area */
  constructor(
    private readonly project: (position: Position) => Position,
    private readonly left: { bends: number },
  ) {}

  goTo(next: Position): void {
    if (this.torn) return;
    // Makes up for the corner at the end of the edge, which is counted as a point too.
    this.left.bends += 1;
    if (this.corner) this.torn = !this.follow(this.corner, next);
    else this.points.push(this.project(next));
    this.corner = next;
  }

  /** Adds the edge between two corners, stretch by stretch. */
  private follow(from: Position, to: Position): boolean {
    const stretches = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / LONGEST_STRETCH_DEGREES));
    let [last, start] = [from, this.points.at(-1)!];
    for (let stretch = 1; stretch <= stretches; stretch += 1) {
      const next: Position = stretch === stretches ? to : between(from, to, stretch / stretches);
      const there = this.project(next);
      if (!this.add(last, start, next, there, 0)) return false;
      [last, start] = [next, there];
    }
    return true;
  }

  /** Adds the line from one point to another, without its start, halved until it is straight. */
  private add(from: Position, start: Position, to: Position, end: Position, halvings: number): boolean {
    const middle = between(from, to, 0.5);
    const found = this.project(middle);
    const away = Math.hypot(found[0] - (start[0] + end[0]) / 2, found[1] - (start[1] + end[1]) / 2);
    if (away <= DEVIATION) {
      this.left.bends -= 1;
      this.points.push(end);
      return this.left.bends >= 0;
    }
    // A place that the map does not show is NaN, and never near.
    if (halvings === MOST_HALVINGS) return false;
    return this.add(from, start, middle, found, halvings + 1) && this.add(middle, found, to, end, halvings + 1);
  }
}

function between(from: Position, to: Position, share: number): Position {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}
