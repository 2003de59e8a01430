import type { SoilRecord } from './soil-record';

/** Takes what is found in a file: records, and each thing that could not be read, with its line. */
export interface RecordSink {
  /** @param besides what else the source says that may set this record apart from others with the same fields; else empty */
  record(record: SoilRecord, besides: string): void;
  /**
   * @param line number of the line or feature, from 1; `null` if the whole file is meant
   * @param fault a sentence: what could not be read
   * @param outcome a sentence: what becomes of it
   */
  problem(line: number | null, fault: string, outcome?: string): void;
  /** Sentences about something that is worth knowing but no fault. */
  remark(line: number | null, remark: string): void;
  /** The whole file holds no records, for this reason. */
  skip(reason: string): void;
}

/** A parser of files: bytes in, records out through its {@link RecordSink}. */
export interface RecordParser {
  push(chunk: Buffer): void;
  end(): void;
}
