import type { Position } from 'geojson';
import type { Box } from '../../../src/geometry/rings/box';
import { meetingBoxes } from '../../../src/geometry/rings/meeting-boxes';
import { RingSides } from './ring-sides';
import { ringTurn } from './ring-turn';

/** A ring, and the rings in it. */
interface Ring {
  positions: Position[];
  /** Its place among the rings of the shape. */
  index: number;
  /** Twice its area; above 0 if it runs clockwise. */
  turn: number;
  box: Box;
  /** The rings directly in it, with no other one between. */
  inner: Ring[];
  /** Once a ring may lie in it. */
  sides?: RingSides;
}

/** Corners of a ring that are checked to tell where it lies: if the rings do not cross, all corners agree except those that touch. */
const LOOKED_AT = 7;

/**
 * The rings of one shape as polygons, each an outer ring and its holes ("Shape Types in X,Y Space", Polygon: the inside lies to the right, so
 * outer rings run clockwise and holes do not; the order of the rings means nothing). A ring that lies in no other one is an outer ring whichever
 * way it runs, and the rings in it are judged by its direction: some programs turn all rings, or some. A hole belongs to the innermost outer ring
 * around it, so that islands in holes have their own. No ring is left out; whether they bound an area is for the area reader to say.
 */
export function polygonsOf(rings: readonly Position[][]): Position[][][] {
  const polygons: Ring[][] = [];
  const collect = (ring: Ring, outward: number, shell: Ring[] | undefined): void => {
    const isOuter = shell === undefined || Math.sign(ring.turn) !== -outward;
    const polygon = isOuter ? [ring] : shell;
    if (isOuter) polygons.push(polygon);
    else polygon.push(ring);
    for (const inner of ring.inner) collect(inner, outward, polygon);
  };
  for (const ring of outermost(rings)) collect(ring, Math.sign(ring.turn) || 1, undefined);
  return inOrder(polygons).map((polygon) => polygon.map(({ positions }) => positions));
}

/** The polygons and their holes in the order of the file, in which a person counts them. */
function inOrder(polygons: readonly Ring[][]): Ring[][] {
  const sorted = polygons.map(([shell, ...holes]) => [shell!, ...holes.sort((a, b) => a.index - b.index)]);
  return sorted.sort((a, b) => a[0]!.index - b[0]!.index);
}

/** The rings that lie in no other one, with the others in them. */
function outermost(rings: readonly Position[][]): Ring[] {
  const roots: Ring[] = [];
  const all = rings.map((positions, index): Ring => ({ positions, index, turn: -ringTurn(positions), box: boxOf(positions), inner: [] }));
  const bySize = all.toSorted((a, b) => Math.abs(b.turn) - Math.abs(a.turn));
  // If rings do not cross, a ring lies directly in the smallest one around it.
  const around = ringsAround(bySize);
  bySize.forEach((ring, at) => (around[at]!.find((outer) => liesIn(ring.positions, (outer.sides ??= new RingSides(outer.positions))))?.inner ?? roots).push(ring));
  return roots;
}

/** For each ring, the larger ones whose boxes contain its own, smallest first. A shape may have tens of thousands of rings. */
function ringsAround(bySize: readonly Ring[]): Ring[][] {
  const around = bySize.map((): number[] => []);
  const boxes = bySize.map(({ box }) => box);
  for (const [one, other] of meetingBoxes(boxes, { left: Infinity })) {
    const [outer, inner] = [Math.min(one, other), Math.max(one, other)];
    if (isWithin(boxes[inner]!, boxes[outer]!)) around[inner]!.push(outer);
  }
  return around.map((places) => places.sort((a, b) => b - a).map((at) => bySize[at]!));
}

function isWithin(inner: Box, outer: Box): boolean {
  return inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north;
}

/** Whether a ring lies in another one, which it may touch. Corners on the other ring do not count; near it, rounding may decide either way. */
function liesIn(inner: readonly Position[], outer: RingSides): boolean {
  const step = Math.max(1, Math.floor(inner.length / LOOKED_AT));
  let votes = 0;
  for (let i = 0; i < inner.length; i += step) votes += outer.placeOf(inner[i]!);
  // All of them lie on the other ring: the midpoints of the sides decide.
  if (votes === 0) for (let i = 1; i < inner.length; i++) votes += outer.placeOf(middle(inner[i - 1]!, inner[i]!));
  return votes > 0;
}

function middle([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): Position {
  return [(ax + bx) / 2, (ay + by) / 2];
}

function boxOf(ring: readonly Position[]): Box {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x = 0, y = 0] of ring) {
    box.west = Math.min(box.west, x);
    box.south = Math.min(box.south, y);
    box.east = Math.max(box.east, x);
    box.north = Math.max(box.north, y);
  }
  return box;
}
