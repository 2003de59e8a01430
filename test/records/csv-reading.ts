import { CsvRecords } from '../../src/records/formats/csv-records';
import { readFile, type Reading } from './file-reading';

export function read(...lines: string[]): Reading {
  return readBytes(Buffer.from(lines.join('\n')));
}

export function readBytes(bytes: Buffer): Reading {
  return readFile((sink) => new CsvRecords(sink), bytes, bytes.length);
}

export const HEADER =
  'id,lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,h3_index,publication_date,data_source';
