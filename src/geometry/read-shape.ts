import { finiteNumber, isBlank, isObject, ownField } from '../foreign/foreign-value';
import { holdsMoreThan, nestsDeeperThan } from '../foreign/json-size';
import { parsedJson } from '../foreign/parsed-json';
import { decodedText } from '../text/decoded-text';
import { byTurns } from '../time/steps';
import { areaInField, boundaryBeside } from './area-in-field';
import { boxInText } from './box-text';
import { describeValue } from './describe-value';
import { geometryError } from './geometry-error';
import { readCell } from './h3-cells';
import { cellIn, isNearCell } from './h3-index';
import { LIMITS } from './limits';
import { isPlace, missingHalf, placeOf, readBox, readCircle, readDrawnArea, readPlace, sidesOf } from './map-shapes';
import { otherFormatOfBytes, otherFormatOfObject, otherFormatOfText, placeOfFile } from './other-format';
import type { RawShape } from './raw-geometry';
import { isGeoJson, readGeoJson } from './read-geojson';
import { positionsCut } from './read-positions';
import { RECORD_SEPARATOR } from './record-separator';
import { spelledField, spellingsOf } from './spelled-field';
import { unreadRadius } from './unread-radius';
import { readWkt } from './wkt/read-wkt';

/** Milliseconds since 1970: from 2001 to 2286. */
const FIRST_TIME = 1e12;
const END_OF_TIMES = 1e13;
/** As copied from a map. */
const PAIR_OF_NUMBERS = /^([+-]?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([+-]?\d+(?:\.\d+)?)$/;
/** A text in quotation marks is JSON, too: WKT comes so from brokers and cells of tables. */
const JSON_START = /^[{["]/;
const WKT_WORD = /^(?:SRID|POINT|POLYGON|CURVEPOLYGON|MULTI|GEOMETRY|LINE)/i;
/** How many bytes of a text show what it holds. */
const TELLING_BYTES = 4096;

/**
 * Finds out which of the accepted shapes an input is, and reads it.
 * @throws SoilError `SOIL_GEOMETRY`; the signal's reason
 */
export async function readShape(input: unknown, signal?: AbortSignal): Promise<RawShape> {
  if (typeof input === 'string') return readText(input, signal);
  if (input instanceof Uint8Array) return readText(textIn(input), signal);
  if (Array.isArray(input)) return readArray(input);
  if (isObject(input)) return readObject(input, signal);
  const cell = typeof input === 'bigint' ? cellIn(String(input)) : undefined;
  if (cell !== undefined) return readCell(cell, String(input));
  if (typeof input === 'number' && isNearCell(input)) throw geometryError('cellRounded', { number: input });
  if (typeof input === 'number' && input >= FIRST_TIME && input < END_OF_TIMES) throw geometryError('noAreaInTime', { number: input });
  throw geometryError('noArea', { found: describeValue(input) });
}

/** Files, MQTT and HTTP may deliver a text as bytes. */
function textIn(bytes: Uint8Array): string {
  const other = otherFormatOfBytes(bytes);
  if (other) throw other;
  try {
    // In UTF-16 without a mark, one of them is zero.
    if (!bytes.subarray(0, 2).includes(0)) return decodedText(bytes, { fatal: true });
  } catch {
    // What is wrong is told below.
  }
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, TELLING_BYTES)).replaceAll('\0', '').trim();
  const isArea = JSON_START.test(text) || WKT_WORD.test(text);
  throw otherFormatOfText(text) ?? (isArea ? geometryError('areaNotUtf8') : geometryError('noArea', { found: describeValue(bytes) }));
}

async function readText(text: string, signal: AbortSignal | undefined): Promise<RawShape> {
  const given = text.trim();
  // A text sequence may be read line by line.
  const trimmed = given.startsWith(RECORD_SEPARATOR) ? given.slice(RECORD_SEPARATOR.length).trimStart() : given;
  if (trimmed === '') throw geometryError('noAreaInEmptyText', { found: describeValue(trimmed) });
  if (JSON_START.test(trimmed)) return readShape(parseJson(trimmed), signal);
  const cell = cellIn(trimmed);
  if (cell !== undefined) return readCell(cell, trimmed);
  const other = otherFormatOfText(trimmed) ?? placeOfFile(trimmed);
  if (other) throw other;
  const [, first, second] = PAIR_OF_NUMBERS.exec(trimmed) ?? [];
  if (first !== undefined) throw geometryError('pairOfNumbers', { pair: `${first}, ${second}` });
  const box = boxInText(trimmed);
  if (box) return { ...readBox(box.sides), changes: box.heights > 0 ? [positionsCut(box.heights)] : [] };
  // Perhaps the name of a place: what WKT expects instead would help nobody.
  if (!trimmed.includes('(') && !WKT_WORD.test(trimmed)) throw geometryError('noArea', { found: describeValue(trimmed) });
  return byTurns(readWkt(text), signal);
}

function parseJson(text: string): unknown {
  if (text.length > LIMITS.textLength) {
    throw geometryError('jsonTooLong', { length: { figure: text.length }, limit: { figure: LIMITS.textLength } });
  }
  if (holdsMoreThan(LIMITS.jsonObjects, text)) throw geometryError('jsonTooMany', { limit: { figure: LIMITS.jsonObjects } });
  if (nestsDeeperThan(text, LIMITS.jsonDepth)) throw geometryError('jsonTooDeep', { limit: { figure: LIMITS.jsonDepth } });
  try {
    return JSON.parse(text);
  } catch (error) {
    if (startsWithLine(text)) throw geometryError('jsonLines');
    throw otherFormatOfText(text) ?? geometryError('jsonUnreadable', { reason: (error as Error).message.slice(0, 200) });
  }
}

/** Whether the first line is JSON by itself, as in a file with one feature per line. */
function startsWithLine(text: string): boolean {
  return isObject(parsedJson(text.split('\n', 1)[0]!));
}

function readArray(value: unknown[]): RawShape {
  if (value.length === 4 && value.every((side) => typeof side !== 'object')) return readBox(value);
  if (value.length === 2 && value.every((side) => typeof side === 'number')) {
    throw geometryError('pairOfNumbers', { pair: value.join(', ') });
  }
  const [first] = value;
  const member: unknown = Array.isArray(first) ? first[0] : first;
  if (isObject(member) && isPlace(member)) throw geometryError('areaInPlaces');
  if (Array.isArray(first)) throw geometryError('areaInPositions');
  throw geometryError('noAreaInArray', { found: describeValue(value) });
}

/** Events of the worldmap node without an area, though they may name a place: where something was before, or where a file was dropped. */
const EVENTS_WITHOUT_AREA: ReadonlySet<unknown> = new Set(['delete', 'drawdelete', 'file', 'closePopup']);

const RADIUS = spellingsOf('radius');

/** Events of its page, of which some are there whenever somebody opens it. Other things may have such an action and an area. */
const EVENTS_OF_PAGE: ReadonlySet<unknown> = new Set(['connected', 'disconnect', 'layer', 'addlayer', 'dellayer', 'button']);

/** A drawing may have a `type` such as `Polygon` too, but none of the members in which GeoJSON keeps its content. */
async function readObject(value: Record<string, unknown>, signal: AbortSignal | undefined): Promise<RawShape> {
  const action = ownField(value, 'action');
  if (EVENTS_WITHOUT_AREA.has(action)) throw (action === 'file' && areaInField(value)) || geometryError('noAreaInEvent', { action: String(action) });
  const content = ['coordinates', 'geometry', 'geometries', 'features'].some((name) => ownField(value, name) !== undefined);
  if (content && isGeoJson(value)) return byTurns(readGeoJson(value), signal);
  return (await readDrawing(value, signal)) ?? (await readDrawing(ownField(value, 'value'), signal)) ?? readPlain(value, signal);
}

/**
 * The draw event of node-red-contrib-web-worldmap: `{action: 'draw', type, area: [{lat, lng}, ...]}`, with `points` in early versions,
 * `{radius, lat, lon}` for a circle and `line` for a line; and what that node can be sent to show: `area`, `geojson`.
 */
async function readDrawing(value: unknown, signal: AbortSignal | undefined): Promise<RawShape | undefined> {
  if (!isObject(value)) return undefined;
  for (const name of ['area', 'points']) {
    const area = ownField(value, name);
    if (!Array.isArray(area)) continue;
    // John Deere gives several rings, each as `{type: 'exterior', points: [{lat, lon}, ...]}`.
    if (ownField(value, 'type') === 'interior') throw geometryError('drawnHole');
    return readDrawnArea(area, name);
  }
  const geojson = ownField(value, 'geojson');
  if (isObject(geojson)) return byTurns(readGeoJson(geojson), signal);
  if (Array.isArray(ownField(value, 'line'))) {
    throw geometryError('drawnLine');
  }
  const radius = spelledField(value, RADIUS);
  // A form sends a field that was left empty as an empty text, or as 0.
  if (isBlank(radius) || finiteNumber(radius) === 0) return undefined;
  const centre = placeOf(value);
  return centre && readCircle(centre, radius);
}

/** JSON, or well-known text up to its first bracket: a field such as `geometryType` or `multipolygons` only begins with the same word. */
const FORM_NAME = /^(?:[{[]|[A-Z\s]+\()/i;

/** Whether an http in node parsed the body as a form, whose content type is the default of curl; EWKT is divided at its `=`. */
function isForm(value: Record<string, unknown>): boolean {
  const [field = ''] = Object.keys(value);
  const name = field.trimStart();
  const content = ownField(value, field);
  return FORM_NAME.test(name) || (name.toUpperCase() === 'SRID' && typeof content === 'string' && content.includes('('));
}

async function readPlain(value: Record<string, unknown>, signal: AbortSignal | undefined): Promise<RawShape> {
  const sides = sidesOf(value);
  if (sides) return readBox(sides, true);
  const place = placeOf(value);
  if (place) return readPlace(place, [unreadRadius(value), boundaryBeside(value)]);
  const elsewhere = otherFormatOfObject(value) ?? (isGeoJson(value) ? undefined : areaInField(value));
  if (elsewhere) throw elsewhere;
  if (typeof ownField(value, 'type') === 'string') return byTurns(readGeoJson(value), signal);
  const action = ownField(value, 'action');
  if (EVENTS_OF_PAGE.has(action)) throw geometryError('noAreaInEvent', { action: String(action) });
  if (isForm(value)) throw geometryError('areaInForm');
  const missing = missingHalf(value);
  if (missing) throw geometryError(missing);
  throw geometryError(Object.keys(value).length === 0 ? 'noAreaInEmptyObject' : 'noArea', { found: describeValue(value) });
}
