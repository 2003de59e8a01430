import { fieldOf, foreignObject } from '../../src/service/foreign-object';
import { readSoilQuery } from '../../src/service/read-query';
import type { SoilQuery } from '../../src/service/query';
import { soilPart, type SoilMessage } from './soil-message';
import { textSetting } from './text-setting';

const FIELDS = ['spatialFilters', 'soilProperties', 'datasets', 'startYear', 'endYear', 'gisDataTypes', 'email'] as const;

/** The settings of a dialog that narrow a request. Text fields of the editor come as strings. */
export type QuerySettings = Partial<Record<(typeof FIELDS)[number], unknown>>;

/**
 * The request of a message: a setting that is filled in wins over `msg.soil.query`, an empty one takes what the message brings.
 * Throws `SOIL_CONFIG` with the name of the setting or field where something does not fit.
 */
export function queryOf(msg: SoilMessage, settings: QuerySettings = {}): SoilQuery {
  const brought = foreignObject(soilPart(msg).query ?? {});
  // A query of another kind, such as the WKT alone, is refused for what it is: its letters are no fields.
  if (!brought) return readSoilQuery(soilPart(msg).query);
  const query: Record<string, unknown> = { ...brought };
  const filledIn = FIELDS.filter((field) => isFilledIn(settings[field]));
  for (const field of filledIn) query[field] = settingOf(field, settings[field]);
  return readSoilQuery(query, new Set(filledIn));
}

function isFilledIn(setting: unknown): boolean {
  if (setting === undefined || setting === null || setting === '') return false;
  return !(Array.isArray(setting) && setting.length === 0);
}

/** A picker saves each identifier with the name that it showed. */
function settingOf(name: string, setting: unknown): unknown {
  if (typeof setting === 'string') return textSetting(name, setting);
  return Array.isArray(setting) ? setting.map((entry: unknown) => fieldOf(entry, 'identifier') ?? entry) : setting;
}
