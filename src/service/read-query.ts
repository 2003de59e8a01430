import { SettingError } from '../errors/setting-error';
import { SoilError } from '../errors/soil-error';
import { fieldOf, foreignObject, wholeNumberOf, type ForeignObject } from '../foreign/foreign-value';
import { identifierIn } from '../foreign/list-entries';
import { singleLine } from '../text/single-line';
import { isDataType } from './data-type';
import { isEmailAddress } from './email-address';
import { YEARS, type SoilQuery } from './query';

/** The request filter in `msg.soil.query`: it comes from anybody, so every field is checked here (specification, section 4). */

const MOST_IDENTIFIERS = 10_000;
const MOST_DATA_TYPES = 20;
/** Larger than any area a person draws; the service has a limit of its own. */
const LONGEST_GEOMETRY = 32 * 1024 * 1024;

const IDENTIFIER_FIELDS = ['spatialFilters', 'soilProperties', 'datasets'] as const;
const YEAR_FIELDS = ['startYear', 'endYear'] as const;
/** Other words, which people write and other services take, or the specification itself: `yearFrom`, `temporalCoverage`, `dataSources`. */
const OTHER_WORDS: readonly [words: RegExp, meant: string][] = [
  [/^(?:start|begin|from|first|min|since)(?:year|date|time)$|^(?:year|date)(?:start|begin|from|first|min|since)$/, 'startYear'],
  [/^(?:end|to|until|last|max)(?:year|date|time)$|^(?:year|date)(?:end|to|until|last|max)$/, 'endYear'],
  [/^years?$|^(?:year|date|time)(?:range|period)$|^temporalcoverage$/, 'startYear and endYear'],
  [/^datasources?(?:ids?)?$|^sources$/, 'datasets'],
];
const MUST_BE_OBJECT = 'msg.soil.query must be an object with fields such as geometry, but';
const KNOWN_FIELDS = ['geometry', ...IDENTIFIER_FIELDS, ...YEAR_FIELDS, 'gisDataTypes', 'email'] as const;

/**
 * Reads and checks a request filter. An absent, `null` or empty field means "not narrowed". Identifiers and years may come as numeric
 * text, a list as text with commas, as in a web address, or as one value, and an identifier as the item that was found. Unknown fields are left out,
 * but a misspelt name (`dataSets`, `datsets`) or another word (`fromYear`) is an error: dropped silently, it would widen the request.
 *
 * @param settings the fields that a dialog filled in, each with its label there: a complaint about one of them names the setting, not the message
 * @throws SoilError `SOIL_CONFIG` with the name of the field; `SOIL_GEOMETRY` if the geometry is not text.
 */
export function readSoilQuery(raw: unknown, settings: ReadonlyMap<string, string> = new Map()): SoilQuery {
  if (raw === undefined || raw === null) return {};
  const given = foreignObject(raw);
  if (!given) {
    if (isJsonText(raw) && raw.trimStart().startsWith('[')) throw new SoilError('SOIL_CONFIG', `${MUST_BE_OBJECT} is a list as JSON text.`);
    const advice = isJsonText(raw) ? ' It holds JSON: put a json node with the property msg.soil.query in front, or let the template node in front output parsed JSON.' : '';
    throw new SoilError('SOIL_CONFIG', `${MUST_BE_OBJECT} is ${kindOf(raw)}.${advice}`);
  }
  const nameOf = (field: string): string => (settings.has(field) ? `the setting "${settings.get(field)}"` : inMessage(field));
  try {
    return checkedQuery(given, nameOf);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const label = settings.get(error.field);
    throw label === undefined ? new SoilError('SOIL_CONFIG', `${inMessage(error.field)} ${error.message}.`) : new SettingError(label, `${error.message}.`);
  }
}

function inMessage(field: string): string {
  return `msg.soil.query.${field}`;
}

/** Whether a request came as JSON text, as a template node leaves it: what it narrows is not lost on purpose. */
export function isJsonText(raw: unknown): raw is string {
  return typeof raw === 'string' && /^\s*[{[]/.test(raw);
}

/** What is wrong with one field, whoever gave it. */
class QueryFault extends Error {
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(problem);
  }
}

function checkedQuery(given: ForeignObject, nameOf: (field: string) => string): SoilQuery {
  const query: SoilQuery = {};
  const geometry = geometryOf(fieldOf(given, 'geometry'));
  if (geometry !== undefined) query.geometry = geometry;
  // After the geometry: a GeoJSON Feature in place of the query has properties, too.
  refuseMisspelt(Object.keys(given));
  for (const field of IDENTIFIER_FIELDS) {
    const list = listOf(fieldOf(given, field), field, MOST_IDENTIFIERS);
    if (list) query[field] = [...new Set(Array.from(list, (value) => identifierOf(value, field)))];
  }
  for (const field of YEAR_FIELDS) {
    const year = yearOf(fieldOf(given, field), field);
    if (year !== undefined) query[field] = year;
  }
  if (query.startYear !== undefined && query.endYear !== undefined && query.startYear > query.endYear) {
    throw new QueryFault('startYear', `(${query.startYear}) is after ${nameOf('endYear')} (${query.endYear})`);
  }
  const dataTypes = listOf(fieldOf(given, 'gisDataTypes'), 'gisDataTypes', MOST_DATA_TYPES);
  if (dataTypes) query.gisDataTypes = [...new Set(Array.from(dataTypes, dataTypeOf))];
  const email = emailOf(fieldOf(given, 'email'));
  if (email !== undefined) query.email = email;
  return query;
}

/** What a value is, for messages; its content may be long or private. */
function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function refuseMisspelt(names: readonly string[]): void {
  for (const name of names.slice(0, 1000)) {
    if ((KNOWN_FIELDS as readonly string[]).includes(name)) continue;
    const meant = KNOWN_FIELDS.find((known) => isNear(spelling(known), spelling(name))) ?? otherWordFor(name);
    if (meant) throw new QueryFault(singleLine(name, 40), `is not a field of the query: write ${meant}`);
  }
}

function otherWordFor(name: string): string | undefined {
  const letters = lettersOf(name);
  return OTHER_WORDS.find(([words]) => words.test(letters))?.[1];
}

function lettersOf(name: string): string {
  return name.slice(0, 40).toLowerCase().replace(/[^a-z]/g, '');
}

function spelling(name: string): string {
  const letters = lettersOf(name).replace(/^(soil|spatial|gis)/, '');
  return letters.replace(/(address|identifiers?|ids?)$/, '').replace(/ies$/, 'y').replace(/s$/, '');
}

/** Whether two names differ by no more than one letter (another one, or one more), or by two that have changed places. */
function isNear(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]);
}

function geometryOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    throw new SoilError(
      'SOIL_GEOMETRY',
      `msg.soil.query.geometry must be WKT text such as "POLYGON ((10 50, 11 50, 11 51, 10 50))", but is ${kindOf(value)}. ` +
        'A soil-area node makes it from other shapes.',
    );
  }
  if (value.length > LONGEST_GEOMETRY) {
    throw new SoilError('SOIL_GEOMETRY', 'msg.soil.query.geometry is longer than 32 million characters. Simplify the area.');
  }
  return value.trim() === '' ? undefined : value;
}

/** `undefined` if there is none, or an empty one. */
function listOf(value: unknown, field: string, most: number): unknown[] | undefined {
  if (value === undefined || value === '') return undefined;
  if (isJsonText(value)) {
    const example = field === 'gisDataTypes' ? 'raster,point' : '201,202';
    throw new QueryFault(field, `is JSON text: parse it with a json node, or write its entries alone, with commas between them (${example})`);
  }
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',', most + 1) : [value];
  if (list.length > most) throw new QueryFault(field, `has more than ${most} entries`);
  return list.length > 0 ? list : undefined;
}

function identifierOf(value: unknown, field: string): number {
  const read = wholeNumberOf(identifierIn(value));
  if (read === undefined) {
    throw new QueryFault(field, `must hold whole numbers (identifiers that a soil-discover node finds), but holds ${shown(value)}`);
  }
  return read;
}

function yearOf(value: unknown, field: string): number | undefined {
  if (value === undefined || value === '') return undefined;
  const year = wholeNumberOf(value);
  if (year === undefined || year < YEARS.low || year > YEARS.high) {
    throw new QueryFault(field, `must be a year from ${YEARS.low} to ${YEARS.high}, but is ${shown(value)}`);
  }
  return year;
}

function dataTypeOf(value: unknown): string {
  if (!isDataType(value)) {
    throw new QueryFault('gisDataTypes', `must hold words such as "raster" and "point", but holds ${shown(value)}`);
  }
  return value.trim();
}

function emailOf(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  const read = typeof value === 'string' ? value.trim() : '';
  if (!isEmailAddress(read)) throw new QueryFault('email', 'is not an e-mail address such as name@example.com');
  return read;
}

/** A short value as a person would recognise it. */
function shown(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `"${singleLine(String(value), 40)}"` : kindOf(value);
}
