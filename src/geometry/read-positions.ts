import type { Position } from './area-of-interest';
import { describeValue } from './foreign-value';
import { geometryError } from './geometry-error';
import { FULL_TURN, HALF_TURN, toDegrees, toGrid, UNITS_PER_DEGREE } from './grid';
import { LIMITS } from './limits';
import type { RawGeometry } from './raw-geometry';
import { RingsBuilder, type Rings } from './rings';
import { cutToTwo, were } from './sentences';

/** Longitudes are read up to a full turn off, as maps that repeat and grids that run from 0 to 360 give them. */
const FURTHEST_LONGITUDE = 360;

/** A difference from the 7th decimal that is not just the noise of a double, in grid units. */
const NOISE = 0.01;

/** Reads the coordinates of points: checked, rounded, each place once. Adds what was repaired to `changes`. */
export function readPoints(geometries: readonly RawGeometry[], changes: string[]): Position[] {
  const reader = new PositionReader();
  const places = new Map<string, Position>();
  let repeats = 0;
  let beyond = 0;
  const add = (): void => {
    let { x } = reader;
    if (Math.abs(x) > HALF_TURN) {
      x -= Math.sign(x) * FULL_TURN;
      beyond++;
    }
    const key = `${x} ${reader.y}`;
    if (places.has(key)) repeats++;
    else places.set(key, [toDegrees(x), toDegrees(reader.y)]);
  };
  for (const geometry of geometries) {
    if (geometry.type === 'Point') {
      reader.position(geometry, geometry.coordinates, []);
      add();
    } else if (reader.positions(geometry, geometry.coordinates, [], add) === 0) {
      throw geometryError(`There is no position in ${geometry.where()}: give at least one.`);
    }
  }
  reader.report(changes);
  if (beyond > 0) changes.push(`${were(beyond, 'longitude')} beyond 180 degrees and brought into -180 to 180.`);
  if (repeats > 0) changes.push(`${were(repeats, 'repeated point')} left out.`);
  return [...places.values()];
}

/** Reads the coordinates of polygons: checked, rounded, rings closed, no position twice in a row. Adds what was repaired to `changes`. */
export function readRings(geometries: readonly RawGeometry[], changes: string[]): Rings {
  const reader = new PositionReader();
  const builder = new RingsBuilder();
  let unclosed = 0;
  let repeats = 0;
  const add = (): void => {
    if (builder.repeats(reader.x, reader.y)) repeats++;
    else builder.add(reader.x, reader.y);
  };
  for (const geometry of geometries) {
    const single = geometry.type === 'Polygon';
    const parts = single ? [geometry.coordinates] : list(geometry, geometry.coordinates, []);
    if (parts.length === 0) throw geometryError(`There is no polygon in ${geometry.where()}: give at least one.`);
    parts.forEach((part, p) => {
      const inPart = single ? [] : [p];
      const rings = list(geometry, part, inPart);
      if (rings.length === 0) throw geometryError(`There is no ring in ${geometry.where(...inPart)}: give the outer ring.`);
      rings.forEach((ring, r) => {
        const indices = [...inPart, r];
        reader.positions(geometry, ring, indices, add);
        if (!builder.open()) unclosed++;
        if (builder.length < 3) throw tooFew(builder.length, geometry.where(...indices));
        builder.endRing();
      });
      builder.endPart();
    });
  }
  reader.report(changes);
  if (repeats > 0) changes.push(`${were(repeats, 'repeated position')} left out.`);
  if (unclosed > 0) changes.push(`${were(unclosed, 'ring')} closed with its first position.`);
  return builder.rings();
}

function tooFew(length: number, where: string): Error {
  const has = length === 1 ? '1 position' : `${length} different positions`;
  return geometryError(`The ring at ${where} has ${has}: a ring takes three or more, and the first one again at its end.`);
}

/** An array with something at every index, not longer than it may be. */
function list(geometry: RawGeometry, value: unknown, indices: number[]): unknown[] {
  if (!Array.isArray(value)) {
    throw geometryError(`Expected an array at ${geometry.where(...indices)} of the ${geometry.type}, but found ${describeValue(value)}.`);
  }
  if (value.length > LIMITS.positions) throw tooMany();
  return Array.from(value);
}

function tooMany(): Error {
  return geometryError(`The area has more than ${LIMITS.positions} positions. Simplify it.`);
}

/** Reads one position after the other into `x` and `y`, in grid units. */
class PositionReader {
  x = 0;
  y = 0;
  private count = 0;
  private rounded = 0;
  private longer = 0;

  /** Reads all positions of an array (or of longitudes and latitudes in turn), calling back after each. Gives their number. */
  positions(geometry: RawGeometry, value: unknown, indices: readonly number[], read: () => void): number {
    if (value instanceof Float64Array) {
      for (let i = 0; i < value.length; i += 2) {
        this.degrees(value[i]!, value[i + 1]!, geometry, indices, i / 2);
        read();
      }
      return value.length / 2;
    }
    const positions = list(geometry, value, [...indices]);
    for (let i = 0; i < positions.length; i++) {
      this.position(geometry, positions[i], indices, i);
      read();
    }
    return positions.length;
  }

  /** Reads one position; `index` is its last index, where it has one. */
  position(geometry: RawGeometry, value: unknown, indices: readonly number[], index?: number): void {
    if (!Array.isArray(value) || value.length < 2) {
      const where = place(geometry, indices, index);
      throw geometryError(`Expected [longitude, latitude] at ${where} of the ${geometry.type}, but found ${describeValue(value)}.`);
    }
    const longitude: unknown = value[0];
    const latitude: unknown = value[1];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') {
      const found = `${describeValue(longitude)} and ${describeValue(latitude)}`;
      throw geometryError(`Expected two numbers at ${place(geometry, indices, index)} of the ${geometry.type}, but found ${found}.`);
    }
    if (value.length > 2) this.longer++;
    this.degrees(longitude, latitude, geometry, indices, index);
  }

  private degrees(longitude: number, latitude: number, geometry: RawGeometry, indices: readonly number[], index?: number): void {
    if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= FURTHEST_LONGITUDE)) {
      throw outOfRange(longitude, latitude, place(geometry, indices, index));
    }
    if (++this.count > LIMITS.positions) throw tooMany();
    this.x = toGrid(longitude);
    this.y = toGrid(latitude);
    if (Math.abs(longitude * UNITS_PER_DEGREE - this.x) > NOISE || Math.abs(latitude * UNITS_PER_DEGREE - this.y) > NOISE) this.rounded++;
  }

  report(changes: string[]): void {
    if (this.longer > 0) changes.push(cutToTwo(this.longer));
    if (this.rounded > 0) changes.push(`${were(this.rounded, 'position')} rounded to 7 decimals (about 1 cm).`);
  }
}

function place(geometry: RawGeometry, indices: readonly number[], index?: number): string {
  return geometry.where(...indices, ...(index === undefined ? [] : [index]));
}

function outOfRange(longitude: number, latitude: number, where: string): Error {
  const latitudeFits = Math.abs(latitude) <= 90;
  const wrong = latitudeFits
    ? `Longitude ${longitude} at ${where} is not between -180 and 180`
    : `Latitude ${latitude} at ${where} is not between -90 and 90`;
  if (!latitudeFits && Math.abs(longitude) <= 90 && Math.abs(latitude) <= 180) {
    return geometryError(`${wrong}: latitude and longitude look exchanged. Longitude comes first.`);
  }
  if (Math.abs(longitude) > 1000 || Math.abs(latitude) > 1000) {
    return geometryError(`${wrong}: these look like metres of a map projection. Give degrees on WGS 84.`);
  }
  return geometryError(`${wrong}. Give degrees on WGS 84, longitude first.`);
}
