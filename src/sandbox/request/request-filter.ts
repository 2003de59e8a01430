import { Problem } from '../problem';
import { DATASETS } from '../world/datasets';
import { SOIL_PROPERTIES } from '../world/soil-properties';
import { SPATIAL_FILTERS } from '../world/spatial-filters';

/** The request filter (specification, section 4), checked. Empty lists: not narrowed. Plain JSON. */
export interface RequestFilter {
  geometry: string;
  spatialFilters: number[];
  soilProperties: number[];
  datasets: number[];
  gisDataTypes: string[];
  startYear?: number;
  endYear?: number;
}

/** Whether a list of a filter lets an item through. */
export function admits<Item>(list: readonly Item[], item: Item): boolean {
  return list.length === 0 || list.includes(item);
}

const LONGEST_LIST = 1000;
const GIS_DATA_TYPES = ['raster', 'point'];
/** The specification leaves the name of the field open; the address is checked but not stored. */
const EMAIL_FIELDS = ['email', 'emailAddress', 'e-mail'];

/**
 * Reads the filter fields of a request. Accepts both spellings of the dataset list, since the specification shows both.
 * @throws Problem 400, with the name of the field
 */
export function readRequestFilter(body: ReadonlyMap<string, unknown>): RequestFilter {
  const geometry = body.get('geometry');
  if (typeof geometry !== 'string' || geometry.trim() === '') throw new Problem(400, 'field', 'geometry is required, as WKT text.');
  checkEmail(body);
  const startYear = year(body, 'startYear');
  const endYear = year(body, 'endYear');
  if (startYear !== undefined && endYear !== undefined && startYear > endYear) {
    throw new Problem(400, 'field', `startYear (${startYear}) is after endYear (${endYear}).`);
  }
  return {
    geometry,
    spatialFilters: identifiers(body, 'spatialFilters', SPATIAL_FILTERS),
    soilProperties: identifiers(body, 'soilProperties', SOIL_PROPERTIES),
    datasets: [...new Set([...identifiers(body, 'datasets', DATASETS), ...identifiers(body, 'dataSets', DATASETS)])],
    gisDataTypes: gisDataTypes(body),
    startYear,
    endYear,
  };
}

function list(body: ReadonlyMap<string, unknown>, field: string): unknown[] {
  const value = body.get(field) ?? [];
  if (!Array.isArray(value)) throw new Problem(400, 'field', `${field} must be an array.`);
  if (value.length > LONGEST_LIST) throw new Problem(400, 'field', `${field} has ${value.length} entries; at most ${LONGEST_LIST} are allowed.`);
  return value;
}

function identifiers(body: ReadonlyMap<string, unknown>, field: string, known: readonly { identifier: number }[]): number[] {
  const values = list(body, field);
  for (const value of values) {
    if (!Number.isInteger(value)) throw new Problem(400, 'field', `${field} must be an array of integers.`);
    if (!known.some(({ identifier }) => identifier === value)) throw new Problem(400, 'identifier', `${field}: there is no ${String(value)}.`);
  }
  return [...new Set(values as number[])];
}

function gisDataTypes(body: ReadonlyMap<string, unknown>): string[] {
  const values = list(body, 'gisDataTypes');
  for (const value of values) {
    if (typeof value !== 'string' || !GIS_DATA_TYPES.includes(value)) {
      throw new Problem(400, 'field', `gisDataTypes may hold ${GIS_DATA_TYPES.map((type) => `"${type}"`).join(' and ')}.`);
    }
  }
  return [...new Set(values as string[])];
}

function year(body: ReadonlyMap<string, unknown>, field: string): number | undefined {
  const value = body.get(field) ?? undefined;
  if (value === undefined) return undefined;
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 9999) {
    throw new Problem(400, 'field', `${field} must be a year: an integer from 0 to 9999.`);
  }
  return value as number;
}

function checkEmail(body: ReadonlyMap<string, unknown>): void {
  for (const field of EMAIL_FIELDS) {
    const value = body.get(field);
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string' || value.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(value)) {
      throw new Problem(400, 'field', `${field} must be an e-mail address.`);
    }
  }
}
