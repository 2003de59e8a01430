import { geometryError } from '../geometry-error';
import { LIMITS } from '../limits';
import { sentence, type Sentence } from '../sentence';
import { wktComplaint } from './wkt-complaint';

/** Signs of WKT by their codes, as {@link WktCursor.code} gives them. */
export const LEFT = 0x28;
export const RIGHT = 0x29;
export const COMMA = 0x2c;
export const EQUALS = 0x3d;
export const SEMICOLON = 0x3b;

/** Whether a code is that of white space. */
export const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** Whether a number may begin with the character of a code. */
export const startsNumber = (code: number): boolean => isDigit(code) || isSign(code) || code === 0x2e;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;

/** Made once, so that none is made while positions are read. */
const EXPONENT = sentence('wktExponent');

/** A position in a WKT text that moves forward over words, numbers and signs. Anything unexpected is a `SOIL_GEOMETRY` with that position. */
export class WktCursor {
  at = 0;

  constructor(readonly text: string) {}

  /** The character at the position; `NaN` at the end. */
  code(): number {
    return this.text.charCodeAt(this.at);
  }

  /** Goes over spaces, and returns how many there were. */
  spaces(): number {
    const start = this.at;
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
    return this.at - start;
  }

  /** Goes over letters, and returns up to 32 of them in upper case: no word of WKT is longer. */
  word(): string {
    const start = this.at;
    while (isLetter(this.code())) this.at++;
    return this.text.slice(start, Math.min(this.at, start + 32)).toUpperCase();
  }

  digits(): string {
    const start = this.at;
    while (isDigit(this.code())) this.at++;
    return this.text.slice(start, this.at);
  }

  /** Goes over a number of WKT, with or without fraction and exponent. Returns false for one such as `1.`, which ends with its point. */
  number(what: Sentence): boolean {
    const { text } = this;
    const start = this.at;
    let at = start;
    let code = text.charCodeAt(at);
    if (isSign(code)) code = text.charCodeAt(++at);
    const whole = at;
    while (isDigit(code)) code = text.charCodeAt(++at);
    let digits = at - whole;
    let plain = true;
    if (code === 0x2e) {
      const fraction = at + 1;
      do code = text.charCodeAt(++at);
      while (isDigit(code));
      digits += at - fraction;
      plain = at > fraction;
    }
    if (digits === 0) this.expected(what);
    if ((code | 0x20) === 0x65) {
      code = text.charCodeAt(++at);
      if (isSign(code)) code = text.charCodeAt(++at);
      const exponent = at;
      while (isDigit(code)) code = text.charCodeAt(++at);
      if (at === exponent) {
        this.at = at;
        this.expected(EXPONENT);
      }
    }
    if (at - start > LIMITS.numberLength) throw geometryError('wktNumberTooLong', { at: start, limit: LIMITS.numberLength });
    this.at = at;
    return plain;
  }

  /** Goes over spaces and one sign. */
  expect(code: number, what: Sentence | string): void {
    this.spaces();
    if (this.code() !== code) this.expected(what);
    this.at++;
  }

  expected(what: Sentence | string): never {
    throw wktComplaint(this.text, this.at, what);
  }
}
