import { getOrInsert } from '../../maps/get-or-insert';
import type { Steps } from '../../time/steps';
import { geometryError } from '../geometry-error';
import { placeAt } from '../grid';
import { hectaresOf } from '../measure';
import { counted, sentence, type Sentence } from '../sentence';
import { polygonsOf } from '../to-geometry';
import { boxAround, boxOf, type Box } from './box';
import { meetingBoxes } from './meeting-boxes';
import { copyPart, partCount, RingsBuilder, type Rings } from './rings';
import { sharedHectares, type Budget } from './shared-ground';
import { Sweep } from './sweep';

/** Steps spent on overlaps: ten thousand fields of forty corners, each a hair off its neighbours, take half of them; all take some two seconds. */
const BUDGET = 24_000_000;

/** Steps between two rests: some milliseconds. */
const STEPS_AT_ONCE = 50_000;

/** Steps per box to find out that no box meets another: above that, a sweep over all edges is quicker. */
const QUICK = 20;

/** The share of a part that may lie outside another one for the part still to count as lying in it. */
const NOTHING = 1e-7;

/** The share of an area below which ground that parts share is not worth a word. */
const SLIVER = 1e-4;

/** Ground that two parts share, and the box that it lies in. */
interface Overlap {
  parts: [number, number];
  hectares: number;
  box: Box;
}

/**
 * Ground that parts share must count once: the service takes their union. Parts inside other parts are left out; where parts overlap
 * otherwise, they stay, and the hectares by which the sum of their areas exceeds the union are given. Neighbours share borders, or slivers
 * of rounding.
 * @throws SoilError `SOIL_GEOMETRY` if there is too much of it to measure
 */
export function* mergeOverlaps(rings: Rings, changes: Sentence[], steps = BUDGET): Steps<{ rings: Rings; sharedHectares: number }> {
  const boxes = rings.partStart.slice(0, -1).map((shell) => boxOf(rings, shell));
  yield;
  const first = mayMeet(boxes) ? yield* new Sweep(rings, { sharedBorders: true }).firstConflict(0, rings.x.length) : undefined;
  if (!first) return { rings, sharedHectares: 0 };
  const budget: Budget = { left: steps };
  const areas = (yield* polygonsOf(rings)).map((coordinates) => hectaresOf({ type: 'Polygon', coordinates }));
  const overlaps = yield* findOverlaps(rings, boxes, budget);
  const inside = new Set<number>();
  for (const { parts, hectares } of overlaps ?? []) {
    const [smaller] = parts.toSorted((a, b) => areas[a]! - areas[b]! || b - a);
    if (hectares >= areas[smaller!]! * (1 - NOTHING)) inside.add(smaller!);
  }
  const partial = overlaps?.filter(({ parts }) => !parts.some((part) => inside.has(part)));
  const shared = partial && sharedInAll(rings, partial, areas, budget);
  if (!partial || shared === undefined) {
    throw geometryError('tooManyOverlaps', { place: placeAt(first.x, first.y) });
  }
  if (inside.size > 0) changes.push(counted(inside.size, 'polygonInside', 'polygonsInside'));
  const largest = partial.toSorted((a, b) => b.hectares - a.hectares)[0];
  if (largest && shared > SLIVER * areas.reduce((sum, each) => sum + each, 0)) {
    const { west, south, east, north } = largest.box;
    const place = placeAt((west + east) / 2, (south + north) / 2);
    changes.push(sentence('polygonsOverlap', { hectares: { figure: Number(shared.toPrecision(4)) }, place }));
  }
  return { rings: without(rings, inside), sharedHectares: shared };
}

/** The pairs of parts that share ground, or undefined if the budget did not suffice. */
function* findOverlaps(rings: Rings, boxes: Box[], budget: Budget): Steps<Overlap[] | undefined> {
  const overlaps: Overlap[] = [];
  let rest = budget.left;
  for (const parts of meetingBoxes(boxes, budget)) {
    const [a, b] = [boxes[parts[0]]!, boxes[parts[1]]!];
    const box = {
      west: Math.max(a.west, b.west),
      south: Math.max(a.south, b.south),
      east: Math.min(a.east, b.east),
      north: Math.min(a.north, b.north),
    };
    const hectares = sharedHectares(rings, parts, box, budget);
    if (hectares === undefined) return undefined;
    if (hectares > 0) overlaps.push({ parts, hectares, box });
    if (rest - budget.left < STEPS_AT_ONCE) continue;
    rest = budget.left;
    yield;
  }
  return budget.left < 0 ? undefined : overlaps;
}

/** Pairs add up, but ground that three parts share is measured in one go. Slivers are too narrow for three. */
function sharedInAll(rings: Rings, overlaps: Overlap[], areas: number[], budget: Budget): number | undefined {
  const isSliver = ({ parts: [one, other], hectares }: Overlap): boolean => hectares < SLIVER * Math.min(areas[one]!, areas[other]!);
  let shared = 0;
  for (const overlap of overlaps) if (isSliver(overlap)) shared += overlap.hectares;
  for (const group of groups(overlaps.filter((overlap) => !isSliver(overlap)))) {
    const hectares = group.length === 1 ? group[0]!.hectares : sharedInGroup(rings, group, budget);
    if (hectares === undefined) return undefined;
    shared += hectares;
  }
  return shared;
}

/** Overlaps by the parts that they connect with each other. */
function groups(overlaps: Overlap[]): Overlap[][] {
  const leader = new Map<number, number>();
  const lead = (part: number): number => {
    let first = part;
    for (let next = leader.get(first); next !== undefined; next = leader.get(first)) {
      // Shortened on the way: fields in a row, each over the next, would make a chain as long as the row.
      leader.set(first, leader.get(next) ?? next);
      first = next;
    }
    return first;
  };
  for (const { parts } of overlaps) {
    const [one, other] = [lead(parts[0]), lead(parts[1])];
    if (one !== other) leader.set(other, one);
  }
  const grouped = new Map<number, Overlap[]>();
  for (const overlap of overlaps) getOrInsert(grouped, lead(overlap.parts[0]), () => []).push(overlap);
  return [...grouped.values()];
}

function sharedInGroup(rings: Rings, group: Overlap[], budget: Budget): number | undefined {
  const parts = new Set(group.flatMap((overlap) => overlap.parts));
  return sharedHectares(rings, [...parts], boxAround(group.map(({ box }) => box)), budget);
}

/** Whether boxes overlap, as far as that can be found out quickly. */
function mayMeet(boxes: Box[]): boolean {
  const budget: Budget = { left: QUICK * boxes.length };
  return meetingBoxes(boxes, budget).next().done !== true || budget.left < 0;
}

function without(rings: Rings, left: ReadonlySet<number>): Rings {
  if (left.size === 0) return rings;
  const builder = new RingsBuilder();
  for (let part = 0; part < partCount(rings); part++) if (!left.has(part)) copyPart(rings, part, 0, builder);
  return builder.rings();
}
