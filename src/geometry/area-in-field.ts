import { fieldOf, isObject, ownField, type ForeignObject } from '../foreign/foreign-value';
import { describeValue } from './describe-value';
import { geometryError, type GeometryError } from './geometry-error';
import { otherFormatOfText } from './other-format';
import { isGeoJson } from './read-geojson';

const WKT_START = /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:(?:MULTI)?(?:POINT|POLYGON)|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?\(/i;
const GEOJSON_START = /^\s*\{\s*"(?:type|coordinates|geometry|features)"\s*:/;
/** A longer name would fill the sentence. */
const LONGEST_NAME = 60;

/**
 * What to do about an object that is no area and has one in a field, such as a row of a database with its geometry. It is not read from there: a row
 * may have several.
 */
export function areaInField(value: ForeignObject): GeometryError | undefined {
  for (const field of Object.keys(value)) {
    const content = ownField(value, field);
    const other = typeof content === 'string' ? otherFormatOfText(content) : undefined;
    if (other) return other;
    if (field.length <= LONGEST_NAME && looksLikeArea(content)) return geometryError('areaInField', { found: describeValue(value), field });
  }
  return undefined;
}

function looksLikeArea(content: unknown): boolean {
  if (typeof content === 'string') return WKT_START.test(content) || GEOJSON_START.test(content);
  return isObject(content) && (isGeoJson(content) || isPlace(content));
}

/** Whether an object has the fields of a place, by the names that stand in every spelling of one. */
export function isPlace(value: object): boolean {
  return fieldOf(value, 'lat', 'latitude') !== undefined && fieldOf(value, 'lon', 'lng', 'long', 'longitude') !== undefined;
}
