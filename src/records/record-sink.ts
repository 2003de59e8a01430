import type { SoilRecord } from './soil-record';

/** Takes what is found in a file: records, and each thing that could not be read, with its line. */
export interface RecordSink {
  /** @param besides what the source tells of it besides, where another record of it may be another for that; else empty */
  record(record: SoilRecord, besides: string): void;
  /**
   * @param line number of the line or feature, from 1; `null` where the whole file is meant
   * @param fault a sentence: what could not be read
   * @param outcome a sentence: what becomes of it
   */
  problem(line: number | null, fault: string, outcome?: string): void;
  /** What is no fault, and worth knowing: sentences. */
  remark(line: number | null, remark: string): void;
  /** The file as a whole holds no records; why. */
  skip(reason: string): void;
}

/** A parser of files: bytes in, records out through its {@link RecordSink}. */
export interface RecordParser {
  push(chunk: Buffer): void;
  end(): void;
}
