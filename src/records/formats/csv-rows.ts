import { isUtf8 } from 'node:buffer';
import { counted } from '../../text/counted';
import type { Separator } from '../fields/decimal-marks';
import { faultOfFirstLine } from './text-encoding';

/** What a {@link CsvRowReader} calls with what it finds. Lines count from 1. */
interface CsvRowListener {
  /** The first row: the names of the columns. */
  header(row: CsvRow): void;
  /** Any later row; the object is reused for the next one, so take what you need at once. */
  row(row: CsvRow): void;
  /** A row that is not CSV, or has more or fewer cells than the header. Reading goes on with the next line. */
  malformed(line: number, problem: string): void;
  /** The first row with bytes that are not UTF-8; it is handed over all the same, with U+FFFD in their place. */
  notUtf8(line: number): void;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const TAB = 0x09;
const DELIMITERS = [COMMA, SEMICOLON, TAB];
/** Excel writes such a line before the header, and shows it to nobody. */
const DELIMITER_LINE = /^"?sep=([^" \r\n])"?\r?\n?$/i;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** No row of soil data comes near: what is longer is a quote that was never closed, or no text at all. */
const LONGEST_ROW = 64 * 1024;
const TOO_LONG = `The row is longer than ${LONGEST_ROW / 1024} KiB; is a quote left open?`;
const MOST_COLUMNS = 1000;

const INCOMPLETE = -1;
const MALFORMED = -2;

/** One row: cells are decoded when they are asked for, because most columns are not. */
export class CsvRow {
  /** Line on which the row begins. */
  line = 1;
  cells = 0;
  buffer: Buffer = Buffer.alloc(0);
  readonly starts = new Int32Array(MOST_COLUMNS);
  readonly ends = new Int32Array(MOST_COLUMNS);
  readonly escaped = new Uint8Array(MOST_COLUMNS);

  /** The text of a cell, without its quotes. */
  text(cell: number): string {
    const text = this.buffer.toString('utf8', this.starts[cell], this.ends[cell]);
    return this.escaped[cell] === 1 ? text.replaceAll('""', '"') : text;
  }
}

/**
 * Reads CSV (RFC 4180; also `;` and tabs between cells, a first line `sep=;`, spaces around quotes, a byte order mark, lines that end without
 * a return) from chunks of bytes, with one row in memory.
 *
 * A reader of our own, because a quote left open must cost one line and not the rest of the file: csv-parse takes everything up to the next
 * quote as one cell, and with relaxed quotes and a fitting number of cells it does so silently. Here a row that turns out malformed, however
 * far it reaches, is reported with the line it began on, and reading goes on with the line after that one.
 */
export class CsvRowReader {
  private readonly row = new CsvRow();
  private delimiter = COMMA;
  /** Whether a line of the file names the delimiter. */
  private delimiterIsNamed = false;
  private columns = 0;
  private started = false;
  /** Whether the end of the file was reached. */
  private ended = false;
  /** Inside a line that is left out and whose end has not come yet. */
  private skipping = false;
  private problem = '';
  private linesInside = 0;
  /** Whether the bytes being read may contain some that are not UTF-8: they are checked as a whole first, and row by row only if that fails. */
  private suspect = false;
  private foundNotUtf8 = false;

  constructor(private readonly listener: CsvRowListener) {}

  /** What separates the cells; known from the header on. */
  get separator(): Separator {
    return this.delimiter === COMMA ? 'comma' : this.delimiter === SEMICOLON ? 'semicolon' : 'other';
  }

  push(chunk: Buffer): void {
    const { row } = this;
    this.read(row.buffer.length === 0 ? chunk : Buffer.concat([row.buffer, chunk]));
  }

  /** The end of the input: the last row needs no line end. */
  end(): void {
    this.ended = true;
    this.read(this.row.buffer);
    this.row.buffer = Buffer.alloc(0);
  }

  private read(input: Buffer): void {
    let buffer = input;
    if (!this.started) {
      if (buffer.length < BYTE_ORDER_MARK.length && !this.ended) {
        this.row.buffer = buffer;
        return;
      }
      this.started = true;
      if (buffer.subarray(0, 3).equals(BYTE_ORDER_MARK)) buffer = buffer.subarray(3);
    }
    this.row.buffer = buffer;
    this.suspect = !this.foundNotUtf8 && !isUtf8(buffer);
    let position = 0;
    while (position < buffer.length) {
      if (this.skipping) {
        position = this.skipLine(position);
        continue;
      }
      const next = this.readRow(position);
      if (next === INCOMPLETE && buffer.length - position <= LONGEST_ROW) break;
      if (next === INCOMPLETE) this.problem = TOO_LONG;
      if (next < 0) {
        this.listener.malformed(this.row.line, this.faultOfEncoding(position) ?? this.problem);
        this.skipping = true;
        continue;
      }
      this.row.line += 1 + this.linesInside;
      position = next;
    }
    this.row.buffer = buffer.subarray(position);
  }

  /** Why rows before the header may come out malformed: their line ends, or the whole text, are not what they are taken for. */
  private faultOfEncoding(position: number): string | null {
    if (this.columns > 0) return null;
    const { buffer } = this.row;
    const line = buffer.subarray(position, position + LONGEST_ROW);
    const end = line.indexOf(NEWLINE);
    return faultOfFirstLine(line.toString('latin1', 0, end < 0 ? line.length : end));
  }

  /** Position after the line that begins at or before `position`; stays in the skipping state if its end has not come yet. */
  private skipLine(position: number): number {
    const end = this.row.buffer.indexOf(NEWLINE, position);
    if (end < 0) return this.row.buffer.length;
    this.skipping = false;
    this.row.line += 1;
    return end + 1;
  }

  /** Reads the row at `position` and hands it over. Gives the position after it, `INCOMPLETE` or `MALFORMED`. */
  private readRow(position: number): number {
    if (this.columns === 0 && !this.delimiterIsNamed) this.chooseDelimiter(position);
    const next = this.findCells(position);
    if (next < 0) return next;
    // However much of the file is there: whether a row is read does not depend on where it was cut on its way.
    if (next - position > LONGEST_ROW) return this.refuse(TOO_LONG);
    const { row } = this;
    if (this.isBlank() || this.isDelimiterLine(position, next)) return next;
    if (this.columns === 0) {
      this.columns = row.cells;
      this.listener.header(row);
      this.checkText(position, next);
      return next;
    }
    if (row.cells !== this.columns) {
      this.problem = `The row has ${counted(row.cells, 'cell')}; the header has ${this.columns}. Check for separators inside unquoted values.`;
      return MALFORMED;
    }
    this.checkText(position, next);
    this.listener.row(row);
    return next;
  }

  /** Whether the line names the delimiter of the rows after it, which is then used. */
  private isDelimiterLine(start: number, end: number): boolean {
    if (this.columns > 0 || this.delimiterIsNamed) return false;
    const named = DELIMITER_LINE.exec(this.row.buffer.toString('latin1', start, Math.min(end, start + 10)))?.[1];
    if (named === undefined) return false;
    this.delimiter = named.charCodeAt(0);
    this.delimiterIsNamed = true;
    return true;
  }

  private checkText(start: number, end: number): void {
    if (!this.suspect || isUtf8(this.row.buffer.subarray(start, end))) return;
    this.suspect = false;
    this.foundNotUtf8 = true;
    this.listener.notUtf8(this.row.line);
  }

  /** Notes where the cells of the row at `position` lie. */
  private findCells(position: number): number {
    const { row, delimiter, ended } = this;
    const { buffer, starts, ends, escaped } = row;
    const { length } = buffer;
    let at = position;
    let cell = 0;
    this.linesInside = 0;
    for (;;) {
      if (cell === MOST_COLUMNS) return this.refuse(`The row has more than ${MOST_COLUMNS} cells.`);
      const open = this.afterSpaces(at);
      if (open < length && buffer[open] === QUOTE) {
        const close = this.findClosingQuote(open, cell);
        if (close < 0) return close;
        starts[cell] = open + 1;
        ends[cell] = close;
        at = this.afterSpaces(close + 1);
        if (buffer[at] === RETURN) at += 1;
        if (at >= length && !ended) return INCOMPLETE;
        if (at < length && buffer[at] !== delimiter && buffer[at] !== NEWLINE) return this.refuse('There is text after a closing quote.');
      } else {
        starts[cell] = at;
        escaped[cell] = 0;
        let byte: number | undefined;
        while (at < length && (byte = buffer[at]) !== delimiter && byte !== NEWLINE) at += 1;
        if (at >= length && !ended) return INCOMPLETE;
        ends[cell] = at;
      }
      cell += 1;
      if (at < length && buffer[at] === delimiter) {
        at += 1;
        continue;
      }
      this.dropReturn(cell - 1);
      row.cells = cell;
      return at + 1;
    }
  }

  /** Whether no cell of the row says anything: spreadsheets end a file with rows of separators alone. */
  private isBlank(): boolean {
    const { cells, starts, ends } = this.row;
    for (let cell = 0; cell < cells; cell += 1) if (this.afterSpaces(starts[cell]!) < ends[cell]!) return false;
    return true;
  }

  private afterSpaces(position: number): number {
    let at = position;
    while (this.row.buffer[at] === SPACE) at += 1;
    return at;
  }

  private findClosingQuote(open: number, cell: number): number {
    const { buffer, escaped } = this.row;
    const { length } = buffer;
    escaped[cell] = 0;
    for (let at = open + 1; at < length; at += 1) {
      const byte = buffer[at];
      if (byte === NEWLINE) this.linesInside += 1;
      if (byte !== QUOTE) continue;
      if (buffer[at + 1] !== QUOTE) return at;
      escaped[cell] = 1;
      at += 1;
    }
    return this.ended ? this.refuse('A quote is left open.') : INCOMPLETE;
  }

  /** The return before a line end belongs to the line end. */
  private dropReturn(cell: number): void {
    const { buffer, ends } = this.row;
    const end = ends[cell]!;
    if (buffer[end - 1] === RETURN && buffer[end] !== QUOTE) ends[cell] = end - 1;
  }

  private refuse(problem: string): number {
    this.problem = problem;
    return MALFORMED;
  }

  /** Chooses the delimiter that occurs most often in the header, outside quotes. */
  private chooseDelimiter(position: number): void {
    const { buffer } = this.row;
    const counts = DELIMITERS.map(() => 0);
    let inQuotes = false;
    // A quote opens only at the start of a cell; a doubled quote does not close it.
    let mayOpen = true;
    for (let at = position; at < buffer.length && (inQuotes || buffer[at] !== NEWLINE); at += 1) {
      const byte = buffer[at]!;
      if (byte === QUOTE && (inQuotes || mayOpen)) inQuotes = !inQuotes;
      const kind = DELIMITERS.indexOf(byte);
      if (!inQuotes && kind >= 0) counts[kind]! += 1;
      mayOpen = kind >= 0 || byte === QUOTE || (byte === SPACE && mayOpen);
    }
    this.delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))]!;
  }
}
