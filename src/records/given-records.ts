import { SoilError } from '../errors/soil-error';
import { isBlank, isObject, type ForeignObject } from '../foreign/foreign-value';
import { describeValue } from '../geometry/describe-value';
import { cellIn } from '../geometry/h3-index';
import { inEnglish } from '../geometry/sentence';
import { isCustomaryNoDepth } from './fields/customary-no-value';
import { readNumber, readText, readValue } from './fields/missing-value';
import { readSamplingDate, standsForNoDate } from './fields/sampling-date';
import { charactersOf, type SoilRecord } from './soil-record';

/** The method of a mean over a grid that was not clipped, which is not the mean of an area. */
const WHOLE_GRID = 'whole grid';

/** Records from a message. */
interface GivenRecords {
  count: number;
  /** How many characters the texts of the records taken so far have. */
  characters: number;
  records: Iterable<SoilRecord>;
}

/**
 * Records from a message, made by this package or by a person. A missing field becomes `null`. A number may be given as text, and a text as a number,
 * which is what the core csv node makes of a bare year. The summary of a grid is one record, the mean of the area; if the grid was not clipped, the
 * method says so. Records are checked one by one as they are taken.
 *
 * @throws SoilError `SOIL_CONFIG` if this is not a list; while records are taken, at the first entry that is not one, with its index
 */
export function givenRecords(given: unknown): GivenRecords {
  if (!Array.isArray(given)) {
    throw new SoilError('SOIL_CONFIG', `No soil records: msg.payload must be an array of records. ${adviceFor(given)}`);
  }
  const list: unknown[] = given;
  const all: GivenRecords = { count: list.length, characters: 0, records: take() };
  function* take(): Generator<SoilRecord> {
    for (const [index, one] of list.entries()) {
      const record = readRecord(one, index);
      all.characters += charactersOf(record);
      yield record;
    }
  }
  return all;
}

const BRACKETS = 'If a JSONata expression picks them, put it in brackets, as in [payload[property="pH"]]: so they are an array, however many there are.';
const SOURCES = 'Put soil-data or soil-read (plain soil records, or summaries of grids) before this node.';

/** A join node makes a list of the lists of several messages. */
const ONE_ARRAY = 'Put all records into one array first: a change node does so with the JSONata expression $reduce(payload, $append)';

/** How what came may become a list: a filter of JSONata gives the only match alone, and nothing if nothing matches. */
function adviceFor(given: unknown): string {
  if (typeof given === 'string') return 'If this text is JSON, put a json node before this one.';
  if (given === undefined) return `${SOURCES} ${BRACKETS}`;
  return isObject(given) && 'property' in given ? BRACKETS : SOURCES;
}

function readRecord(given: unknown, index: number): SoilRecord {
  const refuse = (what: string): SoilError => new SoilError('SOIL_CONFIG', `msg.payload[${index}] is not a soil record: ${what}.`);
  assertRecord(given, refuse);
  const text = (field: keyof SoilRecord): string | null => {
    const read = readText(given[field]);
    const wanted = field === 'date' ? 'a text, such as 2024-03-01' : 'a text';
    if (read === null && !isMissing(given[field]) && typeof given[field] !== 'string') throw refuse(`"${field}" is ${described(given[field])}: give ${wanted}`);
    return read;
  };
  const number = (field: keyof SoilRecord, most = Infinity): number | null => {
    const read = readNumber(given[field]);
    if (read === null && !isMissing(given[field])) throw refuse(`"${field}" is ${described(given[field])}: give a number`);
    if (read !== null && Math.abs(read) > most) throw refuse(`"${field}" is ${described(given[field])}: give degrees on WGS 84`);
    return read;
  };
  const depth = (field: keyof SoilRecord): number | null => {
    const read = number(field);
    return read === null || isCustomaryNoDepth(read) ? null : read;
  };
  const measured = (field: keyof SoilRecord | 'mean'): number | string | null => {
    const value = given[field];
    if (!isMissing(value) && typeof value !== 'string' && !Number.isFinite(value)) throw refuse(`"${field}" is ${described(value)}: give a finite number or a text`);
    return readValue(value);
  };
  const [lon, lat, h3] = [number('lon', 180), number('lat', 90), text('h3')];
  const isPlaced = lon !== null && lat !== null;
  return {
    dataset: text('dataset'),
    property: given.property.trim(),
    originalName: text('originalName'),
    value: measured(isGrid(given) && isMissing(given['value']) ? 'mean' : 'value'),
    unit: text('unit'),
    originalValue: measured('originalValue'),
    originalUnit: text('originalUnit'),
    depthTop: depth('depthTop'),
    depthBottom: depth('depthBottom'),
    date: dateOf(text('date'), refuse),
    lon: isPlaced ? lon : null,
    lat: isPlaced ? lat : null,
    h3: h3 === null ? null : (cellIn(h3) ?? h3),
    licence: text('licence'),
    method: text('method') ?? (isGrid(given) && given['clipped'] === false ? WHOLE_GRID : null),
  };
}

/** @throws SoilError for what is no record, such as a row of a profile, a table or a database */
function assertRecord(given: unknown, refuse: (what: string) => SoilError): asserts given is ForeignObject & { property: string } {
  if (Array.isArray(given)) throw refuse(`it is an array. ${ONE_ARRAY}`);
  if (!isObject(given)) throw refuse(`an object was expected, but found ${described(given)}`);
  if (isBlank(given['property'])) throw refuse('it has no "property". Records of your own need it, and "value", "depthTop" and "depthBottom"');
  if (typeof given['property'] !== 'string') throw refuse(`"property" is ${described(given['property'])}: give a text`);
  if (!isGrid(given) && 'mean' in given && !('value' in given)) throw refuse('it has a "mean" and no "value", like a row that soil-profile gives; send the records themselves');
  if ('depth' in given && !('depthTop' in given)) throw refuse('it has a "depth" and no "depthTop" and "depthBottom", like a row of a table; leave "Shaped for" empty in the node before this one');
  if ('depth_top' in given && !('depthTop' in given)) throw refuse('it has a "depth_top" and no "depthTop", like a row of a database; name its columns as the fields of a record (docs/shapes.md has a statement for the table soil_record)');
}

/** Whether this is the summary of a grid. */
function isGrid(given: ForeignObject): boolean {
  return 'band' in given;
}

/** @throws SoilError for what is not a date: without one, the visits of several days would pass for one profile */
function dateOf(text: string | null, refuse: (what: string) => SoilError): string | null {
  if (text === null || standsForNoDate(text)) return null;
  const read = readSamplingDate(text);
  if (read === null) throw refuse(`"date" is ${described(text)}: give a day, such as 2024-03-01, a month or a year`);
  return read;
}

/** What was given in place of something else, in the middle of a sentence. */
function described(value: unknown): string {
  const words = value instanceof Date ? 'a Date' : inEnglish(describeValue(value));
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
