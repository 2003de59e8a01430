import { CsvRowReader, type CsvRow } from './csv-rows';
import { recordField, type RecordField } from './record-field';
import { RecordReader } from './record-reader';
import type { RecordParser, RecordSink } from './record-sink';

/**
 * Reads records from a CSV file, chunk by chunk: columns by name, in any order; columns that mean nothing to us are skipped.
 * A file without a property or a value column holds no records: exports may carry other tables too.
 */
export class CsvRecords implements RecordParser {
  private readonly rows: CsvRowReader;
  private readonly columns = new Map<RecordField, number>();
  private readonly reader: RecordReader;
  private line = 0;
  private row!: CsvRow;

  constructor(private readonly sink: RecordSink) {
    this.reader = new RecordReader((problem) => this.sink.problem(this.line, problem));
    this.rows = new CsvRowReader({
      header: (row) => this.readHeader(row),
      row: (row) => this.readRow(row),
      malformed: (line, problem) => this.sink.problem(line, `${problem} The row was left out.`),
    });
  }

  push(chunk: Buffer): void {
    this.rows.push(chunk);
  }

  end(): void {
    this.rows.end();
    if (!this.row) this.sink.skip('The file is empty.');
  }

  /** Whether the header names a property and a value. */
  private get holdsRecords(): boolean {
    return this.columns.has('property') && this.columns.has('value');
  }

  private readHeader(row: CsvRow): void {
    this.row = row;
    for (let cell = 0; cell < row.cells; cell += 1) {
      const field = recordField(row.text(cell));
      if (field && !this.columns.has(field)) this.columns.set(field, cell);
    }
    if (!this.holdsRecords) this.sink.skip('The header names no "property" and "value".');
  }

  private readRow(row: CsvRow): void {
    if (!this.holdsRecords) return;
    this.line = row.line;
    const record = this.reader.read(this.field);
    if (record) this.sink.record(record);
  }

  private readonly field = (field: RecordField): string | undefined => {
    const cell = this.columns.get(field);
    return cell === undefined ? undefined : this.row.text(cell);
  };
}
