import { quoted } from '../problem-list';

const DECIMAL_COMMA = /^\s*[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Numbers of which both marks are certain: `1.234,5`, `1 234,5`, `1.234.567`; and the other way round. */
const GROUPED_BY_POINTS = /^\s*[+-]?[1-9]\d{0,2}(?:(?:[.\u0020\u00a0\u202f]\d{3})+,\d+|(?:\.\d{3}){2,})\s*$/;
const GROUPED_BY_COMMAS = /^\s*[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})\s*$/;
/** Thousands, or three digits behind the decimal mark. No number of thousands begins with 0. */
const MAY_BE_GROUPED_BY_POINT = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;
const MAY_BE_GROUPED_BY_COMMA = /^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/;
const FIGURE_WITH_COMMA = /(?<!\d)\d+,\d+/g;
/** What no mark of thousands is in. */
const DECIMAL_POINT = /^\s*[+-]?\d*\.\d+\s*$/;

/** What stands between the cells of a table. Of a list of objects, nothing does: commas are as in a table with commas. */
export type Separator = 'comma' | 'semicolon' | 'other';

/** Where what is found out about the numbers goes; each takes two sentences: what is wrong, and what becomes of it. */
interface MarkListener {
  /** Of the number at hand, which is lost for that. */
  lost(fault: string, outcome: string): void;
  /** Of the file; once. */
  told(fault: string, outcome: string): void;
}

/**
 * Brings the numbers of one file into plain form, by the marks that they have. Where semicolons part the cells, commas are free for decimals, and there
 * they are (`6,5`); behind tabs, too, but for what may be thousands (`1,234`). What may be two numbers is taken for neither, and told. Depths and
 * coordinates tell the marks of the file like values do: of a row, they are to be brought here first.
 */
export class DecimalMarks {
  /** A value of the file has a comma for its decimals, or points for its thousands. */
  private sawComma = false;
  /** A depth or a coordinate of the file has: values do so, too, unless one of them has a point that is certainly for its decimals. */
  private sawCommaBeside = false;
  private sawDecimalPoint = false;
  /** The first value whose point was taken for its decimals though it may be thousands, until that is told. */
  private doubtful: string | undefined;
  private saidComma = false;

  constructor(
    private readonly separator: () => Separator,
    private readonly listener: MarkListener,
  ) {}

  /** A coordinate: there are no thousands of degrees. */
  degrees(text: string): string {
    return text.includes(',') && this.separator() !== 'comma' && DECIMAL_COMMA.test(text) ? this.beside(text) : text;
  }

  /** One end of a depth. */
  depth(text: string): string {
    return text.includes(',') && this.isDecimal(text) && DECIMAL_COMMA.test(text) ? this.beside(text) : text;
  }

  /** Of an interval, which has two figures: `7,5-15`. Until {@link sawInterval}, it tells nothing of the file: it may be no depth. */
  interval(text: string): string {
    return text.includes(',') ? text.replace(FIGURE_WITH_COMMA, (figure) => (this.isDecimal(figure) ? plain(figure) : figure)) : text;
  }

  /** An interval with a decimal comma is a depth. */
  sawInterval(): void {
    this.noteBeside();
  }

  /** A value; empty for one that may be two. */
  value(text: string): string {
    if (text.includes(',')) return this.withComma(text);
    return text.includes('.') && this.separator() !== 'comma' ? this.withPoint(text) : text;
  }

  private withComma(text: string): string {
    if (GROUPED_BY_COMMAS.test(text)) return text.replaceAll(',', '');
    const isDecimal = this.isDecimal(text);
    if (isDecimal && GROUPED_BY_POINTS.test(text)) return this.byComma(text);
    if (!DECIMAL_COMMA.test(text)) return text;
    if (isDecimal) return this.byComma(text);
    this.sayComma(text);
    return text;
  }

  private withPoint(text: string): string {
    if (GROUPED_BY_POINTS.test(text)) return this.byComma(text);
    if (!MAY_BE_GROUPED_BY_POINT.test(text)) {
      this.sawDecimalPoint ||= DECIMAL_POINT.test(text);
      return text;
    }
    if (!this.sawComma && (!this.sawCommaBeside || this.sawDecimalPoint)) {
      this.doubtful ??= text;
      return text;
    }
    const fault = `The value ${quoted(text.trim())} has a point where others in the file have a comma: the point may mark thousands.`;
    this.listener.lost(fault, 'The record is kept without it.');
    return '';
  }

  private isDecimal(text: string): boolean {
    const separator = this.separator();
    return separator === 'semicolon' || (separator === 'other' && !MAY_BE_GROUPED_BY_COMMA.test(text));
  }

  /** A value. */
  private byComma(text: string): string {
    this.tellDoubtful();
    this.sawComma = true;
    return plain(text);
  }

  /** A depth or a coordinate. */
  private beside(text: string): string {
    this.noteBeside();
    return plain(text);
  }

  private noteBeside(): void {
    if (!this.sawDecimalPoint) this.tellDoubtful();
    this.sawCommaBeside = true;
  }

  private tellDoubtful(): void {
    if (this.doubtful === undefined) return;
    const fault = `The numbers from here on have a comma, and ${quoted(this.doubtful.trim())} further up has a point, which may mark thousands.`;
    this.doubtful = undefined;
    this.listener.told(fault, 'It was read as a decimal point: check whether that is right.');
  }

  /**
   * `"6,5"` between commas is 6.5 or two classes, and `"1,234"` may be thousands: only all values of the file together could tell. The first one is
   * named, so that nobody has to wonder why there are no numbers.
   */
  private sayComma(text: string): void {
    if (this.saidComma) return;
    this.saidComma = true;
    const fault = `The value ${quoted(text.trim())} has a comma, which may mark decimals or thousands: nothing here tells which.`;
    this.listener.told(fault, 'Such values are kept as text.');
  }
}

/** Without its marks of thousands, and with a point. */
function plain(text: string): string {
  return text.replace(/[.\u0020\u00a0\u202f](?=\d)/g, '').replace(',', '.');
}
