import { chance } from './noise';

/**
 * The places at which the synthetic world has data: a quadtree over the globe. A cell of level 0 is about 38 m on a side at the equator;
 * each level doubles that. Every cell has one site, which is the site of one of its four children: so a large area, seen at a coarse
 * level, shows a selection of the sites that small areas within it show.
 */
const COLUMNS = 2 ** 20;
const ROWS = 2 ** 19;
/** At this level the globe has 16 x 8 cells. */
const LARGEST_LEVEL = 16;

/** Degrees on a side of a cell of this level (the same along both axes). */
export function cellDegrees(level: number): number {
  return (360 / COLUMNS) * 2 ** level;
}

/** A box in degrees; `east` may exceed 180 if the box crosses the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** One cell of a level. */
export interface Cell {
  column: number;
  row: number;
}

/** Whole cells: columns from the meridian -180 (beyond the last one they go on past 180 degrees), rows from the south pole. */
interface CellBlock extends Cell {
  columns: number;
  rows: number;
}

/** The cells of a level that a box touches. */
export function cellsOver(box: Box, level: number): CellBlock {
  const size = cellDegrees(level);
  const column = Math.floor((box.west + 180) / size);
  const row = Math.floor((box.south + 90) / size);
  return {
    column,
    row,
    columns: Math.floor((box.east + 180) / size) - column + 1,
    rows: Math.min(ROWS / 2 ** level - 1, Math.floor((box.north + 90) / size)) - row + 1,
  };
}

/** The finest level at which the boxes together touch no more than `most` cells. */
export function levelFor(boxes: readonly Box[], most: number): number {
  for (let level = 0; level < LARGEST_LEVEL; level++) {
    let cells = 0;
    for (const box of boxes) {
      const block = cellsOver(box, level);
      cells += block.columns * block.rows;
      if (cells > most) break;
    }
    if (cells <= most) return level;
  }
  return LARGEST_LEVEL;
}

/** The column within the globe that a column past the antimeridian stands for. */
export function columnWithin(level: number, column: number): number {
  const columns = COLUMNS / 2 ** level;
  return column - columns * Math.floor(column / columns);
}

/** Longitude and latitude of the middle of a cell. */
export function cellCentre(level: number, column: number, row: number): [longitude: number, latitude: number] {
  const size = cellDegrees(level);
  return [(column + 0.5) * size - 180, (row + 0.5) * size - 90];
}

/** A site of the synthetic world. `key` is the same for the same place however it was found. */
export interface Site {
  longitude: number;
  latitude: number;
  key: number;
}

/** The site of a cell. The longitude follows the column, so it may exceed 180 for columns past the antimeridian. */
export function siteOf(level: number, column: number, row: number): Site {
  let x = columnWithin(level, column);
  const turns = (column - x) / (COLUMNS / 2 ** level);
  let y = row;
  for (let finer = level - 1; finer >= 0; finer--) {
    const quarter = Math.floor(chance(finer, x, y, 71) * 4);
    x = 2 * x + (quarter & 1);
    y = 2 * y + (quarter >> 1);
  }
  const size = cellDegrees(0);
  return {
    longitude: (x + 0.1 + 0.8 * chance(x, y, 1, 72)) * size - 180 + turns * 360,
    latitude: (y + 0.1 + 0.8 * chance(x, y, 2, 72)) * size - 90,
    key: y * COLUMNS + x,
  };
}
