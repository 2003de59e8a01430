import { quoted } from './problem-list';

const DECIMAL_COMMA = /^\s*[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?\s*$/;
/** Numbers of which both marks are certain: `1.234,5`, `1 234,5`, `1.234.567`; and the other way round. */
const GROUPED_WITH_COMMA = /^\s*[+-]?\d{1,3}(?:(?:[.\u0020\u00a0\u202f]\d{3})+,\d+|(?:\.\d{3}){2,})\s*$/;
const GROUPED_WITH_POINT = /^\s*[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})\s*$/;
/** A decimal, or thousands. */
const THREE_DIGITS = /^\s*[+-]?\d{1,3}\.\d{3}\s*$/;

/**
 * Brings the numbers of one file into plain form, by the marks that they have. Where semicolons or tabs part the cells, commas are free for decimals, and
 * there they are (`6,5`). What may be two numbers is taken for neither, and told once.
 */
export class DecimalMarks {
  private sawComma = false;
  private sawThreeDigits: string | undefined;
  private said = false;

  /** @param report takes two sentences: what is wrong with a number, and what becomes of it */
  constructor(
    private readonly commasAreFree: () => boolean,
    private readonly report: (fault: string, outcome: string) => void,
  ) {}

  /** A depth or a coordinate. */
  figure(text: string): string {
    return this.commasAreFree() && DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  }

  /** Of an interval, which has two figures: `7,5-15`. */
  interval(text: string): string {
    return this.commasAreFree() ? text.replace(/(\d),(?=\d)/g, '$1.') : text;
  }

  /** A value; empty for one that may be two. */
  value(text: string): string {
    if (!text.includes(',') && !text.includes('.')) return text;
    return this.commasAreFree() ? this.withComma(text) : this.withPoint(text);
  }

  private withComma(text: string): string {
    if (GROUPED_WITH_COMMA.test(text)) {
      if (text.includes(',')) this.meetComma();
      return text.replace(/(\d)[.\u0020\u00a0\u202f](?=\d)/g, '$1').replace(',', '.');
    }
    if (DECIMAL_COMMA.test(text)) {
      this.meetComma();
      return text.replace(',', '.');
    }
    if (!THREE_DIGITS.test(text)) return text;
    this.sawThreeDigits ??= text;
    if (!this.sawComma) return text;
    const fault = `The value ${quoted(text.trim())} has a point where others of the file have a comma: it may be thousands.`;
    this.report(fault, 'The record is kept without it.');
    return '';
  }

  private meetComma(): void {
    if (!this.sawComma && this.sawThreeDigits !== undefined) {
      const fault = `The values from here on have a comma, and ${quoted(this.sawThreeDigits.trim())} further up has a point: it may be thousands.`;
      this.report(fault, 'It was read as a decimal: look whether that is right.');
    }
    this.sawComma = true;
  }

  /**
   * `"6,5"` between commas is 6.5 or two classes, and `"1,234"` may be thousands: only all values of the file together could tell. The first one is
   * named, so that nobody has to wonder why there are no numbers.
   */
  private withPoint(text: string): string {
    if (GROUPED_WITH_POINT.test(text)) return text.replaceAll(',', '');
    if (this.said || !DECIMAL_COMMA.test(text)) return text;
    this.said = true;
    const fault = `The value ${quoted(text.trim())} has a comma, which is the decimal mark only in files with semicolons or tabs between the cells.`;
    this.report(fault, 'Such values are kept as text.');
    return text;
  }
}
