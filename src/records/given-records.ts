import { SoilError } from '../errors/soil-error';
import { isObject } from '../foreign/foreign-value';
import { cellIn } from '../geometry/h3-index';
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

/** How what came may become a list: a filter of JSONata gives the only match alone, and nothing if nothing matches. */
function adviceFor(given: unknown): string {
  if (typeof given === 'string') return 'If this text is JSON, put a json node before this one.';
  if (given === undefined) return `${SOURCES} ${BRACKETS}`;
  return isObject(given) && 'property' in given ? BRACKETS : SOURCES;
}

function readRecord(given: unknown, index: number): SoilRecord {
  const refuse = (what: string): SoilError => new SoilError('SOIL_CONFIG', `msg.payload[${index}] is not a soil record: ${what}.`);
  if (!isObject(given)) throw refuse('an object was expected');
  if (typeof given['property'] !== 'string') throw refuse('"property" is not a text');
  const isGrid = 'band' in given;
  if (!isGrid && 'mean' in given && !('value' in given)) throw refuse('it has a "mean" and no "value", like a row that soil-profile gives; send the records themselves');
  if ('depth' in given && !('depthTop' in given)) throw refuse('it has a "depth" and no "depthTop" and "depthBottom", like a row of a table; leave "Shaped for" empty in the node before this one');
  if ('depth_top' in given && !('depthTop' in given)) throw refuse('it has a "depth_top" and no "depthTop", like a row of a database; name its columns as the fields of a record (docs/shapes.md has a statement for the table soil_record)');
  const text = (field: keyof SoilRecord): string | null => {
    const read = readText(given[field]);
    if (read === null && !isMissing(given[field]) && typeof given[field] !== 'string') throw refuse(`"${field}" is not a text`);
    return read;
  };
  const number = (field: keyof SoilRecord, most = Infinity): number | null => {
    const read = readNumber(given[field]);
    if (read === null && !isMissing(given[field])) throw refuse(`"${field}" is not a number`);
    if (read !== null && Math.abs(read) > most) throw refuse(`"${field}" is not a number of degrees`);
    return read;
  };
  const measured = (field: keyof SoilRecord | 'mean'): number | string | null => {
    const value = given[field];
    if (!isMissing(value) && typeof value !== 'string' && !Number.isFinite(value)) throw refuse(`"${field}" is neither a number nor a text`);
    return readValue(value);
  };
  const h3 = text('h3');
  return {
    dataset: text('dataset'),
    property: given['property'],
    originalName: text('originalName'),
    value: measured(isGrid && isMissing(given['value']) ? 'mean' : 'value'),
    unit: text('unit'),
    originalValue: measured('originalValue'),
    originalUnit: text('originalUnit'),
    depthTop: number('depthTop'),
    depthBottom: number('depthBottom'),
    date: dateOf(text('date'), refuse),
    lon: number('lon', 180),
    lat: number('lat', 90),
    h3: h3 === null ? null : (cellIn(h3) ?? h3),
    licence: text('licence'),
    method: text('method') ?? (isGrid && given['clipped'] === false ? WHOLE_GRID : null),
  };
}

/** @throws SoilError for what is not a date: without one, the visits of several days would pass for one profile */
function dateOf(text: string | null, refuse: (what: string) => SoilError): string | null {
  if (text === null || standsForNoDate(text)) return null;
  const read = readSamplingDate(text);
  if (read === null) throw refuse('"date" is neither a day, such as 2024-03-01, nor a month or a year');
  return read;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
