import type { Position } from '../geometry/area-of-interest';
import { areaInCells } from './area-in-cells';
import { BandTally, type BandStatistics, type CellValues } from './band-statistics';
import { TurnTaker } from './turn-taker';
import type { RasterBand } from './raster-band';
import type { RasterFile, RasterWindow } from './raster-file';
import { boundsOf, columnsOfTurn, nameOf } from './raster-grid';
import { RasterMask, type Span } from './raster-mask';

/** What is told of one band of a grid. Plain JSON. Statistics are in `unit`; `null` where no cell in the area has a value. */
export interface RasterSummary extends RasterBand {
  file: string;
  /** From 1. */
  band: number;
  licence: string | null;
  width: number;
  height: number;
  /** `[west, south, east, north]` in the coordinates of `crs`; `null` where the file does not tell. */
  bbox: [number, number, number, number] | null;
  crs: string | null;
  /** The number that stands for no value, as the file stores it. */
  nodata: number | null;
  /**
   * Whether only cells of the area count: those whose centre lies in it, or, for parts smaller than a cell, those that their corners lie
   * in.
   */
  clipped: boolean;
  /** Cells of the area, those that the grid lacks counted. Each counts once, whatever its size on the ground. */
  cells: number;
  /** Of these, cells with a value. */
  valid: number;
  /** Share of the area's cells that have a value, 0 to 1. */
  covered: number;
  mean: number | null;
  median: number | null;
  p5: number | null;
  p95: number | null;
  sd: number | null;
  min: number | null;
  max: number | null;
}

/** Numbers at a time, of all bands: enough for few calls, few enough to leave the event loop alone. */
const NUMBERS_AT_ONCE = 128 * 1024;
const BANDS_AT_ONCE = 16;
/** Blocks at a time: each costs much more than its cells where it has few of them. */
const BLOCKS_AT_ONCE = 256;

/** Summaries of a grid's bands, and a sentence where they could not be clipped. */
export interface GridSummary {
  summaries: RasterSummary[];
  problem: string | null;
}

/**
 * Summarises the bands of a grid inside an area, window by window: memory holds a window, not the grid.
 *
 * @param area polygons in degrees; `null` for the whole grid
 * @param bands numbers from 0
 * @throws SoilError `SOIL_ARCHIVE` for cells that cannot be read; the signal's reason when aborted
 */
export async function summariseRaster(
  file: RasterFile,
  name: string,
  area: readonly Position[][][] | null,
  bands: readonly number[],
  signal?: AbortSignal,
): Promise<GridSummary> {
  const inCells = area && file.grid ? await areaInCells(area, file.grid, signal) : null;
  const mask = inCells && new RasterMask(inCells);
  const unclipped = area !== null && mask === null;
  const crs = file.grid && nameOf(file.grid);
  const summaries: RasterSummary[] = [];
  const turns = new TurnTaker();
  const groupSize = file.interleaved ? BANDS_AT_ONCE : 1;
  for (let at = 0; at < bands.length; at += groupSize) {
    const group = bands.slice(at, at + groupSize);
    const tallies = group.map(() => new BandTally(file.noData));
    const pass = async (take: (tally: BandTally, values: CellValues, from: number, to: number) => void): Promise<void> => {
      for (const found of windows(file, mask, Math.ceil(NUMBERS_AT_ONCE / group.length))) {
        if (found) {
          const values = await file.readWindow(found.window, group);
          tallies.forEach((tally, index) => found.spans((from, to) => take(tally, values[index]!, from, to)));
        }
        await turns.rest(signal);
      }
    };
    await pass((tally, values, from, to) => tally.count(values, from, to));
    for (const tally of tallies) tally.choose();
    await pass((tally, values, from, to) => tally.refine(values, from, to));
    group.forEach((number, index) => {
      const band = file.bands[number]!;
      const cells = mask?.cells ?? file.width * file.height;
      const found = tallies[index]!.result();
      summaries.push({
        file: name,
        band: number + 1,
        ...band,
        licence: file.licence,
        width: file.width,
        height: file.height,
        bbox: file.grid && boundsOf(file.grid, file.width, file.height),
        crs,
        nodata: Number.isNaN(file.noData) ? null : file.noData,
        clipped: mask !== null,
        cells,
        valid: found?.valid ?? 0,
        covered: cells === 0 ? 0 : Math.min(1, (found?.valid ?? 0) / cells),
        ...inUnit(found, band, file.digits),
      });
    });
  }
  return {
    summaries,
    problem: unclipped
      ? `The grid could not be clipped to the area: ${whyUnclipped(file, crs)}. ` +
        'It was summarised whole. gdalwarp -t_srs EPSG:4326 makes a copy in degrees.'
      : null,
  };
}

function whyUnclipped({ grid }: RasterFile, crs: string | null): string {
  if (!grid) return 'the file does not tell where its cells lie, or its rows do not run along an axis';
  return `its coordinate system (${crs ?? 'not told'}) is not known here, or is cut where the area lies`;
}

/** The windows that hold cells of the area, with the stretches of cells that count in each; `null` for rows of windows without any. */
function* windows(
  file: RasterFile,
  mask: RasterMask | null,
  cellsAtOnce: number,
): Generator<{ window: RasterWindow; spans: (take: (from: number, to: number) => void) => void } | null> {
  const turn = file.grid ? columnsOfTurn(file.grid, file.width) : 0;
  const { width, height, blockWidth, blockHeight } = file;
  const across = Math.max(1, Math.min(BLOCKS_AT_ONCE, Math.floor(cellsAtOnce / (blockWidth * blockHeight))));
  const windowWidth = Math.min(width, blockWidth * across);
  const down = Math.min(BLOCKS_AT_ONCE / Math.ceil(width / blockWidth), cellsAtOnce / (width * blockHeight));
  const windowHeight = windowWidth === width ? blockHeight * Math.max(1, Math.floor(down)) : blockHeight;
  // A block that is larger is unpacked at once and looked at some rows at a time.
  const rowsAtOnce = Math.max(1, Math.floor(cellsAtOnce / windowWidth));
  const rows = mask?.rows(0);
  for (let y = 0; y < height; y += windowHeight) {
    const here = Math.min(windowHeight, height - y);
    const spansOfRows: (readonly Span[])[] = [];
    for (let row = 0; rows && row < here; row += 1) spansOfRows.push(aroundTheWorld(rows.next().value as Span[], turn));
    if (rows && spansOfRows.every((spans) => spans.length === 0)) {
      yield null;
      continue;
    }
    for (let x = 0; x < width; x += windowWidth) {
      for (let top = 0; top < here; top += rowsAtOnce) {
        const window = { x, y: y + top, width: Math.min(windowWidth, width - x), height: Math.min(rowsAtOnce, here - top) };
        const own = spansOfRows.slice(top, top + window.height);
        if (!rows) yield { window, spans: (take) => take(0, window.width * window.height) };
        else if (own.some((spans) => spans.some(([from, to]) => to > x && from < x + window.width)))
          yield { window, spans: (take) => takeSpans(window, own, take) };
      }
    }
  }
}

/** The same columns where the grid counts its longitudes another time round. */
function aroundTheWorld(spans: Span[], turn: number): Span[] {
  if (turn === 0) return spans;
  return spans.flatMap(([from, to]): Span[] => [
    [from, to],
    [from + turn, to + turn],
    [from - turn, to - turn],
  ]);
}

function takeSpans({ x, width }: RasterWindow, spansOfRows: readonly (readonly Span[])[], take: (from: number, to: number) => void): void {
  spansOfRows.forEach((spans, row) => {
    for (const [from, to] of spans) {
      const [first, end] = [Math.max(from, x), Math.min(to, x + width)];
      if (end > first) take(row * width + first - x, row * width + end - x);
    }
  });
}

type InUnit = Pick<RasterSummary, 'mean' | 'median' | 'p5' | 'p95' | 'sd' | 'min' | 'max'>;

/** Brings stored numbers into the unit; a negative factor turns the order round. */
function inUnit(found: BandStatistics | null, { scale, offset }: RasterBand, digits: number): InUnit {
  if (!found) return { mean: null, median: null, p5: null, p95: null, sd: null, min: null, max: null };
  const rounded = (value: number): number => Number(value.toPrecision(digits));
  const real = (stored: number): number => rounded(stored * scale + offset);
  const { mean, median, sd, p5, p95, min, max } = found;
  const turned = scale < 0;
  return {
    mean: real(mean),
    median: real(median),
    p5: real(turned ? p95 : p5),
    p95: real(turned ? p5 : p95),
    sd: sd === null ? null : rounded(sd * Math.abs(scale)),
    min: real(turned ? max : min),
    max: real(turned ? min : max),
  };
}
