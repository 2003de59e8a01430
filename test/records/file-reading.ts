import { withOutcome } from '../../src/records/problem-list';
import type { RecordParser, RecordSink } from '../../src/records/record-sink';
import type { SoilRecord } from '../../src/records/soil-record';

export interface Reading {
  records: SoilRecord[];
  problems: [number | null, string][];
  skipped: string[];
}

/** What a parser makes of a file that comes in chunks of `size` bytes. */
export function readFile(parserFor: (sink: RecordSink) => RecordParser, content: Buffer | string, size: number): Reading {
  const reading: Reading = { records: [], problems: [], skipped: [] };
  const parser = parserFor({
    record: (record) => reading.records.push(record),
    problem: (line, fault, outcome) => reading.problems.push([line, withOutcome(fault, outcome)]),
    remark: (line, remark) => reading.problems.push([line, remark]),
    skip: (reason) => reading.skipped.push(reason),
  });
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
  parser.end();
  return reading;
}
