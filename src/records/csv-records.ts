import { CsvRowReader, type CsvRow } from './csv-rows';
import { quoted } from './problem-list';
import { readFields, type RecordField } from './record-field';
import { RecordReader } from './record-reader';
import type { RecordParser, RecordSink } from './record-sink';
import { faultOfFirstLine, NOT_UTF8 } from './text-encoding';

export const EMPTY_FILE = 'The file is empty.';

/** In a file with semicolons between its cells, commas are free for decimals, and there they are (`6,5`). */
const DECIMAL_COMMA = /^\s*[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?\s*$/;
const FIGURES: ReadonlySet<RecordField> = new Set(['value', 'harmonisedValue', 'originalValue', 'depthTop', 'depthBottom', 'lon', 'lat']);

/**
 * Reads records from a CSV file, chunk by chunk: columns by name, in any order; columns that mean nothing to us are skipped.
 * A file without a property or a value column holds no records: exports may carry other tables too.
 */
export class CsvRecords implements RecordParser {
  private readonly rows: CsvRowReader;
  private columns: ReadonlyMap<RecordField, number> = new Map();
  private readonly reader: RecordReader;
  private line = 0;
  private row!: CsvRow;
  private saidComma = false;

  constructor(private readonly sink: RecordSink, noValues?: ReadonlySet<number | string>) {
    this.reader = new RecordReader((fault, outcome) => this.sink.problem(this.line, fault, outcome), noValues);
    this.rows = new CsvRowReader({
      header: (row) => this.readHeader(row),
      row: (row) => this.readRow(row),
      malformed: (line, fault) => {
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
    if (!this.row) this.sink.skip(EMPTY_FILE);
  }

  /** Rows of another table are none of our business; before the header, every row may be one. */
  private get mayHoldRecords(): boolean {
    return !this.row || this.holdsRecords;
  }

  /** Whether the header names a property and a value. */
  private get holdsRecords(): boolean {
    return this.columns.has('property') && this.columns.has('value');
  }

  private readHeader(row: CsvRow): void {
    this.row = row;
    const names = Array.from({ length: row.cells }, (_, cell) => [row.text(cell), cell] as const);
    this.columns = readFields(names, (name) =>
      this.sink.problem(row.line, `The column ${quoted(name)} comes twice.`, 'The first was taken.'),
    );
    const fault = faultOfFirstLine(names.map(([name]) => name).join(' '));
    if (!this.holdsRecords) this.sink.skip(fault ?? 'The header names no "property" and "value".');
    else if (fault !== null) {
      this.columns = new Map();
      this.sink.problem(null, fault);
    }
  }

  private readRow(row: CsvRow): void {
    if (!this.holdsRecords) return;
    this.line = row.line;
    const record = this.reader.read(this.field);
    if (record) this.sink.record(record);
  }

  /**
   * `"6,5"` between commas is 6.5 or two classes, and `"1,234"` may be thousands: only all values of the file together could tell. The first one is
   * named, so that nobody has to wonder why there are no numbers.
   */
  private sayComma(text: string): void {
    this.saidComma = true;
    const fault = `The value ${quoted(text.trim())} has a comma, which is the decimal mark only in files with semicolons between the cells.`;
    this.sink.problem(this.line, fault, 'Such values are kept as text.');
  }

  private readonly field = (field: RecordField): string | undefined => {
    const cell = this.columns.get(field);
    if (cell === undefined) return undefined;
    const text = this.row.text(cell);
    if (!this.rows.semicolons) {
      if (field === 'value' && !this.saidComma && text.includes(',') && DECIMAL_COMMA.test(text)) this.sayComma(text);
      return text;
    }
    // An interval has two figures: `7,5-15`.
    if (field === 'depth') return text.replace(/(\d),(?=\d)/g, '$1.');
    return FIGURES.has(field) && DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  };
}
