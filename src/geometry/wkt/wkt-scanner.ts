import type { Steps } from '../../time/steps';
import type { AreaType } from '../area-of-interest';
import { geometryError } from '../geometry-error';
import { LIMITS } from '../limits';
import { sentence, type Sentence } from '../sentence';
import { COMMA_OR_BRACKET } from './wkt-complaint';
import { COMMA, isSpace, LEFT, RIGHT, startsNumber, WktCursor } from './wkt-cursor';
import { readKeyword, skipEmpty, skipSystem } from './wkt-keyword';

/** Where a text has positions, separated by commas: from the index after the opening bracket to that of the closing one. */
export interface WktRun {
  start: number;
  end: number;
  /** How many positions. */
  count: number;
  /** False if `wellknown` would misread them: brackets around each, spaces that it does not expect, or a number such as `1.`. */
  plain: boolean;
}

/** One geometry of a WKT text. */
export interface WktMember {
  type: AreaType;
  /** The rings of each polygon; for points, one run of all of them. */
  parts: WktRun[][];
}

/** What a WKT text holds. */
export interface WktScan {
  /** At least one. */
  members: WktMember[];
  /** Parts without a position, as databases and GEOS write them among others: `MULTIPOLYGON (EMPTY, ...)`. None of them is in the members. */
  empty: { number: number; first?: EmptyPart };
}

/** Where the word EMPTY stands, and for what. */
interface EmptyPart {
  type: string;
  at: number;
}

/** What may be expected at a position; made once, so that no sentence is made while positions are read. */
const EXPECTED = {
  endOfText: sentence('wktEndOfText'),
  longitude: sentence('wktLongitude'),
  spaceAndLatitude: sentence('wktSpaceAndLatitude'),
  pointOrLatitude: sentence('wktPointOrLatitude'),
  latitude: sentence('wktLatitude'),
  number: sentence('wktNumber'),
} as const;

/**
 * The geometries of a text in order: one, or the members of a collection, without those that are empty. Reads WKT (OGC 06-103r4, 7) and EWKT
 * strictly, in one pass over the text, without recursion or backtracking. Positions in its errors count characters from 0.
 * @throws SoilError `SOIL_GEOMETRY`: position, what was expected, what stood before it, what was found; all of it is empty.
 */
export function* scanWkt(text: string): Steps<WktScan> {
  if (text.length > LIMITS.textLength) throw geometryError('wktTooLong', { length: { figure: text.length }, limit: { figure: LIMITS.textLength } });
  return yield* new WktScanner(new WktCursor(text)).scan();
}

/** Positions read before others get their turn. */
const POSITIONS_AT_ONCE = 8192;

class WktScanner {
  private readonly members: WktMember[] = [];
  private readonly empty: WktScan['empty'] = { number: 0 };
  private positions = 0;
  private plain = true;

  constructor(private readonly cursor: WktCursor) {}

  *scan(): Steps<WktScan> {
    const { cursor } = this;
    skipSystem(cursor);
    for (let depth = 0; ; ) {
      const { type, numbers, at, isEmpty } = readKeyword(cursor);
      if (isEmpty) yield* this.leaveOut({ type, at });
      else if (type === 'GeometryCollection') {
        this.open();
        if (++depth > LIMITS.depth) throw geometryError('wktTooDeep', { limit: LIMITS.depth, at });
        continue;
      } else yield* this.member(type, numbers);
      for (cursor.spaces(); depth > 0 && cursor.code() === RIGHT; cursor.spaces()) {
        cursor.at++;
        depth--;
      }
      if (depth === 0) break;
      this.comma();
    }
    if (cursor.at < cursor.text.length) cursor.expected(EXPECTED.endOfText);
    if (this.members.length === 0) throw emptyPart(this.empty.first!);
    return { members: this.members, empty: this.empty };
  }

  /** Notes a part without a position. As there may be millions, each counts like a position. */
  private *leaveOut(part: EmptyPart): Steps<void> {
    this.empty.first ??= part;
    this.empty.number++;
    this.countPosition();
    if (this.positions % POSITIONS_AT_ONCE === 0) yield;
  }

  private *member(type: AreaType, numbers: number): Steps<void> {
    const parts: WktRun[][] = [];
    if (type === 'Point') parts.push([yield* this.run('single', numbers)]);
    else if (type === 'MultiPoint') parts.push([yield* this.run('points', numbers)]);
    else if (type === 'Polygon') parts.push(yield* this.polygon(numbers));
    else yield* this.polygons(parts, numbers);
    if (parts.length > 0) this.members.push({ type, parts });
  }

  private *polygons(parts: WktRun[][], numbers: number): Steps<void> {
    this.open();
    for (let items = 0; this.follows(items); items++) {
      const at = skipEmpty(this.cursor);
      if (at === -1) parts.push(yield* this.polygon(numbers));
      else yield* this.leaveOut({ type: 'Polygon', at });
    }
  }

  private *polygon(numbers: number): Steps<WktRun[]> {
    const rings: WktRun[] = [];
    for (this.open(); this.follows(rings.length); ) rings.push(yield* this.run('sequence', numbers));
    return rings;
  }

  /** Whether another item follows the first `items` of a list in brackets. Goes over the comma or closing bracket after them. */
  private follows(items: number): boolean {
    if (items === 0) return true;
    this.cursor.spaces();
    if (this.cursor.code() !== RIGHT) this.comma();
    else this.cursor.at++;
    return this.cursor.text.charCodeAt(this.cursor.at - 1) === COMMA;
  }

  /** Reads something in brackets as a run. */
  private *run(positions: 'single' | 'points' | 'sequence', numbers: number): Steps<WktRun> {
    const before = this.positions;
    this.plain = true;
    this.open();
    const start = this.cursor.at;
    if (positions === 'single') {
      this.single(numbers);
      if (this.positions % POSITIONS_AT_ONCE === 0) yield;
    } else if (positions === 'points') yield* this.points(numbers);
    else yield* this.sequence(numbers);
    return { start, end: this.cursor.at - 1, count: this.positions - before, plain: this.plain };
  }

  /** One position and the closing bracket. Returns how many numbers it has. */
  private single(numbers: number): number {
    const each = this.position(numbers);
    this.cursor.expect(RIGHT, '")"');
    return each;
  }

  /** Positions up to the closing bracket, all in brackets of their own or none: `1 2, 3 4)` or `(1 2), (3 4))`. */
  private *points(numbers: number): Steps<void> {
    this.cursor.spaces();
    if (this.cursor.code() !== LEFT) return yield* this.sequence(numbers);
    this.plain = false;
    for (let each = numbers; ; this.comma()) {
      this.open();
      each = this.single(each);
      this.cursor.spaces();
      if (this.cursor.code() === RIGHT) break;
      if (this.positions % POSITIONS_AT_ONCE === 0) yield;
    }
    this.cursor.at++;
  }

  /** Positions up to the closing bracket. */
  private *sequence(numbers: number): Steps<void> {
    for (const each = this.position(numbers); ; this.position(each)) {
      if (this.positions % POSITIONS_AT_ONCE === 0) yield;
      if (this.cursor.code() === RIGHT) break;
      this.comma();
    }
    this.cursor.at++;
  }

  /** One position and the spaces after it. Returns how many numbers it has: those that follow must have as many. */
  private position(numbers: number): number {
    const { cursor } = this;
    this.countPosition();
    cursor.spaces();
    const start = cursor.at;
    this.number(EXPECTED.longitude);
    // Half of Europe writes a decimal comma.
    const isWhole = cursor.code() === COMMA && !cursor.text.slice(start, cursor.at).includes('.');
    this.gap(isWhole ? EXPECTED.pointOrLatitude : EXPECTED.spaceAndLatitude);
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
    if (count < numbers) cursor.expected(sentence('wktNumberOfSeveral', { numbers }));
    return count;
  }

  private countPosition(): void {
    if (++this.positions > LIMITS.positions) throw geometryError('wktTooManyPositions', { limit: { figure: LIMITS.positions }, at: this.cursor.at });
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

/** Why an empty part is refused where it cannot be left out. */
export function emptyPart({ type, at }: EmptyPart): Error {
  return geometryError('wktTypeEmpty', { type: type.toUpperCase(), at });
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
