import { fieldOf, isObject, ownField, type ForeignObject } from '../foreign/foreign-value';
import { decodedText } from '../text/decoded-text';
import { boxInText } from './box-text';
import { describeValue } from './describe-value';
import { geometryError, type GeometryError } from './geometry-error';
import { looksLikeCell } from './h3-index';
import { isPlace } from './map-shapes';
import { otherFormatOfBytes, otherFormatOfText } from './other-format';
import { isGeoJson } from './read-geojson';
import { sentence, type Sentence } from './sentence';

const WKT_START = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:(?:MULTI)?(?:POINT|POLYGON)|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?\(/i;
const POLYGON_START = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI)?POLYGON\s*(?:(?:ZM?|M)\s*)?\(/i;
const POLYGONS: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon']);
const POLYGON_TYPE = /"(?:Multi)?Polygon"/;
const GEOJSON_START = /^\s*\{\s*"(?:type|coordinates|geometry|features)"\s*:/;
/** Longer names, or more of them, would fill the sentence. */
const LONGEST_NAME = 60;
const MOST_FIELDS = 3;
const FILE_START = 4096;

/**
 * What to do about an object that is no area and has one in a field, such as a row of a database with its geometry. It is not read from there: a row
 * may have several.
 */
export function areaInField(value: ForeignObject): GeometryError | undefined {
  const shapes: string[] = [];
  // A row with a boundary may have its cell or its box, too.
  const cellsAndBoxes: string[] = [];
  let other: GeometryError | undefined;
  for (const name of Object.keys(value)) {
    const given = ownField(value, name);
    const content = given instanceof Uint8Array ? startOf(given) : given;
    const isNamed = name.length <= LONGEST_NAME;
    if (isNamed && looksLikeShape(content)) shapes.push(name);
    else if (isNamed && typeof content === 'string' && (boxInText(content) !== undefined || looksLikeCell(content))) cellsAndBoxes.push(name);
    else if (typeof content === 'string') other ??= (given instanceof Uint8Array ? otherFormatOfBytes(given) : undefined) ?? otherFormatOfText(content);
  }
  const fields = shapes.length > 0 || other ? shapes : cellsAndBoxes;
  const [field] = fields;
  // A row may hold the column itself as well (SELECT *, ST_AsGeoJSON(geom) ...): what is to be asked for is there.
  if (field === undefined) return other;
  return geometryError('areaInField', { found: describeValue(value), fields: fields.slice(0, MOST_FIELDS).join(', '), path: pathTo(field) });
}

/** What is said of a place with a boundary in a field beside it, as of a field and its centre: only the place is read. */
export function boundaryBeside(place: ForeignObject): Sentence | undefined {
  const name = Object.keys(place).find((one) => one.length <= LONGEST_NAME && isPolygon(ownField(place, one)));
  return name === undefined ? undefined : sentence('boundaryBeside', { name, path: pathTo(name) });
}

/** As Node-RED takes it in a setting: columns of a table may have a space in their names. */
function pathTo(field: string): string {
  return /^[\w$]+$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
}

/** As much of a file as tells what it holds. */
function startOf(file: Uint8Array): string {
  return decodedText(file.subarray(0, FILE_START));
}

function looksLikeShape(content: unknown): boolean {
  if (typeof content === 'string') return WKT_START.test(content) || GEOJSON_START.test(content);
  return isObject(content) && (isGeoJson(content) || isPlace(content));
}

function isPolygon(content: unknown): boolean {
  if (typeof content === 'string') return POLYGON_START.test(content) || (GEOJSON_START.test(content) && POLYGON_TYPE.test(content.slice(0, FILE_START)));
  const geometry = fieldOf(content, 'geometry') ?? content;
  return POLYGONS.has(fieldOf(geometry, 'type')) && Array.isArray(fieldOf(geometry, 'coordinates'));
}
