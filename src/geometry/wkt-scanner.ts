import type { AreaType } from './area-of-interest';
import { geometryError } from './geometry-error';
import { LIMITS } from './limits';
import { sentence, type Sentence } from './sentence';
import { COMMA_OR_BRACKET } from './wkt-complaint';
import { COMMA, isSpace, LEFT, RIGHT, startsNumber, WktCursor } from './wkt-cursor';
import { readKeyword, skipSrid } from './wkt-keyword';

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

const BYTE_ORDER_MARK = 0xfeff;

/** What is expected at a place, made once: no sentence is made while positions are read. */
const EXPECTED = {
  endOfText: sentence('wktEndOfText'),
  longitude: sentence('wktLongitude'),
  spaceAndLatitude: sentence('wktSpaceAndLatitude'),
  latitude: sentence('wktLatitude'),
  number: sentence('wktNumber'),
} as const;

/**
 * The geometries of a text, one or the members of a collection, in its order. Reads WKT (OGC 06-103r4, 7) and EWKT strictly, in one pass
 * over the text, without recursion and without backtracking. Positions in its complaints count characters from 0.
 * @throws SoilError `SOIL_GEOMETRY`: position, what was expected, what stood before it, what was found.
 */
export function scanWkt(text: string): WktMember[] {
  if (text.length > LIMITS.textLength) throw geometryError('wktTooLong', { length: text.length, limit: LIMITS.textLength });
  return new WktScanner(new WktCursor(text)).scan();
}

class WktScanner {
  private readonly members: WktMember[] = [];
  private positions = 0;
  private plain = true;

  constructor(private readonly cursor: WktCursor) {}

  scan(): WktMember[] {
    const { cursor } = this;
    if (cursor.code() === BYTE_ORDER_MARK) cursor.at++;
    skipSrid(cursor);
    for (let depth = 0; ; ) {
      const { type, numbers, at } = readKeyword(cursor);
      if (type === 'GeometryCollection') {
        this.open();
        if (++depth > LIMITS.depth) throw geometryError('wktTooDeep', { limit: LIMITS.depth, at });
        continue;
      }
      this.member(type, numbers);
      for (cursor.spaces(); depth > 0 && cursor.code() === RIGHT; cursor.spaces()) {
        cursor.at++;
        depth--;
      }
      if (depth === 0) break;
      this.comma();
    }
    if (cursor.at < cursor.text.length) cursor.expected(EXPECTED.endOfText);
    return this.members;
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
    const start = this.cursor.at;
    positions();
    return { start, end: this.cursor.at - 1, count: this.positions - before, plain: this.plain };
  }

  /** One position and the closing bracket. Gives how many numbers it has. */
  private single(numbers: number): number {
    const each = this.position(numbers);
    this.cursor.expect(RIGHT, '")"');
    return each;
  }

  /** Positions up to the closing bracket, all in brackets of their own or none: `1 2, 3 4)` or `(1 2), (3 4))`. */
  private points(numbers: number): void {
    this.cursor.spaces();
    if (this.cursor.code() !== LEFT) return this.sequence(numbers);
    this.plain = false;
    for (let each = numbers; ; this.comma()) {
      this.open();
      each = this.single(each);
      this.cursor.spaces();
      if (this.cursor.code() === RIGHT) break;
    }
    this.cursor.at++;
  }

  /** Items in brackets, separated by commas. */
  private list(item: () => void): void {
    for (this.open(); ; this.comma()) {
      item();
      this.cursor.spaces();
      if (this.cursor.code() === RIGHT) break;
    }
    this.cursor.at++;
  }

  /** Positions up to the closing bracket. */
  private sequence(numbers: number): void {
    for (let each = this.position(numbers); ; this.position(each)) {
      if (this.cursor.code() === RIGHT) break;
      this.comma();
    }
    this.cursor.at++;
  }

  /** One position and the spaces after it. Gives how many numbers it has: those that follow must have as many. */
  private position(numbers: number): number {
    const { cursor } = this;
    if (++this.positions > LIMITS.positions) throw geometryError('wktTooManyPositions', { limit: LIMITS.positions, at: cursor.at });
    cursor.spaces();
    this.number(EXPECTED.longitude);
    this.gap(EXPECTED.spaceAndLatitude);
    this.number(EXPECTED.latitude);
    let count = 2;
    while (isSpace(cursor.code())) {
      const spaces = cursor.spaces();
      if (!startsNumber(cursor.code())) break;
      if (count === (numbers || 4)) cursor.expected(COMMA_OR_BRACKET);
      if (spaces > 1) this.plain = false;
      this.number(EXPECTED.number);
      count++;
    }
    if (numbers !== 0 && count < numbers) cursor.expected(sentence('wktNumberOfSeveral', { numbers }));
    return count;
  }

  private gap(what: Sentence): void {
    const spaces = this.cursor.spaces();
    if (spaces === 0) this.cursor.expected(what);
    if (spaces > 1) this.plain = false;
  }

  private number(what: Sentence): void {
    if (!this.cursor.number(what)) this.plain = false;
  }

  private open(): void {
    this.cursor.expect(LEFT, '"("');
  }

  private comma(): void {
    this.cursor.expect(COMMA, COMMA_OR_BRACKET);
  }
}

/** The index in the text of the n-th position (from 0) of a run. */
export function positionIndex(text: string, run: WktRun, n: number): number {
  let between = true;
  for (let at = run.start; at < run.end; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA) between = true;
    else if (between && startsNumber(code)) {
      if (n-- === 0) return at;
      between = false;
    }
  }
  return run.end;
}
