import { fieldOf } from '../../src/service/foreign-object';
import { readSoilQuery } from '../../src/service/read-query';
import type { SoilQuery } from '../../src/service/query';
import { soilPart, type SoilMessage } from './soil-message';

/** The settings of a dialog that narrow a request. Text fields of the editor come as strings. */
export interface QuerySettings {
  spatialFilters?: unknown;
  soilProperties?: unknown;
  datasets?: unknown;
  startYear?: unknown;
  endYear?: unknown;
  gisDataTypes?: unknown;
  email?: unknown;
}

const FIELDS = ['spatialFilters', 'soilProperties', 'datasets', 'startYear', 'endYear', 'gisDataTypes', 'email'] as const;

/**
 * The request of a message: a setting that is filled in wins over `msg.soil.query`, an empty one takes what the message brings.
 * Throws `SOIL_CONFIG` with the field's name where something does not fit.
 */
export function queryOf(msg: SoilMessage, settings: QuerySettings = {}): SoilQuery {
  const query: Record<string, unknown> = { ...soilPart(msg).query };
  for (const field of FIELDS) {
    const setting = settings[field];
    if (isFilledIn(setting)) query[field] = withoutNames(setting);
  }
  return readSoilQuery(query);
}

function isFilledIn(setting: unknown): boolean {
  if (setting === undefined || setting === null || setting === '') return false;
  return !(Array.isArray(setting) && setting.length === 0);
}

/** A picker saves each identifier with the name that it showed. */
function withoutNames(setting: unknown): unknown {
  return Array.isArray(setting) ? setting.map((entry: unknown) => fieldOf(entry, 'identifier') ?? entry) : setting;
}
