import { foreignObject } from '../../../src/foreign/foreign-value';
import type { SoilQuery } from '../../../src/service/query';
import { readSoilQuery } from '../../../src/service/read-query';
import { extendSoil, soilPart, type SoilMessage } from '../soil-message';
import { pickedSetting } from './list-setting';
import { filledIn } from './filled-in';

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
  const labels = new Map<string, string>();
  for (const field of FIELDS) {
    const setting = settingOf(field, settings[field]);
    if (setting === undefined) continue;
    query[field] = setting;
    labels.set(field, LABELS[field]);
  }
  return readSoilQuery(query, labels);
}

/** Puts the request into its message. Fields that no node knows stay as they are, and go to no service. */
export function extendQuery(msg: SoilMessage, query: SoilQuery): void {
  const brought = Object.entries(foreignObject(soilPart(msg).query) ?? {}).filter(([name]) => name !== 'geometry' && !(FIELDS as string[]).includes(name));
  extendSoil(msg, { query: { ...Object.fromEntries(brought), ...query } });
}

/** What a setting asks for; nothing if it is empty. A list in the place of a text is refused, even an empty one. */
function settingOf(field: keyof typeof LABELS, setting: unknown): unknown {
  if (TEXTS.includes(field)) return filledIn(LABELS[field], setting);
  const picked = pickedSetting(LABELS[field], setting);
  return picked.length > 0 ? picked : undefined;
}
