import type { Spans } from './row-sweep';

/** Columns of the area in some rows of a grid, in little memory: a block may have millions of rows, and the area thousands of spans in each. */
export class SpansOfRows {
  private ends = new Int32Array(16);
  /** Where each row begins in these, and where the last one ends. */
  private readonly starts: Int32Array;
  private rows = 0;

  /** @param width of the grid: columns beyond it are left out */
  constructor(
    mostRows: number,
    private readonly width: number,
  ) {
    this.starts = new Int32Array(mostRows + 1);
  }

  get isEmpty(): boolean {
    return this.starts[this.rows] === 0;
  }

  /** Adds the spans of the next row. */
  add(spans: Spans): void {
    let end = this.starts[this.rows]!;
    this.makeRoom(end + spans.length);
    for (let at = 0; at < spans.length; at += 2) {
      const [from, to] = [Math.max(0, spans[at]!), Math.min(this.width, spans[at + 1]!)];
      if (to <= from) continue;
      this.ends[end] = from;
      this.ends[end + 1] = to;
      end += 2;
    }
    this.rows += 1;
    this.starts[this.rows] = end;
  }

  /** The spans of a row between two columns. */
  of(row: number, left: number, right: number): Spans {
    const { ends } = this;
    const [start, end] = [this.starts[row]!, this.starts[row + 1]!];
    const spans: number[] = [];
    for (let at = this.firstBeyond(left, start, end); at < end && ends[at]! < right; at += 2) {
      spans.push(Math.max(left, ends[at]!), Math.min(right, ends[at + 1]!));
    }
    return spans;
  }

  /** Where the first span begins that goes beyond a column. */
  private firstBeyond(column: number, start: number, end: number): number {
    let [low, high] = [start / 2, end / 2];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.ends[2 * middle + 1]! > column) high = middle;
      else low = middle + 1;
    }
    return 2 * low;
  }

  private makeRoom(length: number): void {
    if (length <= this.ends.length) return;
    const larger = new Int32Array(2 * length);
    larger.set(this.ends);
    this.ends = larger;
  }
}
