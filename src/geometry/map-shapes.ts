import { finiteNumber, isObject, ownField } from '../foreign/foreign-value';
import { describeValue } from './describe-value';
import { geometryError } from './geometry-error';
import { roundDegrees } from './grid';
import { LIMITS } from './limits';
import { EARTH_RADIUS } from './measure';
import { RADIANS } from './radians';
import type { RawGeometry, RawShape } from './raw-geometry';
import { sentence, type Sentence } from './sentence';
import { spelledField, spellingsOf, type Spellings } from './spelled-field';

const CIRCLE_CORNERS = 64;
/** In metres: the corners of a smaller circle fall together when they are rounded to a centimetre. */
const SMALLEST_RADIUS = 0.1;
/** In metres: an eighth of the way round the Earth. */
const LARGEST_RADIUS = 5_000_000;

type Place = [longitude: number, latitude: number];

/**
 * `[west, south, east, north]` in degrees; west above east crosses the antimeridian (RFC 7946, 5.2).
 * @param named whether the input names its sides
 */
export function readBox(sides: readonly unknown[], named = false): RawShape {
  const [west, south, east, north] = sides.map(finiteNumber);
  if (west === undefined || south === undefined || east === undefined || north === undefined) {
    throw geometryError('boxNumbers', { found: sides.map(describeValue) });
  }
  if (south > north) throw geometryError('boxUpsideDown', { south, north });
  const width = west > east ? east + 360 - west : east - west;
  // Also sides that are equal only once rounded, or that are the two spellings of the antimeridian.
  if (roundDegrees(width) === 0 || roundDegrees(north - south) === 0) throw geometryError('boxEmpty', { sides: [west, south, east, north].join(', ') });
  // An edge of more than half a turn would be taken for one across the antimeridian.
  const between = width > 180 ? [1, 2, 3].map((quarter) => roundDegrees(width * (quarter / 4))) : [];
  const start = west + width > 360 ? west - 360 : west;
  const meridians = [0, ...between, width].map((eastward) => start + eastward);
  const corners: Place[] = [
    ...meridians.map((longitude): Place => [longitude, south]),
    ...meridians.toReversed().map((longitude): Place => [longitude, north]),
  ];
  return { geometries: [{ ...polygon([corners], () => sentence('atBox')), ...(named && { named }) }], changes: [] };
}

/** How Leaflet and Mapbox call the corners of a box. */
const CORNERS = [['_southWest', '_northEast'], ['_sw', '_ne']] as const;

const SIDES = ['west', 'south', 'east', 'north'].map(spellingsOf);

/** West, south, east and north of an object that names them, as Google Maps and the worldmap node do, or the corners between them. */
export function sidesOf(value: object): unknown[] | undefined {
  for (const names of CORNERS) {
    const corners = names.map((name) => ownField(value, name)).filter(isObject).flatMap((corner) => placeOf(corner) ?? []);
    if (corners.length === 4) return corners;
  }
  const sides = SIDES.map((side) => spelledField(value, side));
  return sides.includes(undefined) ? undefined : sides;
}

const LATITUDES = ['lat', 'latitude'].map(spellingsOf);
const LONGITUDES = ['lon', 'lng', 'long', 'longitude'].map(spellingsOf);

/** Whether an object has a value for a latitude and one for a longitude, whatever they are. */
export function isPlace(value: object): boolean {
  return [LATITUDES, LONGITUDES].every((names) => (valuesOf(value, names)[0] ?? null) !== null);
}

/**
 * What is wrong with an object that has a number for a latitude or a longitude alone, as from a receiver without a fix. A text under `long` may be
 * the name of something.
 */
export function missingHalf(value: object): 'latitudeMissing' | 'longitudeMissing' | undefined {
  const [latitude, longitude] = [LATITUDES, LONGITUDES].map((names) => finiteNumber(valuesOf(value, names)[0]) !== undefined);
  if (latitude === longitude) return undefined;
  return latitude ? 'longitudeMissing' : 'latitudeMissing';
}

/** `{lat, lon}` in its spellings, if the object has both. */
export function placeOf(value: object): Place | undefined {
  const latitudes = valuesOf(value, LATITUDES);
  const longitudes = valuesOf(value, LONGITUDES);
  if (latitudes.length === 0 || longitudes.length === 0) return undefined;
  const latitude = degreesOf(latitudes, 'latitudeNoNumber', 'latitudeTwice');
  return [degreesOf(longitudes, 'longitudeNoNumber', 'longitudeTwice'), latitude];
}

/**
 * A place, as {@link placeOf} gives it, as a point.
 * @param remarks what is to be said of what it comes with
 */
export function readPlace(place: Place, remarks: readonly (Sentence | undefined)[]): RawShape {
  return { geometries: [{ type: 'Point', coordinates: place, where: () => sentence('atPoint'), named: true }], changes: remarks.filter((remark) => remark !== undefined) };
}

/** A circle as a polygon with the circle's area. The radius is in metres, on the sphere. */
export function readCircle([longitude, latitude]: Place, radius: unknown): RawShape {
  if (Array.isArray(radius)) throw geometryError('ellipse');
  const metres = finiteNumber(radius);
  if (metres === undefined || metres < SMALLEST_RADIUS) throw geometryError('radius', { found: describeValue(radius) });
  if (metres > LARGEST_RADIUS) throw geometryError('radiusTooLarge', { metres });
  if (Math.abs(latitude) > 90) throw geometryError('circleLatitude', { latitude });
  const reach = metres / EARTH_RADIUS / RADIANS;
  // The corners lie a little beyond the circle (see below).
  if (Math.abs(latitude) + reach * 1.01 >= 90) throw geometryError('circleOverPole', { degrees: reach.toFixed(1) });
  const step = (2 * Math.PI) / CIRCLE_CORNERS;
  // Corners on the circle itself would enclose less than the circle.
  const distance = (metres / EARTH_RADIUS) * Math.sqrt(step / Math.sin(step));
  const ring: Place[] = [];
  // Beside the meridian of Greenwich, on a map from 0 to 360, corners would lie beyond the map.
  const isBeyond = Math.abs(longitude) > 180 && Math.abs(longitude) <= 360;
  const centre = isBeyond ? longitude - 360 * Math.sign(longitude) : longitude;
  for (let corner = 0; corner < CIRCLE_CORNERS; corner++) ring.push(destination(centre, latitude, distance, corner * step));
  return {
    geometries: [polygon([ring], () => sentence('atCircle'))],
    changes: [sentence('circleDrawn', { corners: CIRCLE_CORNERS }), ...(isBeyond ? [sentence('longitudeBeyond')] : [])],
  };
}

/** The place at an angular distance in a direction counted counter-clockwise from east (great circle). */
function destination(longitude: number, latitude: number, distance: number, direction: number): Place {
  const sinLatitude =
    Math.sin(latitude * RADIANS) * Math.cos(distance) + Math.cos(latitude * RADIANS) * Math.sin(distance) * Math.sin(direction);
  const y = Math.cos(direction) * Math.sin(distance) * Math.cos(latitude * RADIANS);
  const x = Math.cos(distance) - Math.sin(latitude * RADIANS) * sinLatitude;
  return [roundDegrees(longitude + Math.atan2(y, x) / RADIANS), roundDegrees(Math.asin(sinLatitude) / RADIANS)];
}

/**
 * The area of a drawing: rings of `{lat, lng}` or `[lat, lng]`, never closed, one ring or the outer one and its holes; two positions are
 * the corners of a rectangle. Latitude first: that is how the worldmap node and Leaflet write it.
 */
export function readDrawnArea(area: unknown, name: string): RawShape {
  if (!Array.isArray(area) || area.length === 0) {
    throw geometryError('drawingNoPositions', { where: name, found: describeValue(area) });
  }
  const nested = Array.isArray(area[0]) && typeof area[0][0] === 'object';
  const rings = (nested ? area : [area]).map((ring: unknown, index: number) => drawnRing(ring, nested ? `${name}[${index}]` : name));
  const [outer] = rings;
  if (!nested && outer?.length === 2) {
    const [[west, south], [east, north]] = outer as [Place, Place];
    return readBox([Math.min(west, east), Math.min(south, north), Math.max(west, east), Math.max(south, north)], true);
  }
  return { geometries: [{ ...polygon(rings, (ring, vertex) => `${nested ? `${name}[${ring}]` : name}[${vertex}]`), named: true }], changes: [] };
}

function drawnRing(ring: unknown, name: string): Place[] {
  if (!Array.isArray(ring)) throw geometryError('drawingNoPositions', { where: name, found: describeValue(ring) });
  if (ring.length > LIMITS.positions) throw geometryError('drawingTooLong', { limit: { figure: LIMITS.positions } });
  return Array.from(ring, (position: unknown, index) => {
    const named = Array.isArray(position) ? { lat: position[0] as unknown, lon: position[1] as unknown } : position;
    const place = isObject(named) ? placeOf(named) : undefined;
    if (!place) throw geometryError('drawingNoPlace', { where: `${name}[${index}]`, found: describeValue(position) });
    return place;
  });
}

/** A polygon of rings that are not closed yet: closing them is no repair, as their writers never do. */
function polygon(rings: Place[][], where: (ring: number, vertex: number) => Sentence | string): RawGeometry {
  return {
    type: 'Polygon',
    coordinates: rings.map((ring) => [...ring, ring[0]]),
    where: (ring = 0, vertex = 0) => where(ring, vertex),
  };
}

/** The values of fields that have one; `null` if there are only fields without one, as a receiver without a fix sends them. */
function valuesOf(value: object, names: readonly Spellings[]): unknown[] {
  const plain = names.map(([name]) => ownField(value, name)).filter((one) => one !== undefined);
  // Looked up only then: a drawing may have two million places in small letters.
  const found = plain.some((one) => one !== null) ? plain : names.flat().map((name) => ownField(value, name)).filter((one) => one !== undefined);
  const values = found.filter((one) => one !== null);
  return values.length > 0 ? values : found;
}

/** Of the values under several spellings, the first: another number under one of the others may be meant as well. */
function degreesOf(values: readonly unknown[], noNumber: `${'latitude' | 'longitude'}NoNumber`, twice: `${'latitude' | 'longitude'}Twice`): number {
  const degrees = finiteNumber(values[0]);
  if (degrees === undefined) throw geometryError(noNumber, { found: describeValue(values[0]) });
  const other = values.find((one) => (finiteNumber(one) ?? degrees) !== degrees);
  if (other !== undefined) throw geometryError(twice, { degrees: String(degrees), other: String(finiteNumber(other)) });
  return degrees;
}
