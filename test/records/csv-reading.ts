import { CsvRecords } from '../../src/records/formats/csv-records';
import { withOutcome } from '../../src/records/problem-list';
import type { SoilRecord } from '../../src/records/soil-record';

export function read(...lines: string[]): Reading {
  return readBytes(Buffer.from(lines.join('\n')));
}

export interface Reading {
  records: SoilRecord[];
  problems: [number | null, string][];
  skipped: string[];
}

export function readBytes(bytes: Buffer): Reading {
  const records: SoilRecord[] = [];
  const problems: [number | null, string][] = [];
  const skipped: string[] = [];
  const reader = new CsvRecords({
    record: (record) => records.push(record),
    problem: (line, fault, outcome) => problems.push([line, withOutcome(fault, outcome)]),
    remark: (line, remark) => problems.push([line, remark]),
    skip: (reason) => skipped.push(reason),
  });
  reader.push(bytes);
  reader.end();
  return { records, problems, skipped };
}

export const HEADER =
  'id,lat,lon,property,original_name,upper_depth_cm,lower_depth_cm,value,unit,sampling_date,license,h3_index,publication_date,data_source';
