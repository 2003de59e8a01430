import { toDegrees } from '../grid';
import { EARTH_RADIUS } from '../measure';
import { RADIANS } from '../radians';
import type { Box } from './box';
import type { Rings } from './rings';

/** A few micrometres: edges are compared this far into a slab, where those that meet at its beginning have parted. */
const HAIR = 1e-12;

/** Positions that are passed over in the time of one step, and the steps that it takes to begin. */
const SCANNED_FOR_ONE = 20;
const TO_BEGIN = 20;

/** Steps that it takes to make an edge and to sort it in. */
const TO_MAKE = 4;

/** Places that each edge of a slab may have moved on average for insertion to be still the quicker way to sort them. */
const NEARLY = 8;

/** How much work may still be spent; counted down by those who spend it. */
export interface Budget {
  left: number;
}

/**
 * An edge in the plane of the equal-area cylindrical projection, in which `@turf/area` measures: longitude in radians against the sine of
 * latitude. One of the two is the way along which slabs follow each other, the other is the way across.
 */
interface Edge {
  from: number;
  to: number;
  /** Across, at `from`, and by how much it changes along. */
  start: number;
  slope: number;
  /** Across, at the place along that is looked at. */
  here: number;
  /** 1 where the inside begins at the edge, seen across; -1 where it ends. */
  sign: 1 | -1;
}

/**
 * The ground within a window that several parts have in common, in hectares: ground in two of them counts once, in three twice, and so on,
 * so that the sum of their areas less this is the area of their union. Edges that cross by a hair's breadth do no harm: the figure depends
 * on positions continuously.
 * @returns undefined if the budget did not suffice
 */
export function sharedHectares(rings: Rings, parts: readonly number[], window: Box, budget: Budget): number | undefined {
  budget.left -= TO_BEGIN;
  // Along the longer side, as fewer edges lie side by side across the shorter one.
  const northward = window.north - window.south > window.east - window.west;
  // Of two parts, at most one reaches beyond the window, and where it ends does not matter. Of three, two may: without the edge at which
  // one of them ends, ground that they do not share would count.
  const beyond = parts.length > 2 ? Infinity : northward ? window.east : window.north;
  const edges = parts.flatMap((part) => edgesOf(rings, part, window, northward, beyond, budget)).sort((a, b) => a.from - b.from);
  const first = northward ? sine(window.south) : radians(window.west);
  const last = northward ? sine(window.north) : radians(window.east);
  budget.left -= edges.length * TO_MAKE;
  const stops = stopsOf(edges, first, last);
  const active: Edge[] = [];
  let next = 0;
  let shared = 0;
  for (let i = 0; i + 1 < stops.length; i++) {
    const stop = stops[i]!;
    if (stop === stops[i + 1]) continue;
    removeEnded(active, stop);
    while (next < edges.length && edges[next]!.from <= stop) active.push(edges[next++]!);
    if (--budget.left < 0) return undefined;
    if (active.length > 2) shared += sharedInSlab(active, stop, stops[i + 1]!, budget);
  }
  return (shared * EARTH_RADIUS * EARTH_RADIUS) / 10_000;
}

/** Where slabs begin and end, in order; some places occur twice. */
function stopsOf(edges: readonly Edge[], first: number, last: number): Float64Array {
  const stops = new Float64Array(2 * edges.length + 2);
  let count = 0;
  for (const { from, to } of edges) {
    if (from > first && from < last) stops[count++] = from;
    if (to > first && to < last) stops[count++] = to;
  }
  stops[count++] = first;
  stops[count++] = last;
  return stops.subarray(0, count).sort();
}

/** In place: there is a slab for each corner. */
function removeEnded(active: Edge[], stop: number): void {
  let kept = 0;
  for (const edge of active) if (edge.to > stop) active[kept++] = edge;
  active.length = kept;
}

function radians(units: number): number {
  return toDegrees(units) * RADIANS;
}

function sine(units: number): number {
  return Math.sin(radians(units));
}

/** The edges of a part that slabs of the window meet, but for those that lie `beyond`, seen across. */
function edgesOf({ x, y, ringStart, partStart }: Rings, part: number, window: Box, northward: boolean, beyond: number, budget: Budget): Edge[] {
  const edges: Edge[] = [];
  const [along, across] = northward ? [y, x] : [x, y];
  const [first, last] = northward ? [window.south, window.north] : [window.west, window.east];
  const [project, projectAcross] = northward ? [sine, radians] : [radians, sine];
  budget.left -= (ringStart[partStart[part + 1]!]! - ringStart[partStart[part]!]!) / SCANNED_FOR_ONE;
  for (let ring = partStart[part]!; ring < partStart[part + 1]!; ring++) {
    const begin = ringStart[ring]!;
    const end = ringStart[ring + 1]!;
    for (let i = begin, before = end - 1; i < end; before = i++) {
      if (along[i] === along[before] || (across[i]! > beyond && across[before]! > beyond)) continue;
      const ahead = along[before]! < along[i]!;
      const [low, high] = ahead ? [before, i] : [i, before];
      if (along[high]! <= first || along[low]! >= last) continue;
      const from = project(along[low]!);
      const to = project(along[high]!);
      const start = projectAcross(across[low]!);
      const slope = (projectAcross(across[high]!) - start) / (to - from);
      // The inside is on the left: of an edge to the east, that is north; of one to the north, west.
      edges.push({ from, to, start, slope, here: 0, sign: ahead === northward ? -1 : 1 });
    }
  }
  return edges;
}

/** In a slab no edge begins or ends. Where edges cross in it, it is taken in pieces. Leaves the edges sorted. */
function sharedInSlab(edges: Edge[], first: number, last: number, budget: Budget): number {
  let shared = 0;
  for (let from = first; from < last && budget.left >= 0; ) {
    const place = from + HAIR;
    for (const edge of edges) edge.here = edge.start + edge.slope * (place - edge.from);
    sortNearly(edges);
    const to = firstCrossing(edges, place, last);
    let cover = 0;
    for (let i = 0; i + 1 < edges.length; i++) {
      const lower = edges[i]!;
      const upper = edges[i + 1]!;
      cover += lower.sign;
      const height = upper.here - lower.here + ((upper.slope - lower.slope) * (to - from)) / 2;
      if (cover > 1) shared += (cover - 1) * height * (to - from);
    }
    budget.left -= edges.length;
    from = to;
  }
  return shared;
}

/** Sorts across. By insertion, as the order is usually almost that of the slab before; not so where a window begins and many edges come at once. */
function sortNearly(edges: Edge[]): void {
  let left = NEARLY * edges.length;
  for (let i = 1; i < edges.length; i++) {
    const edge = edges[i]!;
    let j = i;
    for (; j > 0 && edges[j - 1]!.here > edge.here; j--) edges[j] = edges[j - 1]!;
    edges[j] = edge;
    left -= i - j;
    if (left < 0) return void edges.sort((one, other) => one.here - other.here);
  }
}

/** Where the first two neighbours change places, or the end of the slab. */
function firstCrossing(edges: readonly Edge[], place: number, last: number): number {
  let first = last;
  for (let i = 0; i + 1 < edges.length; i++) {
    const closing = edges[i]!.slope - edges[i + 1]!.slope;
    if (closing > 0) first = Math.min(first, place + (edges[i + 1]!.here - edges[i]!.here) / closing);
  }
  return first;
}
