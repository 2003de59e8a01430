import { SoilError } from '../errors/soil-error';
import { isObject } from '../foreign/foreign-value';
import { cellIn } from '../geometry/h3-index';
import { readNumber, readText, readValue } from './fields/missing-value';
import { readSamplingDate, standsForNoDate } from './fields/sampling-date';
import { charactersOf, type SoilRecord } from './soil-record';

const TEXTS = ['dataset', 'originalName', 'unit', 'date', 'h3', 'licence', 'method', 'originalUnit'] as const;
const NUMBERS = ['depthTop', 'depthBottom', 'lon', 'lat'] as const;

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
  for (const field of TEXTS) if (!isMissing(given[field]) && typeof given[field] !== 'string' && readText(given[field]) === null) throw refuse(`"${field}" is not a text`);
  for (const [field, limit] of [['lon', 180], ['lat', 90]] as const) {
    if (Math.abs(readNumber(given[field]) ?? 0) > limit) throw refuse(`"${field}" is not a number of degrees`);
  }
  for (const field of NUMBERS) if (!isMissing(given[field]) && readNumber(given[field]) === null) throw refuse(`"${field}" is not a number`);
  for (const field of ['value', 'originalValue', 'mean']) {
    const value = given[field];
    if (!isMissing(value) && typeof value !== 'string' && !Number.isFinite(value))
      throw refuse(`"${field}" is neither a number nor a text`);
  }
  const record = given as Partial<SoilRecord>;
  const h3 = readText(record.h3);
  const mean = isGrid ? (given['mean'] as SoilRecord['value'] | undefined) : undefined;
  const method = isGrid && given['clipped'] === false ? WHOLE_GRID : null;
  return {
    dataset: readText(record.dataset),
    property: given['property'],
    originalName: readText(record.originalName),
    value: readValue(record.value ?? mean),
    unit: readText(record.unit),
    originalValue: readValue(record.originalValue),
    originalUnit: readText(record.originalUnit),
    depthTop: readNumber(record.depthTop),
    depthBottom: readNumber(record.depthBottom),
    date: dateOf(record.date, refuse),
    lon: readNumber(record.lon),
    lat: readNumber(record.lat),
    h3: h3 === null ? null : (cellIn(h3) ?? h3),
    licence: readText(record.licence),
    method: readText(record.method) ?? method,
  };
}

/** @throws SoilError for what is not a date: without one, the visits of several days would pass for one profile */
function dateOf(date: unknown, refuse: (what: string) => SoilError): string | null {
  const text = readText(date);
  if (text === null || standsForNoDate(text)) return null;
  const read = readSamplingDate(text);
  if (read === null) throw refuse('"date" is neither a day, such as 2024-03-01, nor a month or a year');
  return read;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}
