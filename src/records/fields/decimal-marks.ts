import { quoted } from '../problem-list';

const DECIMAL_COMMA = /^\s*[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Numbers whose marks are both certain: `1.234,5`, `1 234,5`, `1.234.567`; and the other way round. */
const GROUPED_BY_POINTS = /^\s*[+-]?[1-9]\d{0,2}(?:(?:[.\u0020\u00a0\u202f]\d{3})+,\d+|(?:\.\d{3}){2,})\s*$/;
const GROUPED_BY_COMMAS = /^\s*[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})\s*$/;
/** Either thousands or three decimals. A number with thousands never begins with 0. */
const MAY_BE_GROUPED_BY_POINT = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;
const MAY_BE_GROUPED_BY_COMMA = /^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/;
const FIGURE_WITH_COMMA = /(?<!\d)\d+,\d+/g;
/** A number whose only mark is a point. */
const DECIMAL_POINT = /^\s*[+-]?\d*\.\d+\s*$/;

/** Whether the comma in a number may mark decimals as well as thousands, without a file that tells. */
export function hasDoubtfulComma(number: string): boolean {
  return MAY_BE_GROUPED_BY_COMMA.test(number.replace('\u2212', '-'));
}

/** What separates the cells of a table. A list of objects has no separator: its commas are read as in a table separated by commas. */
export type Separator = 'comma' | 'semicolon' | 'other';

/** Receives what is found out about the numbers, in two sentences: what is wrong, and what becomes of it. */
interface MarkListener {
  /** About the current number, which is lost because of it. */
  lost(fault: string, outcome: string): void;
  /** About the file; called once. */
  told(fault: string, outcome: string): void;
}

/**
 * Brings the numbers of one file into plain form, judging by their marks. If semicolons separate the cells, a comma is a decimal mark (`6,5`); between
 * tabs it is too, except in what may be thousands (`1,234`). What may be either of two numbers is taken as neither, and reported. Depths and
 * coordinates reveal the marks of the file as values do: in each row, pass them in before the values.
 */
export class DecimalMarks {
  /** A value of the file has a decimal comma, or points for its thousands. */
  private sawComma = false;
  /** A depth or coordinate of the file has a decimal comma: values then do too, unless one of them certainly has a decimal point. */
  private sawCommaBeside = false;
  private sawDecimalPoint = false;
  /** The first value whose point was read as a decimal point but may mark thousands, until that is reported. */
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

  /** An interval, which has two figures: `7,5-15`. Until {@link sawBeside}, it says nothing about the file: it may not be a depth. */
  interval(text: string): string {
    return text.includes(',') ? text.replace(FIGURE_WITH_COMMA, (figure) => (this.isDecimal(figure) ? plain(figure) : figure)) : text;
  }

  /** Notes that a depth or a coordinate has a decimal comma. To be called for an interval, once it turned out to be a depth. */
  sawBeside(): void {
    if (!this.sawDecimalPoint) this.tellDoubtful();
    this.sawCommaBeside = true;
  }

  /** A value; empty if it may be either of two numbers. */
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
    this.sawBeside();
    return plain(text);
  }

  private tellDoubtful(): void {
    if (this.doubtful === undefined) return;
    const fault = `The numbers from here on have a comma, and ${quoted(this.doubtful.trim())} further up has a point, which may mark thousands.`;
    this.doubtful = undefined;
    this.listener.told(fault, 'It was read as a decimal point: check whether that is right.');
  }

  /**
   * In a file separated by commas, `"6,5"` is 6.5 or two classes, and `"1,234"` may be thousands: only all values of the file together could tell. The
   * first one is reported, so that nobody has to wonder why there are no numbers.
   */
  private sayComma(text: string): void {
    if (this.saidComma) return;
    this.saidComma = true;
    const fault = `The value ${quoted(text.trim())} has a comma, which may mark decimals or thousands: nothing here tells which.`;
    this.listener.told(fault, 'Such values are kept as text.');
  }
}

/** Without marks of thousands, and with a decimal point. */
function plain(text: string): string {
  return text.replace(/[.\u0020\u00a0\u202f](?=\d)/g, '').replace(',', '.');
}
