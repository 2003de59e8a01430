import { parsedJson } from '../../src/foreign/parsed-json';
import { GeometryError } from '../../src/geometry/geometry-error';
import { cellIn } from '../../src/geometry/h3-index';
import { scanWkt } from '../../src/geometry/wkt/wkt-scanner';
import { atOnce } from '../../src/time/steps';
import { AREA_TYPES, isLiteralArea } from '../soil-area/area-types';
import { areaProblem } from './area-problems';
import { named } from './fields/field-name';
import { settingText } from './fields/setting-text';
import { liveType } from './fields/typed-field';
import { choiceProblem, isEmpty, isFromEnvironment } from './fields/validation';
import { sentenceText } from './words/sentence-text';
import { sharedText } from './words/shared-text';

function isJsonObject(text: string): boolean {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null;
}

/** How WKT begins, or the coordinate system in front of it. */
const WKT = /^(?:SRID\s*=|<https?:|(?:(?:MULTI)?(?:POINT|POLYGON)|GEOMETRYCOLLECTION)\s*(?:ZM?|M)?\b)/i;

/** A box or an H3 cell: a person may paste it into the map, and the field then holds it as it is. */
function isTakenBesideWkt(text: string): boolean {
  return cellIn(text) !== undefined || (text.startsWith('[') && isJsonObject(text));
}

/** What the reader of WKT says of a text: a flow that was loaded gets the triangle that its dialog would give it. Whether rings cross is not looked at. */
function wktProblem(text: string): string | undefined {
  if (isTakenBesideWkt(text)) return undefined;
  if (!WKT.test(text)) return sharedText('invalid.wkt');
  try {
    atOnce(scanWkt(text));
    return undefined;
  } catch (error) {
    if (error instanceof GeometryError) return sentenceText(error.sentence);
    throw error;
  }
}

/** A first look at an area, and what the full check has found: that needs the rest of the geometry code, and runs beside the map. */
export function areaRule(): EditorValidator {
  return named(function (value, _options) {
    const type = liveType(this, 'areaType');
    const unknownType = choiceProblem(type, AREA_TYPES);
    if (unknownType !== undefined) return unknownType;
    const text = settingText(value).trim();
    if (isFromEnvironment(text)) return true;
    // The name of a message property stays in the field when the type changes.
    if (type === 'map' && !text.startsWith('{')) return sharedText('invalid.areaNotDrawn');
    // Of a property, empty takes the default.
    if (isEmpty(text)) return type === 'msg' || type === 'flow' || type === 'global' || sharedText('invalid.needed');
    const problem = isLiteralArea(type) ? areaProblem(text) : undefined;
    if (problem !== undefined) return problem;
    if (type === 'wkt') return wktProblem(text) ?? true;
    if (type === 'geojson' || type === 'map') return isJsonObject(text) ? true : sharedText('invalid.geojson');
    return RED.utils.validateTypedProperty(text, type, {});
  });
}
