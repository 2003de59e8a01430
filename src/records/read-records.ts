import { isSystemError, storageError } from '../errors/storage-error';
import { folded } from '../text/folded';
import { TurnTaker } from '../time/turn-taker';
import { AskedNames, NEVER_TOGETHER } from './asked-names';
import { SourceTally } from './data-source';
import { DistinctRecords } from './distinct-records';
import type { ExportReading, ReadCounts, ReadOptions } from './export-reading';
import { isGrid, type ExportFile, type ExportSource } from './export-source';
import { CsvRecords, EMPTY_FILE } from './formats/csv-records';
import { GeoJsonRecords } from './formats/geojson-records';
import { LicenceFilter } from './licence-filter';
import { ProblemList } from './problem-list';
import type { RecordParser } from './record-sink';
import { Remembered } from './remembered';
import { charactersOf, type SoilRecord } from './soil-record';

/** How to read records. */
export interface RecordOptions extends ReadOptions {
  /** Drop records that repeat an earlier one in every field; by default true. */
  distinct?: boolean;
}

interface RecordCounts extends ReadCounts {
  /** Files that might have held records but did not, and why. */
  skipped: { file: string; reason: string }[];
  /** Exact repeats, dropped. */
  repeats: number;
  /** Features dropped because the CSV files already hold the same property of the same dataset. */
  alsoInCsv: number;
}

function nothingRead(): RecordCounts {
  const counts = { found: 0, records: 0, repeats: 0, alsoInCsv: 0, otherNames: 0, otherLicences: 0 };
  return { files: [], skipped: [], ...counts, notFound: [], namesUnmet: false };
}

/** How many pairs of dataset and property are remembered from CSV files: files with more have something else in the column. */
const MOST_IN_CSV = 20_000;

/** Files of points, CSV first: if a CSV holds a dataset's property, features with the same property are the same data in another form. */
const KINDS = [/\.(csv|tsv)$/i, /\.(geojson|json)$/i];

/** Whether a file holds points, judging by its name. */
export function isTable({ name }: Pick<ExportFile, 'name'>): boolean {
  return KINDS.some((kind) => kind.test(name));
}

/** Why an export without records cannot have any; `undefined` if it merely has none, as some programs write an empty file to say so. */
function whyNoRecords(files: readonly ExportFile[], skipped: RecordCounts['skipped']): string | undefined {
  const grids = files.some(isGrid) ? ' To read its grids, let soil-read give "summaries of the grids".' : '';
  const tables = files.filter(isTable).length;
  if (tables === 0) return files.length > 0 ? `No file of the export is CSV or GeoJSON, so there were no records to read.${grids}` : undefined;
  const other = skipped.find(({ reason }) => reason !== EMPTY_FILE);
  return other && skipped.length === tables ? `No CSV or GeoJSON file of the export holds records. ${other.file}: ${other.reason}${grids}` : undefined;
}

/**
 * Reads the records of an export, file by file, with one chunk in memory.
 * Run {@link batches} once; counts, problems and sources grow while it runs.
 */
export class RecordReading implements ExportReading {
  problems: ProblemList;
  counts: RecordCounts = nothingRead();
  sources = new SourceTally();
  /** How many characters the texts of the records given out have: most records share theirs, but each may have long ones of its own. */
  characters = 0;
  private readonly distinct: DistinctRecords | null;
  private readonly names: AskedNames;
  private readonly licences: LicenceFilter;
  private readonly foldedNames = new Remembered(folded);
  /** Datasets with their properties, in lower case. */
  private readonly inCsv = new Map<string, Set<string>>();
  private propertiesInCsv = 0;
  private readonly turns = new TurnTaker();
  private readonly pending: SoilRecord[] = [];

  constructor(
    private readonly source: ExportSource,
    private readonly options: RecordOptions = {},
  ) {
    this.problems = new ProblemList(options.strict);
    this.distinct = options.distinct === false ? null : new DistinctRecords();
    this.names = new AskedNames(options);
    this.licences = new LicenceFilter(options.licences, options.known);
  }

  /**
   * The records in batches of `size` (0: all in one). Reads on only when the next batch is asked for. There is always at least one batch,
   * which is empty if there are no records.
   *
   * @throws SoilError `SOIL_ARCHIVE` for a corrupt entry, or with `strict`, `SOIL_STORAGE` for a file that cannot be read from disk; the signal's
   * reason when aborted
   */
  async *batches(size: number): AsyncGenerator<SoilRecord[]> {
    const most = size > 0 ? size : Infinity;
    yield* this.readFiles(most);
    if (this.dropUnmetNames()) yield* this.readFiles(most);
    if (this.counts.records > 0) return;
    if (this.counts.found > 0 && this.counts.otherNames === this.counts.found - this.counts.alsoInCsv) this.problems.note(NEVER_TOGETHER);
    const why = whyNoRecords(this.source.files, this.counts.skipped);
    if (why !== undefined) this.problems.note(why);
    yield [];
  }

  private async *readFiles(most: number): AsyncGenerator<SoilRecord[]> {
    for (const kind of KINDS) {
      for (const file of this.source.files.filter(({ name }) => kind.test(name))) yield* this.readFile(file, most);
    }
    if (this.pending.length > 0) yield this.pending.splice(0);
    this.counts.notFound = [...new Set([...this.counts.notFound, ...this.names.missing])];
    this.noteDoubts(this.names.doubts);
  }

  private noteDoubts(doubts: readonly string[]): void {
    for (const doubt of doubts) this.problems.note(doubt);
    this.counts.namesUnmet ||= doubts.length > 0;
  }

  private async *readFile(file: ExportFile, most: number): AsyncGenerator<SoilRecord[]> {
    const { found } = this.counts;
    const parser = this.parserOf(file);
    const content = file.open();
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        parser.push(chunk);
        while (this.pending.length >= most) yield this.pending.splice(0, most);
        await this.turns.rest(this.options.signal);
      }
    } catch (error) {
      throw isSystemError(error) ? storageError(error, 'read the soil data', file.path ?? file.name) : error;
    } finally {
      content.destroy();
    }
    parser.end();
    // Rows after a quote that was left open come only now.
    while (this.pending.length >= most) yield this.pending.splice(0, most);
    if (this.counts.found > found) this.counts.files.push(file.name);
  }

  private parserOf(file: ExportFile): RecordParser {
    const csv = KINDS[0]!.test(file.name);
    const sink = {
      record: (record: SoilRecord, besides: string) => this.consider(record, besides, csv),
      problem: (line: number | null, fault: string, outcome?: string) => this.problems.add(file.name, line, fault, outcome),
      remark: (line: number | null, remark: string) => this.problems.remark(file.name, line, remark),
      skip: (reason: string) => {
        this.counts.skipped.push({ file: file.name, reason });
      },
    };
    const { noValues } = this.options;
    return csv ? new CsvRecords(sink, noValues) : new GeoJsonRecords(sink, noValues);
  }

  private consider(record: SoilRecord, besides: string, csv: boolean): void {
    const { counts } = this;
    counts.found += 1;
    const isAskedFor = this.names.passes(record);
    const { dataset, property } = record;
    if (csv) this.noteInCsv(dataset, property);
    else if (dataset !== null && this.inCsv.get(this.foldedNames.of(dataset))?.has(this.foldedNames.of(property))) {
      counts.alsoInCsv += 1;
      return;
    }
    if (!isAskedFor) counts.otherNames += 1;
    else if (!this.licences.passes(record)) {
      counts.otherLicences += 1;
      this.sources.leaveOut(record);
    } else if (this.distinct?.add(record, besides) === false) counts.repeats += 1;
    else {
      counts.records += 1;
      this.characters += charactersOf(record);
      this.sources.add(record);
      this.pending.push(record);
    }
  }

  private noteInCsv(dataset: string | null, property: string): void {
    if (dataset === null) return;
    const [own, name] = [this.foldedNames.of(dataset), this.foldedNames.of(property)];
    const known = this.inCsv.get(own) ?? new Set();
    if (known.has(name) || this.propertiesInCsv === MOST_IN_CSV) return;
    this.propertiesInCsv += 1;
    this.inCsv.set(own, known.add(name));
  }

  /** Starts over without the filters that met none of their names. Returns false if there are no such filters. */
  private dropUnmetNames(): boolean {
    if (!this.names.areUnmet) return false;
    this.problems = new ProblemList(this.options.strict);
    this.sources = new SourceTally();
    this.counts = { ...nothingRead(), notFound: this.counts.notFound };
    this.noteDoubts(this.names.dropUnmet());
    return true;
  }
}
