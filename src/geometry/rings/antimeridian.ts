import type { Steps } from '../../time/steps';
import { geometryError } from '../geometry-error';
import { FULL_TURN, HALF_TURN, placeAt } from '../grid';
import { sentence, type Sentence } from '../sentence';
import { boxOf } from './box';
import { containsRing } from './containment';
import { cutPart, type Ring, type Side } from './cut-part';
import { copyPart, partCount, RingsBuilder, signedArea, type Rings } from './rings';

/**
 * Follows rings across the antimeridian: an edge of more than 180 degrees goes the short way round, so that longitudes run on beyond 180 or
 * -180 and each ring is a plain curve. {@link splitRings} brings the result back once it is checked.
 * @throws SoilError `SOIL_GEOMETRY` for a ring around a pole, and for one of more than a full turn
 */
export function followRings(rings: Rings, changes: Sentence[]): Rings {
  if (!isIrregular(rings)) return rings;
  const builder = new RingsBuilder();
  let followed = 0;
  for (let part = 0; part < partCount(rings); part++) {
    const shell = rings.partStart[part]!;
    const [west, east] = extent(followRing(rings, shell));
    for (let ring = shell; ring < rings.partStart[part + 1]!; ring++) {
      const longitudes = followRing(rings, ring);
      if (longitudes.some((x, i) => x !== rings.x[rings.ringStart[ring]! + i])) followed++;
      const [ringWest, ringEast] = extent(longitudes);
      const place = placeAt(longitudes[0]!, rings.y[rings.ringStart[ring]!]!);
      if (ringEast - ringWest > FULL_TURN) throw geometryError('ringRoundTheEarth', { place });
      const turn = [0, FULL_TURN, -FULL_TURN].find((each) => ringWest + each >= west && ringEast + each <= east) ?? 0;
      longitudes.forEach((x, i) => {
        builder.add(x + turn, rings.y[rings.ringStart[ring]! + i]!);
      });
      builder.leaveOutClosing();
      if (builder.length < 3) throw geometryError('ringOnMeridian', { place });
      builder.endRing();
    }
    builder.endPart();
  }
  if (followed > 0) changes.push(sentence('edgesFollowed'));
  return builder.rings();
}

/** Whether a longitude is beyond 180 degrees, or an edge longer. */
function isIrregular({ x, ringStart }: Rings): boolean {
  for (let ring = 0; ring + 1 < ringStart.length; ring++) {
    let before = x[ringStart[ring + 1]! - 1]!;
    for (let i = ringStart[ring]!; i < ringStart[ring + 1]!; i++) {
      const here = x[i]!;
      if (Math.abs(here) > HALF_TURN || Math.abs(here - before) > HALF_TURN) return true;
      before = here;
    }
  }
  return false;
}

/**
 * The longitudes of a ring, followed. An edge of 360 degrees along a parallel can be two spellings of one place on the antimeridian, or the
 * edge of a map, as around Antarctica; it is the latter if the former leaves nothing of the ring.
 */
function followRing(rings: Rings, ring: number): Float64Array {
  const short = follow(rings, ring, false);
  if (short.closes && hasArea(rings, ring, short.longitudes)) return short.longitudes;
  const long = follow(rings, ring, true);
  if (long.closes) return long.longitudes;
  // On the antimeridian alone, in both spellings: it has no area, and goes around no pole.
  if (short.closes) return short.longitudes;
  const first = rings.ringStart[ring]!;
  throw geometryError('ringAroundPole', { place: placeAt(rings.x[first]!, rings.y[first]!) });
}

function follow({ x, y, ringStart }: Rings, ring: number, keepMapEdges: boolean): { longitudes: Float64Array; closes: boolean } {
  const from = ringStart[ring]!;
  const to = ringStart[ring + 1]!;
  const longitudes = new Float64Array(to - from);
  let turn = 0;
  for (let i = from; i <= to; i++) {
    const at = i < to ? i : from;
    const before = i > from ? i - 1 : from;
    const step = x[at]! - x[before]!;
    const mapEdge = keepMapEdges && Math.abs(step) === FULL_TURN && y[at] === y[before];
    if (Math.abs(step) > HALF_TURN && !mapEdge) turn -= Math.sign(step) * FULL_TURN;
    if (i < to) longitudes[i - from] = x[i]! + turn;
  }
  return { longitudes, closes: turn === 0 };
}

function hasArea({ y, ringStart }: Rings, ring: number, longitudes: Float64Array): boolean {
  const latitudes = y.subarray(ringStart[ring], ringStart[ring + 1]);
  return signedArea({ x: longitudes, y: latitudes, ringStart: [0, longitudes.length], partStart: [0, 1] }, 0) !== 0;
}

/** The least and the greatest of some longitudes. */
function extent(longitudes: Float64Array): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (const each of longitudes) {
    least = Math.min(least, each);
    greatest = Math.max(greatest, each);
  }
  return [least, greatest];
}

/**
 * Brings checked rings into -180 to 180: parts that lie beyond are moved by a full turn, and parts that cross the antimeridian are split
 * there (RFC 7946, 3.1.9).
 * @throws SoilError `SOIL_GEOMETRY` if rounding leaves nothing of it
 */
export function* splitRings(rings: Rings, changes: Sentence[]): Steps<Rings> {
  if (rings.x.every((x) => Math.abs(x) <= HALF_TURN)) return rings;
  let moved = 0;
  let split = 0;
  const builder = new RingsBuilder();
  for (let part = 0; part < partCount(rings); part++) {
    const { west, east } = boxOf(rings, rings.partStart[part]!);
    const turn = -FULL_TURN * Math.floor((west + HALF_TURN) / FULL_TURN);
    if (east + turn <= HALF_TURN) {
      if (turn !== 0) moved++;
      copyPart(rings, part, turn, builder);
    } else {
      split++;
      for (const side of yield* cutPart(rings, part, turn)) {
        addPieces(side, builder);
        yield;
      }
    }
  }
  if (moved > 0) changes.push(sentence('partsMoved'));
  if (split > 0) changes.push(sentence('partsSplit'));
  const pieces = builder.rings();
  // Some centimetres across the antimeridian: nothing is left of it on either side.
  if (partCount(pieces) === 0) throw geometryError('ringOnMeridian', { place: placeAt(rings.x[0]!, rings.y[0]!) });
  return pieces;
}

/** Adds each piece with the holes that lie in it. Slivers that rounding has left without area are dropped. */
function addPieces({ shells, holes }: Side, builder: RingsBuilder): void {
  const inside = shells.length === 1 ? [holes] : holesByShell(shells, holes);
  shells.forEach((shell, i) => {
    const piece = asRings([shell, ...inside[i]!]);
    if (signedArea(piece, 0) !== 0) copyPart(piece, 0, 0, builder);
  });
}

/** Corners that holes are compared with, in half a second: a thousand lakes behind a coast of a hundred thousand corners take a third. */
const MOST_COMPARED = 3e8;

/**
 * The holes in each of several shells. Boxes tell most of them apart: a coast may have thousands of both.
 * @throws SoilError `SOIL_GEOMETRY` if there are too many to compare
 */
function holesByShell(shells: Ring[], holes: Ring[]): Ring[][] {
  const rings = asRings([...shells, ...holes]);
  const boxes = shells.map((_, shell) => boxOf(rings, shell));
  const inside: Ring[][] = shells.map(() => []);
  let left = MOST_COMPARED;
  holes.forEach((hole, i) => {
    const { west, south } = boxOf(rings, shells.length + i);
    const shell = boxes.findIndex((box, each) => {
      left--;
      if (west < box.west || west > box.east || south < box.south || south > box.north) return false;
      left -= shells[each]!.length;
      return containsRing(rings, each, shells.length + i);
    });
    if (left < 0) throw geometryError('tooManyHoles', { place: placeAt(...hole[0]!) });
    inside[shell]?.push(hole);
  });
  return inside;
}

function asRings(list: Ring[]): Rings {
  const builder = new RingsBuilder();
  for (const ring of list) {
    for (const [x, y] of ring) builder.add(x, y);
    builder.leaveOutClosing();
    builder.endRing();
  }
  builder.endPart();
  return builder.rings();
}
