import type { RasterWindow } from './raster-file';
import { columnsOfTurn, type RasterGrid } from './raster-grid';
import type { RasterMask } from './raster-mask';
import type { RasterStructure } from './raster-structure';
import type { Steps } from '../../time/steps';
import { merged, type Spans } from './row-sweep';
import { SpansOfRows } from './spans-of-rows';

/** Blocks at a time: a block of few cells costs much more than its cells. */
const BLOCKS_AT_ONCE = 256;

/** Where the cells of a grid lie: in its file, and on the ground. */
interface LaidOut {
  structure: Pick<RasterStructure, 'width' | 'height' | 'blockWidth' | 'blockHeight'>;
  grid: RasterGrid | null;
}

/** A window with cells of the area. */
interface WindowInArea {
  window: RasterWindow;
  /** Calls back with each stretch of cells that count, as indices into the window row by row: that of its first cell, and that after its last. */
  spans: (take: (from: number, to: number) => void) => void;
}

/**
 * The windows of a grid that hold cells of the area, from the first row to the last; `undefined` whenever others may have a turn.
 *
 * @param mask the cells of the area; `null` for the whole grid
 * @param cellsAtOnce how many cells a window may have
 */
export function* rasterWindows(
  { structure, grid }: LaidOut,
  mask: RasterMask | null,
  cellsAtOnce: number,
): Generator<WindowInArea | undefined, void, undefined> {
  const { width, height } = structure;
  const turn = grid ? columnsOfTurn(grid, width) : 0;
  const { windowWidth, windowHeight, rowsAtOnce } = windowSize(structure, cellsAtOnce);
  const spansOf = mask?.spans();
  for (let y = 0; y < height; y += windowHeight) {
    const here = Math.min(windowHeight, height - y);
    const inRows = new SpansOfRows(spansOf ? here : 0, width);
    for (let row = 0; spansOf && row < here; row += 1) inRows.add(yield* aroundTheWorld(yield* spansOf(y + row), turn));
    if (spansOf && inRows.isEmpty) {
      yield;
      continue;
    }
    for (let x = 0; x < width; x += windowWidth) {
      for (let top = 0; top < here; top += rowsAtOnce) {
        const window = { x, y: y + top, width: Math.min(windowWidth, width - x), height: Math.min(rowsAtOnce, here - top) };
        yield spansOf ? inArea(window, (row) => inRows.of(top + row, x, x + window.width)) : { window, spans: (take) => take(0, window.width * window.height) };
      }
    }
  }
}

/**
 * How many cells a window has across and down: whole blocks side by side and, if these span the whole grid, several rows of blocks. A block that is
 * larger than a window may be is unpacked at once, and looked at a few rows at a time.
 *
 * With 65,536 cells at once, a grid 10,000 cells wide has windows of 512 x 128 where its blocks are 512 x 512, of 256 x 256 where they are 256 x 256,
 * and of 10,000 x 6 where they are its rows.
 */
function windowSize(
  { width, blockWidth, blockHeight }: LaidOut['structure'],
  cellsAtOnce: number,
): { windowWidth: number; windowHeight: number; rowsAtOnce: number } {
  const across = Math.max(1, Math.min(BLOCKS_AT_ONCE, Math.floor(cellsAtOnce / (blockWidth * blockHeight))));
  const windowWidth = Math.min(width, blockWidth * across);
  // Below 2 wherever one row of blocks is too much for a window.
  const down = Math.min(BLOCKS_AT_ONCE / Math.ceil(width / blockWidth), cellsAtOnce / (width * blockHeight));
  const windowHeight = blockHeight * Math.max(1, Math.floor(down));
  return { windowWidth, windowHeight, rowsAtOnce: Math.max(1, Math.floor(cellsAtOnce / windowWidth)) };
}

/** The same columns, moved into the first turn of a grid that goes around the world: columns beyond it show the same places again. */
function* aroundTheWorld(spans: Spans, turn: number): Steps<Spans> {
  if (turn === 0) return spans;
  const moved: { from: number; to: number }[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    const [from, to] = [spans[at]!, spans[at + 1]!];
    const first = from - Math.floor(from / turn) * turn;
    const end = first + Math.min(to - from, turn);
    moved.push({ from: first, to: Math.min(end, turn) });
    if (end > turn) moved.push({ from: 0, to: end - turn });
  }
  return yield* merged(moved);
}

/**
 * What a window holds of the area, in the smallest window around it, so that blocks beside it are not unpacked. Nothing if it holds nothing.
 *
 * @param spansIn gives the columns of the area in a row of the window
 */
function inArea({ y, height }: RasterWindow, spansIn: (row: number) => Spans): WindowInArea | undefined {
  let [left, right, top, bottom] = [Infinity, 0, 0, 0];
  const own = Array.from({ length: height }, (_, row) => spansIn(row));
  for (const [row, spans] of own.entries()) {
    if (spans.length === 0) continue;
    left = Math.min(left, spans[0]!);
    right = Math.max(right, spans.at(-1)!);
    if (bottom === 0) top = row;
    bottom = row + 1;
  }
  if (bottom === 0) return undefined;
  const window = { x: left, y: y + top, width: right - left, height: bottom - top };
  const spans = (take: (from: number, to: number) => void): void => {
    for (let row = top; row < bottom; row += 1) {
      const start = (row - top) * window.width - left;
      const columns = own[row]!;
      for (let at = 0; at < columns.length; at += 2) take(start + columns[at]!, start + columns[at + 1]!);
    }
  };
  return { window, spans };
}
