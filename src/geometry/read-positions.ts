import type { Steps } from '../time/steps';
import type { Position } from './area-of-interest';
import { describeValue } from './describe-value';
import { geometryError } from './geometry-error';
import { FULL_TURN, HALF_TURN, toDegrees, toGrid, UNITS_PER_DEGREE } from './grid';
import { LIMITS } from './limits';
import type { RawGeometry } from './raw-geometry';
import { RingsBuilder, type Rings } from './rings/rings';
import { counted, type Sentence } from './sentence';

/** Longitudes are read up to a full turn off, as maps that repeat and grids that run from 0 to 360 give them. */
const FURTHEST_LONGITUDE = 360;

/** Positions between two rests: less than a millisecond's. */
const POSITIONS_AT_ONCE = 2048;

/** A difference from the 7th decimal that is not just the noise of a double, in grid units. */
const NOISE = 0.01;

/** Reads the coordinates of points: checked, rounded, each place once. Adds what was repaired to `changes`. */
export function* readPoints(geometries: readonly RawGeometry[], changes: Sentence[]): Steps<Position[]> {
  const reader = new PositionReader();
  const places = new Map<string, Position>();
  let repeats = 0;
  let beyond = 0;
  let single = 0;
  const add = (): void => {
    let { x } = reader;
    if (Math.abs(x) > HALF_TURN) {
      x -= Math.sign(x) * FULL_TURN;
      beyond++;
    }
    // The antimeridian has two spellings.
    const key = `${x === -HALF_TURN ? HALF_TURN : x} ${reader.y}`;
    if (places.has(key)) repeats++;
    else places.set(key, [toDegrees(x), toDegrees(reader.y)]);
  };
  for (const geometry of geometries) {
    if (geometry.type === 'Point') {
      reader.position(geometry, geometry.coordinates, []);
      add();
      if (++single % POSITIONS_AT_ONCE === 0) yield;
    } else if ((yield* reader.positions(geometry, geometry.coordinates, [], add)) === 0) {
      throw geometryError('noPosition', { where: geometry.where() });
    }
  }
  reader.report(changes);
  if (beyond > 0) changes.push(counted(beyond, 'longitudeBeyond', 'longitudesBeyond'));
  if (repeats > 0) changes.push(counted(repeats, 'pointRepeated', 'pointsRepeated'));
  return [...places.values()];
}

/** Reads the coordinates of polygons: checked, rounded, rings closed, no position twice in a row. Adds what was repaired to `changes`. */
export function* readRings(geometries: readonly RawGeometry[], changes: Sentence[]): Steps<Rings> {
  const reader = new PositionReader();
  const builder = new RingsBuilder();
  let unclosed = 0;
  let repeats = 0;
  let empty = 0;
  const add = (): void => {
    if (!builder.add(reader.x, reader.y)) repeats++;
  };
  for (const geometry of geometries) {
    const single = geometry.type === 'Polygon';
    const parts = single ? [geometry.coordinates] : list(geometry, geometry.coordinates, []);
    const emptyBefore = empty;
    for (const [p, part] of parts.entries()) {
      const inPart = single ? [] : [p];
      const rings = list(geometry, part, inPart);
      if (rings.length === 0) {
        if (single) throw geometryError('noRing', { where: geometry.where() });
        empty++;
        continue;
      }
      for (const [r, ring] of rings.entries()) {
        const indices = [...inPart, r];
        yield* reader.positions(geometry, ring, indices, add);
        if (!builder.leaveOutClosing()) unclosed++;
        if (builder.length < 3) throw tooFew(builder.length, geometry.where(...indices));
        builder.endRing();
      }
      builder.endPart();
    }
    if (empty - emptyBefore === parts.length) throw geometryError('noPolygon', { where: geometry.where() });
  }
  reader.report(changes);
  if (empty > 0) changes.push(counted(empty, 'partEmpty', 'partsEmpty'));
  if (repeats > 0) changes.push(counted(repeats, 'positionRepeated', 'positionsRepeated'));
  if (unclosed > 0) changes.push(counted(unclosed, 'ringClosed', 'ringsClosed'));
  return builder.rings();
}

function tooFew(length: number, where: Sentence | string): Error {
  return length === 1 ? geometryError('ringOfOne', { where }) : geometryError('ringOfFew', { where, number: length });
}

/** An array with something at every index, not longer than it may be. */
function list(geometry: RawGeometry, value: unknown, indices: number[]): unknown[] {
  if (!Array.isArray(value)) {
    throw geometryError('noArray', { where: geometry.where(...indices), type: geometry.type, found: describeValue(value) });
  }
  if (value.length > LIMITS.positions) throw tooMany();
  return Array.from(value);
}

function tooMany(): Error {
  return geometryError('tooManyPositions', { limit: { figure: LIMITS.positions } });
}

/** What is said of positions of more than two numbers. */
export function positionsCut(number: number): Sentence {
  return counted(number, 'positionCut', 'positionsCut');
}

/** Reads one position after the other into `x` and `y`, in grid units. */
class PositionReader {
  x = 0;
  y = 0;
  private count = 0;
  private since = 0;
  private rounded = 0;
  private longer = 0;

  /** Reads all positions of an array (or of longitudes and latitudes in turn), calling back after each. Gives their number. */
  *positions(geometry: RawGeometry, value: unknown, indices: readonly number[], read: () => void): Steps<number> {
    const flat = value instanceof Float64Array ? value : undefined;
    const positions = flat ? [] : list(geometry, value, [...indices]);
    const length = flat ? flat.length / 2 : positions.length;
    for (let from = 0; from < length; from += POSITIONS_AT_ONCE) {
      const to = Math.min(length, from + POSITIONS_AT_ONCE);
      for (let i = from; i < to; i++) {
        if (flat) this.degrees(flat[2 * i]!, flat[2 * i + 1]!, geometry, indices, i);
        else this.position(geometry, positions[i], indices, i);
        read();
      }
      this.since += to - from;
      if (this.since < POSITIONS_AT_ONCE) continue;
      this.since = 0;
      yield;
    }
    return length;
  }

  /** Reads one position; `index` is its last index, if it has one. */
  position(geometry: RawGeometry, value: unknown, indices: readonly number[], index?: number): void {
    if (!Array.isArray(value) || value.length < 2) {
      throw geometryError('noPair', { where: place(geometry, indices, index), type: geometry.type, found: describeValue(value) });
    }
    const longitude: unknown = value[0];
    const latitude: unknown = value[1];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') {
      const found = { longitude: describeValue(longitude), latitude: describeValue(latitude) };
      throw geometryError('noNumbers', { where: place(geometry, indices, index), type: geometry.type, ...found });
    }
    if (value.length > 2) this.longer++;
    this.degrees(longitude, latitude, geometry, indices, index);
  }

  private degrees(longitude: number, latitude: number, geometry: RawGeometry, indices: readonly number[], index?: number): void {
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= FURTHEST_LONGITUDE)) {
      throw outOfRange(longitude, latitude, place(geometry, indices, index), geometry.named);
    }
    if (++this.count > LIMITS.positions) throw tooMany();
    this.x = toGrid(longitude);
    this.y = toGrid(latitude);
    if (Math.abs(longitude * UNITS_PER_DEGREE - this.x) > NOISE || Math.abs(latitude * UNITS_PER_DEGREE - this.y) > NOISE) this.rounded++;
  }

  report(changes: Sentence[]): void {
    if (this.longer > 0) changes.push(positionsCut(this.longer));
    if (this.rounded > 0) changes.push(counted(this.rounded, 'positionRounded', 'positionsRounded'));
  }
}

function place(geometry: RawGeometry, indices: readonly number[], index?: number): Sentence | string {
  return geometry.where(...indices, ...(index === undefined ? [] : [index]));
}

function outOfRange(longitude: number, latitude: number, where: Sentence | string, named = false): Error {
  const wrong = Math.abs(latitude) <= 90 ? 'longitude' : 'latitude';
  // As text: infinity is no JSON.
  const values = { degrees: String(wrong === 'longitude' ? longitude : latitude), where };
  if (!named && Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180) return geometryError('latitudeExchanged', values);
  if (Math.abs(longitude) > 1000 || Math.abs(latitude) > 1000) return geometryError(`${wrong}InMetres`, values);
  return geometryError(named ? `${wrong}RangeNamed` : `${wrong}Range`, values);
}
