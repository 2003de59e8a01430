import { parsedJson } from '../../src/foreign/parsed-json';
import { boxInText } from '../../src/geometry/box-text';
import { GeometryError } from '../../src/geometry/geometry-error';
import { cellIn } from '../../src/geometry/h3-index';
import { scanWkt } from '../../src/geometry/wkt/wkt-scanner';
import { atOnce } from '../../src/time/steps';
import { AREA_TYPES, isLiteralArea } from '../soil-area/area-types';
import { areaProblem } from './area-problems';
import { named } from './fields/named-rule';
import { settingText } from './fields/setting-text';
import { liveType, typedProblem } from './fields/typed-field';
import { choiceProblem, textProblem } from './fields/validation';
import { sentenceText } from './words/sentence-text';
import { sharedText } from './words/shared-text';

/** The start of JSON that may be an area: an object, a box, or another form in quotation marks. */
const JSON_TEXT = /^[{["]/;

/** The start of WKT, or the coordinate system in front of it. Areas with arcs are WKT as well, and the reader says what makes polygons of them. */
const WKT = /^(?:SRID\s*=|<https?:|(?:(?:MULTI)?(?:POINT|POLYGON)|GEOMETRYCOLLECTION|CURVEPOLYGON|MULTISURFACE)\s*(?:ZM?|M)?\b)/i;

/** What the WKT reader says of a text, so that a loaded flow gets the warning triangle that its dialog would give. Ignores crossing rings. */
function wktProblem(text: string): string | undefined {
  try {
    atOnce(scanWkt(text));
    return undefined;
  } catch (error) {
    if (error instanceof GeometryError) return sentenceText(error.sentence);
    throw error;
  }
}

/** Whether a text begins like an area, and not like the name of a property, which stays in the field when the type changes. */
export function isLikeArea(text: string): boolean {
  return JSON_TEXT.test(text) || cellIn(text) !== undefined || WKT.test(text) || boxInText(text) !== undefined;
}

/** What is wrong with a text that is the area itself. The runtime takes every form under each of these types, which only help whoever writes it. */
function literalProblem(text: string, type: string): string | undefined {
  if (!isLikeArea(text)) return sharedText(`invalid.${type === 'map' ? 'areaNotDrawn' : type}`);
  if (WKT.test(text)) return wktProblem(text);
  return JSON_TEXT.test(text) && parsedJson(text) === undefined ? sharedText('invalid.geojson') : undefined;
}

/** A first look at an area, and what the full check has found, which needs the rest of the geometry code and runs beside the map. */
export function areaRule(): EditorValidator {
  return named((value, node) => {
    const type = liveType(node, 'areaType');
    const problem = choiceProblem(type, AREA_TYPES) ?? textProblem(value);
    if (problem !== undefined) return problem;
    const text = settingText(value).trim();
    // For a property, empty means the default.
    if (text === '' && type !== 'map') return ['msg', 'flow', 'global'].includes(type) ? undefined : sharedText('invalid.needed');
    if (!isLiteralArea(type)) return typedProblem(text, type);
    return areaProblem(text) ?? literalProblem(text, type);
  });
}
