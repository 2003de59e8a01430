import { toDegrees } from './grid';
import type { Rings } from './rings';

/** The radius that `@turf/area` measures with, in metres. */
const EARTH_RADIUS = 6371008.8;
const RADIANS = Math.PI / 180;

/** Positions that are passed over in the time of one step. */
const SCANNED_FOR_ONE = 20;

/** How much work may still be spent; counted down by those who spend it. */
export interface Budget {
  left: number;
}

/** An edge in the plane of the equal-area cylindrical projection, in which `@turf/area` measures: longitude in radians, sine of latitude. */
interface Edge {
  west: number;
  east: number;
  atWest: number;
  slope: number;
  /** 1 where the inside lies north of the edge, -1 where it ends there. */
  sign: 1 | -1;
}

/** Longitudes and the northern limit, in grid units, within which ground is looked for. */
export interface Window {
  west: number;
  east: number;
  north: number;
}

/**
 * The ground within a window that several parts have in common, in hectares: ground in two of them counts once, in three twice, and so on, so
 * that the sum of their areas less this is the area of their union. Edges that cross by a hair's breadth do no harm: the figure depends on
 * positions continuously.
 * @returns undefined where the budget did not suffice
 */
export function sharedHectares(rings: Rings, parts: readonly number[], window: Window, budget: Budget): number | undefined {
  const edges = parts.flatMap((part) => edgesOf(rings, part, window, budget)).sort((a, b) => a.west - b.west);
  const [first, last] = [radians(window.west), radians(window.east)];
  const inside = edges.flatMap(({ west, east }) => [west, east]).filter((stop) => stop > first && stop < last);
  const stops = [...new Set([first, ...inside, last])].sort((a, b) => a - b);
  let active: Edge[] = [];
  let next = 0;
  let shared = 0;
  for (let i = 0; i + 1 < stops.length; i++) {
    const west = stops[i]!;
    active = active.filter((edge) => edge.east > west);
    while (next < edges.length && edges[next]!.west <= west) active.push(edges[next++]!);
    budget.left -= active.length + 1;
    if (budget.left < 0) return undefined;
    if (active.length > 2) shared += sharedInSlab(active, west, stops[i + 1]!, budget);
  }
  return (shared * EARTH_RADIUS * EARTH_RADIUS) / 10_000;
}

function radians(units: number): number {
  return toDegrees(units) * RADIANS;
}

function edgesOf({ x, y, ringStart, partStart }: Rings, part: number, window: Window, budget: Budget): Edge[] {
  const edges: Edge[] = [];
  const end = ringStart[partStart[part + 1]!]!;
  budget.left -= (end - ringStart[partStart[part]!]!) / SCANNED_FOR_ONE;
  for (let ring = partStart[part]!; ring < partStart[part + 1]!; ring++) {
    const from = ringStart[ring]!;
    const to = ringStart[ring + 1]!;
    for (let i = from, j = to - 1; i < to; j = i++) {
      if (x[i] === x[j] || (y[i]! > window.north && y[j]! > window.north)) continue;
      const [w, e] = x[j]! < x[i]! ? [j, i] : [i, j];
      if (x[e]! <= window.west || x[w]! >= window.east) continue;
      const west = radians(x[w]!);
      const east = radians(x[e]!);
      const atWest = Math.sin(radians(y[w]!));
      edges.push({ west, east, atWest, slope: (Math.sin(radians(y[e]!)) - atWest) / (east - west), sign: w === j ? 1 : -1 });
    }
  }
  return edges;
}

/** Between two meridians no edge begins or ends; where edges cross in between, the slab is taken in pieces. */
function sharedInSlab(edges: readonly Edge[], west: number, east: number, budget: Budget): number {
  let shared = 0;
  for (let from = west; from < east; ) {
    const sorted = edges.toSorted((a, b) => at(a, from) - at(b, from) || a.slope - b.slope);
    const to = firstCrossing(sorted, from, east);
    const middle = (from + to) / 2;
    let cover = 0;
    for (let i = 0; i + 1 < sorted.length; i++) {
      cover += sorted[i]!.sign;
      if (cover > 1) shared += (cover - 1) * (at(sorted[i + 1]!, middle) - at(sorted[i]!, middle)) * (to - from);
    }
    from = to;
    if (from < east) budget.left -= edges.length;
    if (budget.left < 0) break;
  }
  return shared;
}

function at(edge: Edge, longitude: number): number {
  return edge.atWest + edge.slope * (longitude - edge.west);
}

/** Where the first two neighbours change places, or the eastern end. */
function firstCrossing(sorted: readonly Edge[], west: number, east: number): number {
  let first = east;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const gap = at(sorted[i + 1]!, west) - at(sorted[i]!, west);
    const closing = sorted[i]!.slope - sorted[i + 1]!.slope;
    if (gap > 0 && closing > 0) first = Math.min(first, west + gap / closing);
  }
  return first > west ? first : east;
}
