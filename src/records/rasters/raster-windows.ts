import type { RasterWindow } from './raster-file';
import { columnsOfTurn, type RasterGrid } from './raster-grid';
import type { RasterMask, Span } from './raster-mask';
import type { RasterStructure } from './raster-structure';

/** Blocks at a time: a block of few cells costs much more than its cells. */
const BLOCKS_AT_ONCE = 256;
/** A row with more spans takes so long to find that others get their turn after it. */
const MANY_SPANS = 1000;

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
 * The windows of a grid that hold cells of the area, from the first row to the last; `null` for rows of windows without any, and whenever others may have a turn.
 *
 * @param mask the cells of the area; `null` for the whole grid
 * @param cellsAtOnce how many cells a window may have
 */
export function* rasterWindows(
  { structure, grid }: LaidOut,
  mask: RasterMask | null,
  cellsAtOnce: number,
): Generator<WindowInArea | null> {
  const { width, height } = structure;
  const turn = grid ? columnsOfTurn(grid, width) : 0;
  const { windowWidth, windowHeight, rowsAtOnce } = windowSize(structure, cellsAtOnce);
  const rows = mask?.rows();
  for (let y = 0; y < height; y += windowHeight) {
    const here = Math.min(windowHeight, height - y);
    const spansOfRows: (readonly Span[])[] = [];
    for (let row = 0; rows && row < here; row += 1) {
      const spans = aroundTheWorld(rows.next().value as Span[], turn);
      spansOfRows.push(spans);
      if (spans.length > MANY_SPANS) yield null;
    }
    if (rows && spansOfRows.every((spans) => spans.length === 0)) {
      yield null;
      continue;
    }
    for (let x = 0; x < width; x += windowWidth) {
      for (let top = 0; top < here; top += rowsAtOnce) {
        const window = { x, y: y + top, width: Math.min(windowWidth, width - x), height: Math.min(rowsAtOnce, here - top) };
        if (!rows) yield { window, spans: (take) => take(0, window.width * window.height) };
        else {
          const found = inArea(window, spansOfRows.slice(top, top + window.height));
          if (found) yield found;
        }
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
  const down = Math.min(BLOCKS_AT_ONCE / Math.ceil(width / blockWidth), cellsAtOnce / (width * blockHeight));
  const windowHeight = windowWidth === width ? blockHeight * Math.max(1, Math.floor(down)) : blockHeight;
  return { windowWidth, windowHeight, rowsAtOnce: Math.max(1, Math.floor(cellsAtOnce / windowWidth)) };
}

/** The same columns, moved into the first turn of a grid that goes around the world: columns beyond it show the same places again. */
function aroundTheWorld(spans: Span[], turn: number): Span[] {
  if (turn === 0) return spans;
  return spans.flatMap(([from, to]): Span[] => {
    const first = from - Math.floor(from / turn) * turn;
    const end = first + Math.min(to - from, turn);
    return end <= turn ? [[first, end]] : [[first, turn], [0, end - turn]];
  });
}

/** What a window holds of the area, in the smallest window around it, so that blocks beside it are not unpacked. `null` if it holds nothing. */
function inArea({ x, y, width }: RasterWindow, spansOfRows: readonly (readonly Span[])[]): WindowInArea | null {
  let [left, right, top, bottom] = [Infinity, 0, 0, 0];
  const own = spansOfRows.map((spans, row) => {
    const within = spans.map(([from, to]): Span => [Math.max(from, x), Math.min(to, x + width)]).filter(([from, to]) => to > from);
    for (const [from, to] of within) {
      left = Math.min(left, from);
      right = Math.max(right, to);
    }
    if (within.length > 0) {
      if (bottom === 0) top = row;
      bottom = row + 1;
    }
    return within;
  });
  if (bottom === 0) return null;
  const window = { x: left, y: y + top, width: right - left, height: bottom - top };
  const spans = (take: (from: number, to: number) => void): void => {
    own.slice(top, bottom).forEach((stretches, row) => {
      for (const [from, to] of stretches) take(row * window.width + from - left, row * window.width + to - left);
    });
  };
  return { window, spans };
}
