import type { KnownDataset, SourceTally } from './data-source';
import type { ProblemList } from './problem-list';

/** What of an export is read, be it its records or its grids, and how. */
export interface ReadOptions {
  /**
   * Names of the datasets and of the soil properties to take; none: all. Where not one of the names occurs in the files, they are spelled
   * otherwise there, and narrow nothing: the service has narrowed the data already.
   */
  datasets?: readonly string[];
  properties?: readonly string[];
  /** Licences to take; none: all. With any, what states none, and is of no dataset with a known one, is left out. */
  licences?: readonly string[];
  /** What discovery knew of the datasets. */
  known?: readonly KnownDataset[];
  /** Values that count as no value besides those that the files tell: of a grid, numbers alone, as stored or in the unit of a band. */
  noValues?: ReadonlySet<number | string>;
  /** Stop with `SOIL_ARCHIVE` at the first row or grid that cannot be read; otherwise it is a problem, and the others are read. */
  strict?: boolean;
  signal?: AbortSignal;
}

/** What became of the rows, or of the bands of grids. */
export interface ReadCounts {
  /** Files that held any. */
  files: string[];
  /** Rows and features that made a record; bands. */
  found: number;
  /** Of these, given out. */
  records: number;
  /** Left out by the filters for datasets and properties, and for licences. */
  otherNames: number;
  otherLicences: number;
  /** Names asked for that nothing in the files carries. */
  notFound: string[];
  /**
   * Whether names that were asked for may be spelled otherwise in the files: other names occur there. A filter that met not one of its own was left
   * out, one that met some was not. {@link ExportReading.problems} says which.
   */
  namesUnmet: boolean;
}

/** What every reading of an export tells. */
export interface ExportReading {
  readonly problems: ProblemList;
  readonly sources: SourceTally;
  /** Plain JSON, for `msg.soil.read`. */
  readonly counts: ReadCounts;
}
