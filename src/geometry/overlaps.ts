import type { Position } from './area-of-interest';
import { placeName } from './grid';
import { hectaresOf, readable } from './measure';
import { copyPart, partCount, RingsBuilder, type Rings } from './rings';
import { were } from './sentences';
import { sharedHectares, type Budget } from './shared-ground';
import { Sweep } from './sweep';
import { polygonGeometry } from './to-geometry';

/** Steps spent on overlaps: about two seconds. */
const BUDGET = 20_000_000;

/** Shares of an area. A part of which no more than the first is its own lies in another one; less shared ground than the second is not worth a word. */
const NOTHING = 1e-7;
const SLIVER = 1e-4;

/** A part's box, in grid units. */
interface Box {
  part: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Ground that two parts share, and the box that it lies in. */
interface Overlap {
  parts: [number, number];
  hectares: number;
  box: Omit<Box, 'part'>;
}

/**
 * Ground that parts share must count once: the service takes their union. Parts inside other parts are left out; where parts overlap otherwise,
 * they stay, and the hectares by which the sum of their areas exceeds the union are given. Neighbours share borders, or slivers of rounding.
 */
export function mergeOverlaps(rings: Rings, changes: string[]): { rings: Rings; sharedHectares: number } {
  const asIs = { rings, sharedHectares: 0 };
  if (partCount(rings) === 1 || !new Sweep(rings, true).firstConflict(0, rings.x.length)) return asIs;
  const budget: Budget = { left: BUDGET };
  const areas = partAreas(rings);
  const overlaps = findOverlaps(rings, budget);
  const inside = new Set<number>();
  for (const overlap of overlaps ?? []) {
    const [smaller] = overlap.parts.toSorted((a, b) => areas[a]! - areas[b]! || b - a);
    if (overlap.hectares >= areas[smaller!]! * (1 - NOTHING)) inside.add(smaller!);
  }
  const partial = overlaps?.filter(({ parts }) => !parts.some((part) => inside.has(part)));
  const shared = partial && sharedInAll(rings, partial, areas, budget);
  if (!partial || shared === undefined) {
    changes.push('Whether polygons overlap was not found out, as they are too intricate: ground that they share may count more than once.');
    return asIs;
  }
  if (inside.size > 0) changes.push(`${were(inside.size, 'polygon')} inside another one and left out.`);
  const largest = partial.toSorted((a, b) => b.hectares - a.hectares)[0];
  if (largest && shared > SLIVER * areas.reduce((sum, each) => sum + each, 0)) {
    const { west, south, east, north } = largest.box;
    const place = placeName((west + east) / 2, (south + north) / 2);
    changes.push(`Polygons overlap by ${readable(shared)} ha, most of it near ${place}: ground that they share counts once.`);
  }
  return { rings: without(rings, inside), sharedHectares: shared };
}

/** The pairs of parts that share ground, or undefined where the budget did not suffice. */
function findOverlaps(rings: Rings, budget: Budget): Overlap[] | undefined {
  const boxes = partBoxes(rings).sort((a, b) => a.west - b.west);
  const overlaps: Overlap[] = [];
  for (let i = 0; i < boxes.length; i++) {
    const a = boxes[i]!;
    for (let j = i + 1; j < boxes.length && boxes[j]!.west < a.east; j++) {
      const b = boxes[j]!;
      if (--budget.left < 0) return undefined;
      const box = { west: b.west, south: Math.max(a.south, b.south), east: Math.min(a.east, b.east), north: Math.min(a.north, b.north) };
      if (box.south >= box.north) continue;
      const hectares = sharedHectares(rings, [a.part, b.part], box, budget);
      if (hectares === undefined) return undefined;
      if (hectares > 0) overlaps.push({ parts: [a.part, b.part], hectares, box });
    }
  }
  return overlaps;
}

/** Pairs add up, but ground that three parts share is measured in one go. Slivers are too narrow for three. */
function sharedInAll(rings: Rings, overlaps: Overlap[], areas: number[], budget: Budget): number | undefined {
  const groups = new Map<number, Overlap[]>();
  let shared = 0;
  for (const overlap of overlaps) {
    const [one, other] = overlap.parts;
    if (overlap.hectares < SLIVER * Math.min(areas[one]!, areas[other]!)) {
      shared += overlap.hectares;
      continue;
    }
    const group = [...new Set([...(groups.get(one) ?? []), ...(groups.get(other) ?? []), overlap])];
    for (const part of group.flatMap(({ parts }) => parts)) groups.set(part, group);
  }
  for (const group of new Set(groups.values())) {
    const window = {
      west: Math.min(...group.map(({ box }) => box.west)),
      east: Math.max(...group.map(({ box }) => box.east)),
      north: Math.max(...group.map(({ box }) => box.north)),
    };
    const hectares = group.length === 1 ? group[0]!.hectares : sharedHectares(rings, [...new Set(group.flatMap(({ parts }) => parts))], window, budget);
    if (hectares === undefined) return undefined;
    shared += hectares;
  }
  return shared;
}

function partBoxes({ x, y, ringStart, partStart }: Rings): Box[] {
  return partStart.slice(0, -1).map((shell, part) => {
    const box: Box = { part, west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
    for (let i = ringStart[shell]!; i < ringStart[shell + 1]!; i++) {
      box.west = Math.min(box.west, x[i]!);
      box.south = Math.min(box.south, y[i]!);
      box.east = Math.max(box.east, x[i]!);
      box.north = Math.max(box.north, y[i]!);
    }
    return box;
  });
}

/** The hectares of each part. */
function partAreas(rings: Rings): number[] {
  const parts = polygonGeometry(rings, true).coordinates as Position[][][];
  return parts.map((coordinates) => hectaresOf({ type: 'Polygon', coordinates }));
}

function without(rings: Rings, left: ReadonlySet<number>): Rings {
  if (left.size === 0) return rings;
  const builder = new RingsBuilder();
  for (let part = 0; part < partCount(rings); part++) if (!left.has(part)) copyPart(rings, part, 0, builder);
  return builder.rings();
}
