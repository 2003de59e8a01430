import { isSoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { openExport } from '../../src/records/export-source';
import { RecordReading, type RecordOptions } from '../../src/records/read-records';
import type { SoilRecord } from '../../src/records/soil-record';

/** The first line of a CSV file of points. */
export const HEADER = 'id,lat,lon,property,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,data_source\n';
/** A row of that file: at 0 to 5 cm, in 1958, at 2 degrees north. */
export const row = (property: string, value: number | string, dataset: string, licence: string, lon = 1) =>
  `7,2,${lon},${property},0,5,${value},%,1958,${licence},${dataset}\n`;
export const feature = (property: string, value: number, dataset: string | null) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [1, 2] },
  properties: { property, value, data_source: dataset },
});
/** The content of a GeoJSON file. */
export const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

/** Reads an export to its end: its records, also in their batches, and whatever else the reading tells. */
export async function read(from: unknown, options: RecordOptions = {}, batch = 0) {
  const source = await openExport(from);
  try {
    const reading = new RecordReading(source, options);
    const batches: SoilRecord[][] = [];
    for await (const records of reading.batches(batch)) batches.push(records);
    return { batches, records: batches.flat(), counts: reading.counts, problems: reading.problems.toJSON(), sources: reading.sources };
  } finally {
    await source.close();
  }
}

export const refusedWith = (code: SoilErrorCode, text: RegExp) => (error: unknown) => isSoilError(error, code) && text.test(error.message);
