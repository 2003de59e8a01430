import { readText } from '../fields/missing-value';
import { readColumns, type RecordField } from '../fields/record-field';
import { RecordReader } from '../fields/record-reader';
import { apartText, tellsApart, UntoldFields } from '../fields/unread-fields';
import { quoted } from '../problem-list';
import type { RecordParser, RecordSink } from '../record-sink';
import { CsvRowReader, type CsvRow } from './csv-rows';
import { faultOfFirstLine, NOT_UTF8 } from './text-encoding';

const DEPTHS = ['depth', 'depthTop', 'depthBottom', 'depthInCm', 'depthTopInCm', 'depthBottomInCm'] as const;

/** Why a file without a byte is skipped. */
export const EMPTY_FILE = 'The file is empty.';

/**
 * Reads records from a CSV file, chunk by chunk: columns by name, in any order; columns that mean nothing to us are skipped.
 * A file without a property or a value column holds no records: exports may carry other tables too.
 */
export class CsvRecords implements RecordParser {
  private readonly rows: CsvRowReader;
  private columns: ReadonlyMap<RecordField, readonly number[]> = new Map();
  private header: readonly string[] = [];
  /** Columns that are not read, but may set apart rows that are otherwise the same. */
  private apart: readonly (readonly [name: string, cell: number])[] = [];
  private readonly reader: RecordReader;
  private line = 0;
  private row!: CsvRow;
  /** Of the first row that was malformed before the header came. */
  private faultBeforeHeader: string | undefined;

  constructor(private readonly sink: RecordSink, noValues?: ReadonlySet<number | string>) {
    this.reader = new RecordReader((fault, outcome) => this.sink.problem(this.line, fault, outcome), noValues, () => this.rows.separator);
    this.rows = new CsvRowReader({
      header: (row) => this.readHeader(row),
      row: (row) => this.readRow(row),
      malformed: (line, fault) => {
        if (!this.row) this.faultBeforeHeader ??= fault;
        if (this.mayHoldRecords) this.sink.problem(line, fault, 'The row was left out.');
      },
      notUtf8: (line) => {
        if (this.mayHoldRecords) this.sink.problem(line, NOT_UTF8);
      },
    });
  }

  push(chunk: Buffer): void {
    this.rows.push(chunk);
  }

  end(): void {
    this.rows.end();
    if (!this.row) this.sink.skip(this.faultBeforeHeader ?? EMPTY_FILE);
  }

  /** Faults in tables without records are none of our business; before the header is read, any table may hold records. */
  private get mayHoldRecords(): boolean {
    return !this.row || this.holdsRecords;
  }

  /** Whether the header names a property and a value. */
  private get holdsRecords(): boolean {
    return this.columns.has('property') && this.columns.has('value');
  }

  private readHeader(row: CsvRow): void {
    this.row = row;
    const names = Array.from({ length: row.cells }, (_, cell) => row.text(cell));
    this.header = names.map((name) => name.trim());
    this.columns = readColumns(names, (name) =>
      this.sink.problem(row.line, `The column ${quoted(name)} is there twice: rename one.`, 'The first was used.'),
    );
    this.apart = [...names.entries()].filter(([, name]) => tellsApart(name)).map(([cell, name]) => [name, cell]);
    const fault = faultOfFirstLine(names.join(' '));
    if (!this.holdsRecords) this.sink.skip(fault ?? 'The header does not name both "property" and "value".');
    else if (fault !== null) {
      this.columns = new Map();
      this.sink.problem(null, fault);
    } else {
      const { columns } = this;
      const isKnown = { depth: DEPTHS.some((field) => columns.has(field)), place: columns.has('lon') && columns.has('lat') };
      new UntoldFields('Columns', (remark) => this.sink.remark(row.line, remark)).look(isKnown, () => names);
    }
  }

  private readRow(row: CsvRow): void {
    if (!this.holdsRecords || this.isHeader(row)) return;
    this.line = row.line;
    const record = this.reader.read(this.field);
    if (!record) return;
    const { notRead } = this.reader;
    this.sink.record(record, this.apart.length === 0 ? notRead : notRead + apartText(this.apart.map(([name, cell]) => [name, row.text(cell)])));
  }

  /** Whether a row is the header once more, as where tables were put together: it is no record of a property called "property". */
  private isHeader(row: CsvRow): boolean {
    return this.header.every((name, cell) => row.text(cell).trim() === name);
  }

  /** The cell of a field. If it has several columns, that with the best name that is not empty in this row. */
  private readonly field = (field: RecordField): string | undefined => {
    const cells = this.columns.get(field);
    if (cells === undefined || cells.length === 1) return cells && this.row.text(cells[0]!);
    return cells.map((cell) => this.row.text(cell)).find((text) => readText(text) !== null) ?? '';
  };
}
