import type { Position } from '../geometry/area-of-interest';
import { intoCells, type RasterGrid } from './raster-grid';

/** A straight edge in degrees is a curve on most maps: no point of it may be farther from its chords than this, in cells. */
const DEVIATION = 0.01;
/** Between looks at how an edge bends: shorter than any bend of a projection, so that no look falls where a bend comes back. */
const LONGEST_STRETCH_DEGREES = 1;
/** A stretch halved so often and bent still is torn: the map is cut there. */
const MOST_HALVINGS = 12;

/**
 * The polygons of an area in the cells of a raster. Edges are bent as the raster's projection bends them.
 *
 * @returns `null` where the projection is not known, does not reach the area, or is cut inside it
 */
export function areaInCells(area: readonly Position[][][], grid: RasterGrid): Position[][][] | null {
  const project = intoCells(grid);
  if (!project) return null;
  if (grid.geographic) return area.map((rings) => rings.map((ring) => ring.map(project)));
  const polygons: Position[][][] = [];
  for (const rings of area) {
    const bent: Position[][] = [];
    for (const ring of rings) {
      const own = bentRing(ring, project);
      if (!own) return null;
      bent.push(own);
    }
    polygons.push(bent);
  }
  return polygons;
}

function bentRing(ring: readonly Position[], project: (position: Position) => Position): Position[] | null {
  const bent: Position[] = [];
  /** Adds the way from one point to another, without its start. */
  const add = (from: Position, start: Position, to: Position, end: Position, halvings: number): boolean => {
    const middle: Position = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const found = project(middle);
    const away = Math.hypot(found[0] - (start[0] + end[0]) / 2, found[1] - (start[1] + end[1]) / 2);
    if (away <= DEVIATION) {
      bent.push(end);
      return true;
    }
    // Not a number fails here too.
    if (!(away < Infinity) || halvings === MOST_HALVINGS) return false;
    return add(from, start, middle, found, halvings + 1) && add(middle, found, to, end, halvings + 1);
  };
  for (const [index, to] of ring.entries()) {
    const end = project(to);
    if (!Number.isFinite(end[0]) || !Number.isFinite(end[1])) return null;
    const from = ring[index - 1];
    if (!from) {
      bent.push(end);
      continue;
    }
    const stretches = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / LONGEST_STRETCH_DEGREES));
    let [last, start] = [from, bent.at(-1)!];
    for (let stretch = 1; stretch <= stretches; stretch += 1) {
      const share = stretch / stretches;
      const next: Position = stretch === stretches ? to : [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      const there = stretch === stretches ? end : project(next);
      if (!add(last, start, next, there, 0)) return null;
      [last, start] = [next, there];
    }
  }
  return bent;
}
