import type { KnownDataset, SourceTally } from './data-source';
import type { ProblemList } from './problem-list';

/** What to read from an export, be it records or grids, and how. */
export interface ReadOptions {
  /**
   * Names of the datasets and of the soil properties to take; none: all. If not one of the names occurs in the files, they are spelled
   * differently there and are ignored: the service has already narrowed the data.
   */
  datasets?: readonly string[];
  properties?: readonly string[];
  /** Licences to take; none: all. If any are given, whatever states no licence has that of its dataset, and is left out if that is unknown too. */
  licences?: readonly string[];
  /** What discovery knew of the datasets. */
  known?: readonly KnownDataset[];
  /** Values that count as no value besides those that the files declare. For grids only numbers do, as stored or in the unit of the band. */
  noValues?: ReadonlySet<number | string>;
  /** Stop with `SOIL_ARCHIVE` at the first row or grid that cannot be read; otherwise it is listed as a problem, and reading goes on. */
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
  /** Names that were asked for but do not occur in the files. */
  notFound: string[];
  /**
   * Whether names that were asked for may be spelled differently in the files, because other names occur there. A filter that met none of its names
   * was dropped; one that met some was kept. {@link ExportReading.problems} says which.
   */
  namesUnmet: boolean;
}

/** What every reading of an export reports. */
export interface ExportReading {
  readonly problems: ProblemList;
  readonly sources: SourceTally;
  /** Plain JSON, for `msg.soil.read`. */
  readonly counts: ReadCounts;
}
