import { createHash } from 'node:crypto';
import { madeInSteps, sortedInSteps, type Steps } from '../time/steps';
import type { AreaGeometry, Position } from './area-of-interest';
import { areaParts } from './area-parts';
import { HALF_TURN, toGrid } from './grid';
import { leastRotation } from './rings/least-rotation';

/** Hexadecimal digits: enough that no two fields of anyone have the same. */
const DIGITS = 32;
const TEXTS_AT_ONCE = 2048;

/**
 * A text that is the same for the same area, whatever corner its rings begin at and in whatever order its parts, holes and points come, and another for any
 * other area: for flows that are to know whether a boundary changed. A corner more in the middle of a side makes another area.
 */
export function* fingerprintOf(geometry: AreaGeometry): Steps<string> {
  const { points, polygons } = areaParts(geometry);
  return yield* points ? ofPoints(points) : ofPolygons(polygons);
}

function* ofPoints(points: readonly Position[]): Steps<string> {
  const places = yield* madeInSteps(points, ([longitude, latitude]) => `${eastOf(toGrid(longitude))} ${toGrid(latitude)}`);
  return yield* digest('points', places);
}

/** The antimeridian has two spellings. */
function eastOf(longitude: number): number {
  return longitude === -HALF_TURN ? HALF_TURN : longitude;
}

function* ofPolygons(polygons: readonly Position[][][]): Steps<string> {
  const parts: string[] = [];
  for (const rings of polygons) {
    const [shell = '', ...holes] = yield* ofRings(rings);
    parts.push(yield* digest(shell, holes));
  }
  return yield* digest('polygons', parts);
}

function* ofRings(rings: readonly Position[][]): Steps<string[]> {
  const digests: string[] = [];
  for (const ring of rings) {
    digests.push(yield* ofRing(ring));
    yield;
  }
  return digests;
}

/** From the westernmost corner on; without the last position, which closes the ring. */
function* ofRing(ring: readonly Position[]): Steps<string> {
  const length = ring.length - 1;
  const [x, y] = [new Float64Array(length), new Float64Array(length)];
  for (let i = 0; i < length; i++) [x[i], y[i]] = [toGrid(ring[i]![0]), toGrid(ring[i]![1])];
  yield;
  const start = leastRotation(x, y);
  yield;
  const hash = createHash('sha256');
  for (const axis of [x, y]) hash.update(axis.subarray(start)).update(axis.subarray(0, start));
  return hash.digest('hex');
}

/** Of one text and others, whose order does not matter. */
function* digest(first: string, others: readonly string[]): Steps<string> {
  const texts = yield* sortedInSteps(others, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const hash = createHash('sha256').update(`[${JSON.stringify(first)}`);
  for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE) {
    hash.update(`,${JSON.stringify(texts.slice(at, at + TEXTS_AT_ONCE)).slice(1, -1)}`);
    yield;
  }
  return hash.update(']').digest('hex').slice(0, DIGITS);
}
