import { cut } from '../../text/cut';
import type { AreaType } from '../area-of-interest';
import { geometryError } from '../geometry-error';
import { sentence } from '../sentence';
import { EQUALS, SEMICOLON, WktCursor } from './wkt-cursor';

/** What comes before the bracket of a geometry. */
interface WktKeyword {
  type: AreaType | 'GeometryCollection';
  /** How many numbers each position must have; 0 for any. */
  numbers: number;
  /** Index of its first letter. */
  at: number;
  /** Whether the word EMPTY follows instead of a bracket; the cursor is behind it. */
  isEmpty: boolean;
}

const TYPES = new Map<string, WktKeyword['type']>([
  ['POINT', 'Point'],
  ['MULTIPOINT', 'MultiPoint'],
  ['POLYGON', 'Polygon'],
  ['MULTIPOLYGON', 'MultiPolygon'],
  ['GEOMETRYCOLLECTION', 'GeometryCollection'],
]);

/** Areas whose edges may be arcs, as land registers have them: another program can make polygons of them. */
const CURVED_TYPES = new Set(['CURVEPOLYGON', 'MULTISURFACE']);

/** Other geometry types of WKT: listed so that the message can say that they are not accepted. */
const OTHER_TYPES = new Set([
  'LINESTRING', 'MULTILINESTRING', 'LINEARRING', 'CIRCULARSTRING', 'COMPOUNDCURVE', 'MULTICURVE', 'CURVE', 'SURFACE', 'POLYHEDRALSURFACE', 'TIN', 'TRIANGLE',
]);

const EXPECTED_TYPES = sentence('wktTypes');

/** What follows a type, or is part of its word, where positions have heights, measures or both. */
const MARKS = new Set(['Z', 'M', 'ZM']);

/** Characters of a system's number in a message, with the ellipsis. */
const LONGEST_NUMBER = 13;

/** In front of a WKT literal of GeoSPARQL 1.1 (8.5.1): WGS 84 with the longitude first, as is also meant without it. */
const CRS84 = /^<https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[\d.]{1,9}\/CRS84>/i;

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Goes over the prefix of EWKT, or that of GeoSPARQL, if there is one, and a byte order mark.
 * @throws SoilError `SOIL_GEOMETRY`: it is broken, or names another system than 4326 with the longitude first.
 */
export function skipSystem(cursor: WktCursor): void {
  if (cursor.code() === BYTE_ORDER_MARK) cursor.at++;
  cursor.spaces();
  const start = cursor.text.slice(cursor.at, cursor.at + 80);
  const literal = CRS84.exec(start)?.[0];
  if (literal === undefined && /^<https?:/i.test(start)) throw geometryError('wktSystemNotTaken', { at: cursor.at });
  if (literal !== undefined) {
    cursor.at += literal.length;
    return;
  }
  if (cursor.text.slice(cursor.at, cursor.at + 4).toUpperCase() !== 'SRID') return;
  cursor.at += 4;
  cursor.expect(EQUALS, '"="');
  cursor.spaces();
  const at = cursor.at;
  const number = cursor.digits();
  if (number === '') cursor.expected(sentence('wktSridNumber'));
  if (number !== '4326') throw geometryError('wktSridNotTaken', { srid: cut(number, LONGEST_NUMBER), at });
  cursor.expect(SEMICOLON, '";"');
}

/**
 * A text without what {@link skipSystem} goes over, and without white space around it.
 * @throws SoilError `SOIL_GEOMETRY`, as that does
 */
export function withoutSystem(wkt: string): string {
  const cursor = new WktCursor(wkt);
  skipSystem(cursor);
  return wkt.slice(cursor.at).trim();
}

/**
 * Reads the type of a geometry and its mark, up to the bracket.
 * @throws SoilError `SOIL_GEOMETRY`: no type, or one that is not accepted.
 */
export function readKeyword(cursor: WktCursor): WktKeyword {
  cursor.spaces();
  const at = cursor.at;
  const word = cursor.word();
  const name = word.replace(/(?:ZM|Z|M)$/, '');
  if (CURVED_TYPES.has(name)) throw geometryError('wktTypeCurved', { type: name, at, expected: EXPECTED_TYPES });
  if (OTHER_TYPES.has(name)) throw geometryError('wktTypeNotTaken', { type: name, at, expected: EXPECTED_TYPES });
  const type = TYPES.get(name);
  if (type === undefined) {
    cursor.at = at;
    return cursor.expected(EXPECTED_TYPES);
  }
  let mark = word.slice(name.length);
  cursor.spaces();
  let after = cursor.at;
  let next = cursor.word();
  if (mark === '' && MARKS.has(next)) {
    mark = next;
    cursor.spaces();
    after = cursor.at;
    next = cursor.word();
  }
  const isEmpty = next === 'EMPTY';
  if (!isEmpty) cursor.at = after;
  return { type, numbers: mark === '' ? 0 : 2 + mark.length, at, isEmpty };
}

/** Goes over the word EMPTY in the place of a part, if it is there. Gives its index, or -1. */
export function skipEmpty(cursor: WktCursor): number {
  cursor.spaces();
  const { at } = cursor;
  if (cursor.word() === 'EMPTY') return at;
  cursor.at = at;
  return -1;
}
