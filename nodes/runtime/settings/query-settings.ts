import { foreignObject } from '../../../src/foreign/foreign-value';
import type { SoilQuery } from '../../../src/service/query';
import { readSoilQuery } from '../../../src/service/read-query';
import { extendSoil, soilPart, type SoilMessage } from '../soil-message';
import { pickedSetting } from './list-setting';
import { textSetting } from './text-setting';

/** What the dialogs call each field, in English. */
const LABELS = {
  spatialFilters: 'spatial filters',
  soilProperties: 'soil properties',
  datasets: 'datasets',
  startYear: 'first year',
  endYear: 'last year',
  gisDataTypes: 'Data types',
  email: 'E-mail',
};
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];
const TEXTS = ['startYear', 'endYear', 'email'];

/** The settings of a dialog that narrow a request. The editor's text fields come as strings. */
export type QuerySettings = Partial<Record<keyof typeof LABELS, unknown>>;

/**
 * The request of a message: a setting that is filled in wins over `msg.soil.query`, an empty one takes what the message brings.
 * Throws `SOIL_CONFIG` with the label of the setting or the name of the field if something does not fit.
 */
export function queryOf(msg: SoilMessage, settings: QuerySettings = {}): SoilQuery {
  const brought = foreignObject(soilPart(msg).query ?? {});
  // A query of another kind, such as plain WKT, is refused as that: its letters are not fields.
  if (!brought) return readSoilQuery(soilPart(msg).query);
  const query: Record<string, unknown> = { ...brought };
  const filledIn = FIELDS.filter((field) => isFilledIn(field, settings[field]));
  for (const field of filledIn) query[field] = settingOf(field, settings[field]);
  return readSoilQuery(query, new Map(filledIn.map((field) => [field, LABELS[field]])));
}

/** Puts the request into its message. Fields that no node knows stay as they are, and go to no service. */
export function extendQuery(msg: SoilMessage, query: SoilQuery): void {
  const brought = Object.entries(foreignObject(soilPart(msg).query) ?? {}).filter(([name]) => name !== 'geometry' && !(FIELDS as string[]).includes(name));
  extendSoil(msg, { query: { ...Object.fromEntries(brought), ...query } });
}

function isFilledIn(field: keyof typeof LABELS, setting: unknown): boolean {
  if (setting === undefined || setting === null || setting === '') return false;
  // A list in the place of a text is refused, even an empty one.
  return TEXTS.includes(field) || !Array.isArray(setting) || setting.length > 0;
}

function settingOf(field: keyof typeof LABELS, setting: unknown): unknown {
  if (TEXTS.includes(field)) return typeof setting === 'string' ? textSetting(LABELS[field], setting) : setting;
  return pickedSetting(LABELS[field], setting);
}
