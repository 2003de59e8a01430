import type { Steps } from '../../time/steps';
import { EdgeOrder } from './edge-order';
import { orientation } from './orientation';
import { ringOf, type Rings } from './rings';
import { sortPositions } from './sort-positions';

/**
 * Why rings do not bound an area. Edges are named by their first position; `second` is -1 for the outside.
 * - `cross`: two edges cross, or one branches off the other to the wrong side.
 * - `along`: two edges run along each other.
 * - `side`: the ground between the two edges is inside twice, or is cut out by a hole although it is not inside.
 */
export interface Conflict {
  kind: 'cross' | 'along' | 'side';
  first: number;
  second: number;
  /** Where, in grid units, not rounded. */
  x: number;
  y: number;
}

/** Positions that the line passes before others get their turn. */
const EVENTS_AT_ONCE = 4096;
const EDGES_AT_ONCE = 16_384;

/**
 * Checks rings whose shells run counter-clockwise and whose holes run clockwise, so that the inside is on the left of each edge.
 *
 * A line sweeps from west to east and keeps the edges that it crosses, from south to north (Shamos and Hoey 1976). Rings bound an area
 * if and only if, at every moment, edges that enter the inside alternate with edges that leave it, beginning with one that enters, and no
 * edge crosses its neighbour. This rule alone finds crossing edges, holes outside their shell, holes in holes and parts on parts; rings may
 * touch themselves and each other. It takes time of order n log n.
 */
export class Sweep {
  private readonly order: EdgeOrder;
  private readonly previous: Int32Array;
  /** West end and east end of each edge: x, y, x, y. Of two ends on one meridian, the southern one counts as the western. */
  private readonly ends: Float64Array;
  /** 1 if the inside lies north of the edge, which then runs from its west end to its east end. */
  private readonly enters: Uint8Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private conflict: Conflict | undefined;

  private readonly sharedBorders: boolean;
  private readonly anySides: boolean;

  /**
   * @param options.sharedBorders whether an edge that leaves one part may run along an edge that enters another one, as neighbouring fields do
   * @param options.anySides whether only the edges are checked (`cross`, `along`), wherever the inside lies
   */
  constructor(private readonly rings: Rings, { sharedBorders = false, anySides = false } = {}) {
    const { x, y } = rings;
    this.sharedBorders = sharedBorders;
    this.anySides = anySides;
    this.x = x;
    this.y = y;
    this.order = new EdgeOrder(x.length);
    this.previous = new Int32Array(x.length);
    this.ends = new Float64Array(4 * x.length);
    this.enters = new Uint8Array(x.length);
  }

  /** Makes the edges of the rings at the positions `from` to `to` (excluded). */
  private *makeEdges(from: number, to: number): Steps<void> {
    const { ringStart } = this.rings;
    let rest = from + EDGES_AT_ONCE;
    for (let ring = ringOf(this.rings, from), start = from; start < to; start = ringStart[++ring]!) {
      const end = ringStart[ring + 1]!;
      for (let i = start, before = end - 1; i < end; before = i++) {
        this.makeEdge(before, i);
        if (i < rest) continue;
        rest = i + EDGES_AT_ONCE;
        yield;
      }
    }
  }

  private makeEdge(before: number, i: number): void {
    const { x, y, ends } = this;
    this.previous[i] = before;
    const enters = x[before]! < x[i]! || (x[before] === x[i] && y[before]! < y[i]!);
    this.enters[before] = enters ? 1 : 0;
    const west = enters ? before : i;
    const east = enters ? i : before;
    ends[4 * before] = x[west]!;
    ends[4 * before + 1] = y[west]!;
    ends[4 * before + 2] = x[east]!;
    ends[4 * before + 3] = y[east]!;
  }

  /** The westernmost conflict among the rings at the positions `from` to `to` (excluded). After a conflict, the sweep cannot be used again. */
  *firstConflict(from: number, to: number): Steps<Conflict | undefined> {
    const { x, y } = this;
    yield* this.makeEdges(from, to);
    const events = yield* sortPositions(x, y, from, to);
    let rest = EVENTS_AT_ONCE;
    for (let i = 0; i < events.length && !this.conflict; ) {
      const at = events[i]!;
      let end = i + 1;
      while (end < events.length && x[events[end]!] === x[at] && y[events[end]!] === y[at]) end++;
      if (end - i > 1 || !this.passOne(at)) this.passSeveral(events.subarray(i, end));
      i = end;
      if (i < rest) continue;
      rest = i + EVENTS_AT_ONCE;
      yield;
    }
    return this.conflict;
  }

  /** A position that no other one coincides with. Does nothing and returns false if other edges come in between. */
  private passOne(at: number): boolean {
    const { order, previous, enters } = this;
    const one = previous[at]!;
    const oneBegins = enters[one] === 0;
    const otherBegins = enters[at] === 1;
    if (oneBegins !== otherBegins) this.goOn(oneBegins ? at : one, oneBegins ? one : at);
    else if (oneBegins) this.begin(one, at);
    else if (order.above(one) === at) this.end(one, at);
    else if (order.above(at) === one) this.end(at, one);
    else return false;
    return true;
  }

  /** The usual case: one edge ends, and the next one goes on from there, in its place in the order. */
  private goOn(ended: number, edge: number): void {
    const { order } = this;
    order.replace(ended, edge);
    this.check(order.below(edge), edge, edge);
    this.check(edge, order.above(edge), edge);
  }

  /** Two edges begin: nothing lies between them. */
  private begin(one: number, other: number): void {
    const { order, ends } = this;
    const otherAbove = this.side(one, ends[4 * other + 2]!, ends[4 * other + 3]!);
    if (otherAbove === 0) return this.report('along', one, other, other);
    const lower = otherAbove > 0 ? one : other;
    const upper = otherAbove > 0 ? other : one;
    order.insert(lower, (edge) => this.isAbove(lower, edge));
    order.insertAbove(upper, lower);
    this.check(order.below(lower), lower, lower);
    this.check(upper, order.above(upper), lower);
  }

  /** Two neighbours end. */
  private end(lower: number, upper: number): void {
    const { order } = this;
    order.remove(upper);
    const below = order.below(lower);
    order.remove(lower);
    this.check(below, order.above(below), lower, true);
  }

  /** Any positions that coincide: removes the edges that end there, inserts those that begin, and checks all new neighbours. */
  private passSeveral(positions: Int32Array): void {
    const { order, enters } = this;
    const lower: number[] = [];
    const beginning: number[] = [];
    let ended = -1;
    const take = (edge: number, begins: boolean): void => {
      if (begins) {
        beginning.push(edge);
      } else {
        lower.push(order.below(edge));
        order.remove(edge);
        ended = edge;
      }
    };
    for (const position of positions) {
      const before = this.previous[position]!;
      take(before, enters[before] === 0);
      take(position, enters[position] === 1);
    }
    for (const edge of beginning) {
      order.insert(edge, (other) => this.isAbove(edge, other));
      lower.push(order.below(edge), edge);
    }
    for (const edge of lower) {
      if (order.has(edge)) this.check(edge, order.above(edge), beginning[0] ?? ended, beginning.length === 0);
    }
  }

  /** Whether an edge that begins lies above an edge that the line crosses. */
  private isAbove(edge: number, other: number): boolean {
    const { ends } = this;
    const side = this.side(other, ends[4 * edge]!, ends[4 * edge + 1]!) || this.side(other, ends[4 * edge + 2]!, ends[4 * edge + 3]!);
    if (side !== 0) return side > 0;
    if (!this.sharedBorders) this.report('along', other, edge, edge);
    return this.enters[edge] === 1;
  }

  /**
   * Reports a conflict unless two edges may be neighbours from now on: `lower` stays below, and the inside is where it should be. The line
   * is at the west end of the edge `now`, or at its east end.
   */
  private check(lower: number, upper: number, now: number, atEnd = false): void {
    if (this.conflict) return;
    const { order, ends, enters } = this;
    if (lower === order.end) {
      if (upper !== order.end && enters[upper] === 0) this.reportSide(upper, -1, now, atEnd);
      return;
    }
    if (upper === order.end) {
      if (enters[lower] === 1) this.reportSide(lower, -1, now, atEnd);
      return;
    }
    const l = 4 * lower;
    const u = 4 * upper;
    const upperBeginsLater = ends[u]! > ends[l]! || (ends[u] === ends[l] && ends[u + 1]! > ends[l + 1]!);
    const begins = upperBeginsLater ? this.side(lower, ends[u]!, ends[u + 1]!) : -this.side(upper, ends[l]!, ends[l + 1]!);
    const upperEndsFirst = ends[u + 2]! < ends[l + 2]! || (ends[u + 2] === ends[l + 2] && ends[u + 3]! < ends[l + 3]!);
    const stops = upperEndsFirst ? this.side(lower, ends[u + 2]!, ends[u + 3]!) : -this.side(upper, ends[l + 2]!, ends[l + 3]!);
    if (begins < 0 || stops < 0) this.reportCrossing(lower, upper, now, atEnd, begins);
    else if (begins === 0 && stops === 0 && !this.sharedBorders) this.report('along', lower, upper, now, atEnd);
    else if (enters[lower] === enters[upper]) this.reportSide(lower, upper, now, atEnd);
  }

  /** Positive if a place lies above an edge, 0 if it lies on its line. */
  private side(edge: number, px: number, py: number): number {
    const { ends } = this;
    const e = 4 * edge;
    return orientation(ends[e]!, ends[e + 1]!, ends[e + 2]!, ends[e + 3]!, px, py);
  }

  private reportSide(first: number, second: number, now: number, atEnd: boolean): void {
    if (!this.anySides) this.report('side', first, second, now, atEnd);
  }

  private report(kind: Conflict['kind'], first: number, second: number, now: number, atEnd = false): void {
    const place = 4 * now + (atEnd ? 2 : 0);
    this.conflict ??= { kind, first, second, x: this.ends[place]!, y: this.ends[place + 1]! };
  }

  private reportCrossing(lower: number, upper: number, now: number, atEnd: boolean, begins: number): void {
    if (begins === 0) return this.report('cross', lower, upper, now, atEnd);
    const [west, south, east, north] = this.ends.subarray(4 * upper, 4 * upper + 4) as unknown as [number, number, number, number];
    const before = this.side(lower, west, south);
    const share = before / (before - this.side(lower, east, north));
    this.conflict ??= { kind: 'cross', first: lower, second: upper, x: west + share * (east - west), y: south + share * (north - south) };
  }
}
