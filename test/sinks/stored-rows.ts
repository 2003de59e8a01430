import type { ProfileRow } from '../../src/profiles/texture-slice';
import type { SoilRecord } from '../../src/records/soil-record';

/** What a database is to hold, without the `id` of each row, in an order that does not depend on the database. */
export type Row = Record<string, unknown>;

export function rowOfRecord(record: SoilRecord): Row {
  const { value, originalValue } = record;
  return {
    dataset: record.dataset, property: record.property, original_name: record.originalName,
    value: typeof value === 'number' ? value : null, class: typeof value === 'string' ? value : null, unit: record.unit,
    original_value: originalValue === null ? null : String(originalValue), original_unit: record.originalUnit,
    depth_top: record.depthTop, depth_bottom: record.depthBottom, sampling_date: record.date,
    lon: record.lon, lat: record.lat, h3: record.h3, licence: record.licence, method: record.method,
  };
}

export function rowOfSlice(slice: ProfileRow): Row {
  const { lon, lat, h3, property, unit, method, n, mean, median, sd, p5, p95, coverage } = slice;
  const texture = 'usda' in slice ? slice : { usda: null, hypres: null };
  return {
    topic: null, lon, lat, h3, property, unit, method, depth_top: slice.depthTop, depth_bottom: slice.depthBottom, n, mean, median, sd, p5, p95, coverage,
    usda: texture.usda, hypres: texture.hypres, datasets: slice.datasets.join('; '),
    licences: slice.licences.map((licence) => licence ?? 'not stated').join('; '), date_from: slice.dateFrom, date_to: slice.dateTo,
  };
}

export function inOrder(rows: readonly Row[], ...without: string[]): string[] {
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1)))))
    .sort();
}
