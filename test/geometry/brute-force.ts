import type { Rings } from '../../src/geometry/rings/rings';

export type Place = [x: number, y: number];
type Edge = [from: Place, to: Place];

export function edgesOf({ x, y, ringStart }: Rings): Edge[] {
  const edges: Edge[] = [];
  for (let ring = 0; ring + 1 < ringStart.length; ring++) {
    const [from, to] = [ringStart[ring]!, ringStart[ring + 1]!];
    for (let i = from; i < to; i++) {
      const next = i + 1 < to ? i + 1 : from;
      edges.push([[x[i]!, y[i]!], [x[next]!, y[next]!]]);
    }
  }
  return edges;
}

/**
 * Whether directed edges with the inside on their left bound an area: no two cross, none runs along another one (or, where borders may be shared,
 * only in the opposite direction), and the ground beside every piece of every edge is inside at most once. Tries all combinations.
 */
export function boundsArea(edges: Edge[], sharedBorders: boolean): boolean {
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      if (crosses(edges[i]!, edges[j]!) || runsAlong(edges[i]!, edges[j]!, sharedBorders)) return false;
    }
  }
  return edges.every((edge) => besides(edge, edges).every((place) => [0, 1].includes(winding(edges, place))));
}

/** Twice the area of a triangle; positive if its corners run counter-clockwise. */
export function turn([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function crosses([a, b]: Edge, [c, d]: Edge): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function runsAlong([a, b]: Edge, [c, d]: Edge, oppositeAllowed: boolean): boolean {
  if (turn(a, b, c) !== 0 || turn(a, b, d) !== 0) return false;
  const axis = a[0] !== b[0] ? 0 : 1;
  const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]));
  const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
  return from < to && !(oppositeAllowed && b[axis] > a[axis] !== d[axis] > c[axis]);
}

/** Places close to an edge, on both sides of each piece into which other edges divide it. */
function besides([a, b]: Edge, edges: Edge[]): Place[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const stops = [0, 1];
  for (const [c, d] of edges) {
    const slope = dx * (d[1] - c[1]) - dy * (d[0] - c[0]);
    if (slope !== 0) stops.push(((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / slope);
    else stops.push(...[c, d].map((end) => ((end[0] - a[0]) * dx + (end[1] - a[1]) * dy) / (dx * dx + dy * dy)));
  }
  const inside = stops.filter((stop) => stop >= 0 && stop <= 1).sort((one, other) => one - other);
  return inside.flatMap((stop, i) => {
    const next = inside[i + 1];
    if (next === undefined || next - stop < 1e-9) return [];
    const middle = (stop + next) / 2;
    return [1e-6, -1e-6].map((distance): Place => [a[0] + middle * dx - distance * dy, a[1] + middle * dy + distance * dx]);
  });
}

function winding(edges: Edge[], [x, y]: Place): number {
  let turns = 0;
  for (const [a, b] of edges) {
    if (a[1] <= y === b[1] <= y) continue;
    if (a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]) > x) turns += b[1] > a[1] ? 1 : -1;
  }
  return turns;
}

/** The area of the union of convex polygons whose corners run counter-clockwise, by inclusion and exclusion. */
export function unionOfConvex(polygons: readonly Place[][]): number {
  const covered = (shared: Place[], others: readonly Place[][]): number =>
    areaOf(shared) - others.reduce((sum, other, i) => sum + covered(clip(shared, other), others.slice(i + 1)), 0);
  return polygons.reduce((sum, polygon, i) => sum + covered(polygon, polygons.slice(i + 1)), 0);
}

function areaOf([first, ...others]: readonly Place[]): number {
  return others.slice(1).reduce((sum, corner, i) => sum + turn(first!, others[i]!, corner) / 2, 0);
}

/** What two convex polygons have in common, by the algorithm of Sutherland and Hodgman. */
function clip(polygon: readonly Place[], by: readonly Place[]): Place[] {
  return by.reduce((left: readonly Place[], a, i) => {
    const b = by[(i + 1) % by.length]!;
    return left.flatMap((corner, k) => {
      const before = left.at(k - 1)!;
      const [here, there] = [turn(a, b, corner), turn(a, b, before)];
      const share = there / (there - here);
      const crossing: Place = [before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1])];
      return [...(here > 0 !== there > 0 ? [crossing] : []), ...(here > 0 ? [corner] : [])];
    });
  }, polygon) as Place[];
}
