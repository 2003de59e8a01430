import { boxAround, type Box } from './box';
import type { Budget } from './shared-ground';

/** The part of a step that it takes to look at a box in a cell. */
const LOOKED_AT = 0.05;

/** Cells for each box at most, and cells that a box lies in on average at most: they bound what the grid takes of memory. */
const CELLS = 4;
const NOTED = 16;

/**
 * The pairs of boxes that have ground in common, each once. Boxes are noted in the cells of a grid whose cells are as wide and as high as
 * the boxes are on average, and compared with those in the same cells: fields in rows, columns or strips meet few others there.
 * Ends early if the budget does not suffice.
 */
export function* meetingBoxes(boxes: readonly Box[], budget: Budget): Generator<[number, number]> {
  if (boxes.length === 0) return;
  const grid = gridFor(boxes);
  const { start, members } = noteInCells(boxes, grid);
  budget.left -= members.length * LOOKED_AT;
  for (let cell = 0; cell + 1 < start.length; cell++) {
    const end = start[cell + 1]!;
    for (let i = start[cell]!; i < end; i++) {
      const a = boxes[members[i]!]!;
      for (let j = i + 1; j < end; j++) {
        const b = boxes[members[j]!]!;
        budget.left -= LOOKED_AT;
        if (budget.left < 0) return;
        if (a.west >= b.east || b.west >= a.east || a.south >= b.north || b.south >= a.north) continue;
        // Two boxes may lie together in several cells: the one with the corner of what they share counts.
        const corner = grid.rowOf(Math.max(a.south, b.south)) * grid.columns + grid.columnOf(Math.max(a.west, b.west));
        if (corner === cell) yield [members[i]!, members[j]!];
      }
    }
  }
}

interface Grid {
  columns: number;
  rows: number;
  columnOf: (x: number) => number;
  rowOf: (y: number) => number;
}

function gridFor(boxes: readonly Box[]): Grid {
  const all = boxAround(boxes);
  let [width, height] = [0, 0];
  for (const { west, south, east, north } of boxes) {
    width += (east - west) / boxes.length;
    height += (north - south) / boxes.length;
  }
  // Boxes without a width, or wider than a number can tell, are in one column.
  for (let scale = 1; ; scale /= 2) {
    const columns = Math.floor(((all.east - all.west) / width) * scale) || 1;
    const rows = Math.floor(((all.north - all.south) / height) * scale) || 1;
    if (columns * rows > CELLS * boxes.length) continue;
    const grid: Grid = {
      columns,
      rows,
      columnOf: (x) => Math.min(columns - 1, Math.floor(((x - all.west) / (all.east - all.west)) * columns) || 0),
      rowOf: (y) => Math.min(rows - 1, Math.floor(((y - all.south) / (all.north - all.south)) * rows) || 0),
    };
    let noted = 0;
    for (const { west, south, east, north } of boxes) {
      noted += (grid.columnOf(east) - grid.columnOf(west) + 1) * (grid.rowOf(north) - grid.rowOf(south) + 1);
    }
    if (noted <= NOTED * boxes.length) return grid;
  }
}

/** The numbers of the boxes, cell by cell; `start` has where each cell begins, and as last entry how many there are. */
function noteInCells(boxes: readonly Box[], { columns, rows, columnOf, rowOf }: Grid): { start: Uint32Array; members: Uint32Array } {
  const eachCell = (note: (cell: number, box: number) => void): void => {
    boxes.forEach(({ west, south, east, north }, box) => {
      const [first, last, top] = [columnOf(west), columnOf(east), rowOf(north)];
      for (let row = rowOf(south); row <= top; row++) for (let column = first; column <= last; column++) note(row * columns + column, box);
    });
  };
  const start = new Uint32Array(columns * rows + 1);
  eachCell((cell) => start[cell + 1]!++);
  for (let cell = 0; cell < columns * rows; cell++) start[cell + 1]! += start[cell]!;
  const members = new Uint32Array(start.at(-1)!);
  const next = start.slice();
  eachCell((cell, box) => (members[next[cell]!++] = box));
  return { start, members };
}
