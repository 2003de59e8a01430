import type { AreaType } from './area-of-interest';
import { geometryError } from './geometry-error';
import { LIMITS } from './limits';
import { sentence, type Sentence } from './sentence';
import { COMMA_OR_BRACKET, wktComplaint } from './wkt-complaint';

/** Where in a text positions stand, separated by commas: from the index behind the opening bracket to that of the closing one. */
export interface WktRun {
  start: number;
  end: number;
  /** How many positions. */
  count: number;
  /** False where `wellknown` would misread them: brackets around each, spaces that it does not expect, or a number such as `1.`. */
  plain: boolean;
}

/** One geometry of a WKT text. */
export interface WktMember {
  type: AreaType;
  /** The rings of each polygon; of points, one run of all of them. */
  parts: WktRun[][];
}

const AREA_TYPES = new Map<string, AreaType>([
  ['POINT', 'Point'],
  ['MULTIPOINT', 'MultiPoint'],
  ['POLYGON', 'Polygon'],
  ['MULTIPOLYGON', 'MultiPolygon'],
]);
const COLLECTION = 'GEOMETRYCOLLECTION';
const WORDS = new Set([...AREA_TYPES.keys(), COLLECTION]);

/** What follows a type, or is part of its word, where positions have heights, measures or both. */
const MARKS = new Set(['Z', 'M', 'ZM']);

/** What is expected at a place, made once: no sentence is made while positions are read. */
const EXPECTED = {
  type: sentence('wktTypes'),
  endOfText: sentence('wktEndOfText'),
  sridNumber: sentence('wktSridNumber'),
  longitude: sentence('wktLongitude'),
  spaceAndLatitude: sentence('wktSpaceAndLatitude'),
  latitude: sentence('wktLatitude'),
  number: sentence('wktNumber'),
  exponent: sentence('wktExponent'),
} as const;

/** Geometry types of WKT that have no area, or one with arcs for edges: named so that the message can say why. */
const OTHER_TYPES = new Set([
  ...['LINESTRING', 'MULTILINESTRING', 'LINEARRING', 'CIRCULARSTRING', 'COMPOUNDCURVE', 'CURVEPOLYGON', 'MULTICURVE'],
  ...['MULTISURFACE', 'CURVE', 'SURFACE', 'POLYHEDRALSURFACE', 'TIN', 'TRIANGLE'],
]);

const LEFT = 0x28;
const RIGHT = 0x29;
const COMMA = 0x2c;

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;
const startsNumber = (code: number): boolean => isDigit(code) || isSign(code) || code === 0x2e;

/**
 * The geometries of a text, one or the members of a collection, in its order. Reads WKT (OGC 06-103r4, 7) and EWKT strictly, in one pass
 * over the text, without recursion and without backtracking. Positions in its complaints count characters from 0.
 * @throws SoilError `SOIL_GEOMETRY`: position, what was expected, what stood before it, what was found.
 */
export function scanWkt(text: string): WktMember[] {
  return new WktScanner(text).scan();
}

class WktScanner {
  private readonly members: WktMember[] = [];
  private at = 0;
  private positions = 0;
  private plain = true;

  constructor(private readonly text: string) {
    if (text.length > LIMITS.textLength) {
      throw geometryError('wktTooLong', { length: text.length, limit: LIMITS.textLength });
    }
  }

  scan(): WktMember[] {
    if (this.code() === 0xfeff) this.at++;
    this.srid();
    for (let depth = 0; ; ) {
      const keyword = this.keyword();
      if (keyword.name === COLLECTION) {
        this.expect(LEFT, '"("');
        if (++depth > LIMITS.depth) throw geometryError('wktTooDeep', { limit: LIMITS.depth, at: keyword.at });
        continue;
      }
      this.member(AREA_TYPES.get(keyword.name)!, keyword.numbers);
      for (this.spaces(); depth > 0 && this.code() === RIGHT; this.spaces()) {
        this.at++;
        depth--;
      }
      if (depth === 0) break;
      this.expect(COMMA, COMMA_OR_BRACKET);
    }
    if (this.at < this.text.length) this.expected(EXPECTED.endOfText);
    return this.members;
  }

  /** The prefix of EWKT. */
  private srid(): void {
    this.spaces();
    const start = this.at;
    if (this.text.slice(start, start + 4).toUpperCase() !== 'SRID') return;
    this.at += 4;
    this.spaces();
    this.expect(0x3d, '"="');
    this.spaces();
    const digits = this.at;
    while (isDigit(this.code())) this.at++;
    if (this.at === digits) this.expected(EXPECTED.sridNumber);
    const number = this.text.slice(digits, this.at);
    if (number !== '4326') throw geometryError('wktSridNotTaken', { srid: number.slice(0, 12), at: digits });
    this.spaces();
    this.expect(0x3b, '";"');
  }

  /** The name of a geometry and its mark, up to the bracket. `numbers`: how many each position must have, 0 for any. */
  private keyword(): { name: string; numbers: number; at: number } {
    this.spaces();
    const at = this.at;
    const word = this.word();
    const name = WORDS.has(word) ? word : word.replace(/(?:ZM|Z|M)$/, '');
    if (OTHER_TYPES.has(name)) throw geometryError('wktTypeNotTaken', { type: name, at, expected: EXPECTED.type });
    if (!WORDS.has(name)) {
      this.at = at;
      this.expected(EXPECTED.type);
    }
    let mark = word.slice(name.length);
    this.spaces();
    let after = this.at;
    let next = this.word();
    if (mark === '' && MARKS.has(next)) {
      mark = next;
      this.spaces();
      after = this.at;
      next = this.word();
    }
    if (next === 'EMPTY') throw geometryError('wktTypeEmpty', { type: name, at });
    this.at = after;
    if (next !== '') this.expected('"("');
    return { name, numbers: mark === '' ? 0 : 2 + mark.length, at };
  }

  private member(type: AreaType, numbers: number): void {
    const parts: WktRun[][] = [];
    const polygon = (): void => {
      const rings: WktRun[] = [];
      this.list(() => rings.push(this.run(() => this.sequence(numbers))));
      parts.push(rings);
    };
    if (type === 'Point') parts.push([this.run(() => this.single(numbers))]);
    else if (type === 'MultiPoint') parts.push([this.run(() => this.points(numbers))]);
    else if (type === 'Polygon') polygon();
    else this.list(polygon);
    this.members.push({ type, parts });
  }

  /** Reads something in brackets as a run. */
  private run(positions: () => void): WktRun {
    const before = this.positions;
    this.plain = true;
    this.open();
    const start = this.at;
    positions();
    return { start, end: this.at - 1, count: this.positions - before, plain: this.plain };
  }

  /** One position and the closing bracket. Gives how many numbers it has. */
  private single(numbers: number): number {
    const each = this.position(numbers);
    this.expect(RIGHT, '")"');
    return each;
  }

  /** Positions up to the closing bracket, all in brackets of their own or none: `1 2, 3 4)` or `(1 2), (3 4))`. */
  private points(numbers: number): void {
    this.spaces();
    if (this.code() !== LEFT) return this.sequence(numbers);
    this.plain = false;
    for (let each = numbers; ; this.expect(COMMA, COMMA_OR_BRACKET)) {
      this.open();
      each = this.single(each);
      this.spaces();
      if (this.code() === RIGHT) break;
    }
    this.at++;
  }

  /** Items in brackets, separated by commas. */
  private list(item: () => void): void {
    for (this.open(); ; this.expect(COMMA, COMMA_OR_BRACKET)) {
      item();
      this.spaces();
      if (this.code() === RIGHT) break;
    }
    this.at++;
  }

  /** Positions up to the closing bracket. */
  private sequence(numbers: number): void {
    for (let each = this.position(numbers); ; this.position(each)) {
      const code = this.code();
      if (code === RIGHT) break;
      this.expect(COMMA, COMMA_OR_BRACKET);
    }
    this.at++;
  }

  /** One position and the spaces after it. Gives how many numbers it has: those that follow must have as many. */
  private position(numbers: number): number {
    if (++this.positions > LIMITS.positions) throw geometryError('wktTooManyPositions', { limit: LIMITS.positions, at: this.at });
    this.spaces();
    this.number(EXPECTED.longitude);
    this.gap(EXPECTED.spaceAndLatitude);
    this.number(EXPECTED.latitude);
    let count = 2;
    while (isSpace(this.code())) {
      const gap = this.at;
      this.spaces();
      if (!startsNumber(this.code())) break;
      if (count === (numbers || 4)) this.expected(COMMA_OR_BRACKET);
      if (this.at - gap > 1) this.plain = false;
      this.number(EXPECTED.number);
      count++;
    }
    if (numbers !== 0 && count < numbers) this.expected(sentence('wktNumberOfSeveral', { numbers }));
    return count;
  }

  private gap(what: Sentence): void {
    const gap = this.at;
    this.spaces();
    if (this.at === gap) this.expected(what);
    if (this.at - gap > 1) this.plain = false;
  }

  private number(what: Sentence): void {
    const { text } = this;
    const start = this.at;
    let at = start;
    let code = text.charCodeAt(at);
    if (isSign(code)) code = text.charCodeAt(++at);
    const whole = at;
    while (isDigit(code)) code = text.charCodeAt(++at);
    let digits = at - whole;
    if (code === 0x2e) {
      const fraction = at + 1;
      do code = text.charCodeAt(++at);
      while (isDigit(code));
      digits += at - fraction;
      if (at === fraction) this.plain = false;
    }
    if (digits === 0) this.expected(what);
    if ((code | 0x20) === 0x65) {
      code = text.charCodeAt(++at);
      if (isSign(code)) code = text.charCodeAt(++at);
      const exponent = at;
      while (isDigit(code)) code = text.charCodeAt(++at);
      if (at === exponent) {
        this.at = at;
        this.expected(EXPECTED.exponent);
      }
    }
    if (at - start > LIMITS.numberLength) throw geometryError('wktNumberTooLong', { at: start, limit: LIMITS.numberLength });
    this.at = at;
  }

  /** Letters, in upper case; no word that means anything is longer. */
  private word(): string {
    const start = this.at;
    while (isLetter(this.code())) this.at++;
    return this.text.slice(start, Math.min(this.at, start + 32)).toUpperCase();
  }

  private open(): void {
    this.expect(LEFT, '"("');
  }

  private spaces(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  private code(): number {
    return this.text.charCodeAt(this.at);
  }

  private expect(code: number, what: Sentence | string): void {
    this.spaces();
    if (this.code() !== code) this.expected(what);
    this.at++;
  }

  private expected(what: Sentence | string): never {
    throw wktComplaint(this.text, this.at, what);
  }
}

/** The index in the text of the n-th position (from 0) of a run. */
export function positionIndex(text: string, run: WktRun, n: number): number {
  let between = true;
  for (let at = run.start; at < run.end; at++) {
    const code = text.charCodeAt(at);
    if (code === LEFT || code === COMMA) between = true;
    else if (between && startsNumber(code)) {
      if (n-- === 0) return at;
      between = false;
    }
  }
  return run.end;
}
