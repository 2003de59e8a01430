import type { Position } from '../../geometry/area-of-interest';
import { byTurns } from '../../time/steps';
import { TurnTaker } from '../../time/turn-taker';
import { NONE_BESIDES } from '../fields/missing-value';
import { areaInCells } from './area-in-cells';
import { customaryNoValues, noValuesOfBand } from './band-no-values';
import { BandTally, type BandStatistics } from './band-statistics';
import type { CellValues } from './cell-histogram';
import type { RasterBand } from './raster-band';
import type { RasterDescription } from './raster-description';
import type { RasterFile } from './raster-file';
import { boundsOf, intoCells, nameOf, type RasterGrid } from './raster-grid';
import { crossingsOf, RasterMask } from './raster-mask';
import { rasterWindows } from './raster-windows';

/** Summary of one band of a grid. Plain JSON. Statistics are in `unit`; `null` if no cell in the area has a value, or if they are too large. */
export interface RasterSummary extends RasterBand {
  file: string;
  /** From 1. */
  band: number;
  width: number;
  height: number;
  /** `[west, south, east, north]` in the coordinates of `crs`; `null` if the file does not say. */
  bbox: [number, number, number, number] | null;
  crs: string | null;
  /** The number that stands for no value, as the file stores it. */
  nodata: number | null;
  /**
   * Whether only cells of the area count: those whose centre lies in it, or, for parts smaller than a cell, those that their corners lie
   * in.
   */
  clipped: boolean;
  /** Cells of the area, including those that the grid lacks. Each counts once, whatever its size on the ground. */
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

/** Numbers read at a time, over all bands: enough for few calls, few enough not to block the event loop. */
const NUMBERS_AT_ONCE = 64 * 1024;
const BANDS_AT_ONCE = 16;
/** Most passes over the cells of a band. */
const PASSES = 2;
/** A hundred thousand fields on a fine grid have a tenth of this; a hostile border would take hours. */
const MOST_CROSSINGS = 20_000_000;

/** Summaries of a grid's bands. */
interface GridSummary {
  summaries: RasterSummary[];
  /** Sentences that say why they could not be clipped, and what to do. */
  whyWhole?: string;
  /** Sentences on numbers in a file that is not at fault. */
  remarks: string[];
}

/** What to summarise of a grid. */
interface Wanted {
  /** Polygons in degrees; `null` for the whole grid. */
  area: readonly Position[][][] | null;
  /** Numbers of the bands, from 0. */
  bands: readonly number[];
  /** Numbers that count as no value besides those of the grid, as stored or in the unit. */
  noValues?: ReadonlySet<number | string> | undefined;
}

/**
 * Summarises the bands of a grid inside an area, window by window: memory holds a window, not the grid.
 *
 * @throws SoilError `SOIL_ARCHIVE` for cells that cannot be read; the signal's reason when aborted
 */
export async function summariseRaster(file: RasterFile, name: string, { area, bands, noValues = NONE_BESIDES }: Wanted, signal?: AbortSignal): Promise<GridSummary> {
  const { structure, grid, digits } = file.description;
  const inCells = area && grid ? await areaInCells(area, grid, signal) : null;
  const tooLong = inCells === 'too long' || (inCells !== null && (await byTurns(crossingsOf(inCells, structure.height), signal)) > MOST_CROSSINGS);
  const mask = inCells && !tooLong ? await byTurns(RasterMask.of(inCells), signal) : null;
  const summaries: RasterSummary[] = [];
  const statistics = new Map<number, BandStatistics | null>();
  const turns = new TurnTaker();
  const groupSize = structure.interleaved ? BANDS_AT_ONCE : 1;
  // Blocks that hold all bands are read for each group of bands, others only for their own band.
  file.willReadBlocks(PASSES * (structure.interleaved ? Math.ceil(bands.length / groupSize) : 1));
  for (let at = 0; at < bands.length; at += groupSize) {
    const group = bands.slice(at, at + groupSize);
    const found = await statisticsOf(file, group, mask, noValues, () => turns.rest(signal));
    group.forEach((number, index) => {
      statistics.set(number, found[index]!);
      summaries.push({ file: name, ...summaryOf(file.description, number, mask, found[index]!) });
    });
  }
  const whyWhole = `The grid could not be clipped to the area: ${tooLong ? BORDER_TOO_LONG : whyUnclipped(grid)}`;
  const remarks = summaries.some(isTooLarge) ? [TOO_LARGE] : [];
  const customary = customaryNoValues(statistics, digits);
  if (customary !== undefined) remarks.push(customary);
  return { summaries, remarks, ...(area !== null && mask === null && { whyWhole }) };
}

/**
 * The statistics of some bands inside the area, in one pass over the cells or, if there are many, two; `null` if no cell has a value.
 *
 * @param rest awaited after each window and each band, so that others get their turn and the reading may be aborted
 */
async function statisticsOf(
  file: RasterFile,
  bands: readonly number[],
  mask: RasterMask | null,
  noValues: ReadonlySet<number | string>,
  rest: () => Promise<void>,
): Promise<(BandStatistics | null)[]> {
  const tallies = bands.map((band) => new BandTally(noValuesOfBand(file.description, file.description.bands[band]!, noValues)));
  const pass = async (take: (tally: BandTally, values: CellValues, from: number, to: number) => void): Promise<void> => {
    for (const found of rasterWindows(file.description, mask, Math.ceil(NUMBERS_AT_ONCE / bands.length))) {
      if (found) {
        const values = await file.readWindow(found.window, bands);
        tallies.forEach((tally, index) => found.spans((from, to) => take(tally, values[index]!, from, to)));
      }
      await rest();
    }
  };
  await pass((tally, values, from, to) => tally.count(values, from, to));
  let again = false;
  for (const tally of tallies) {
    again = tally.choose() || again;
    await rest();
  }
  if (again) await pass((tally, values, from, to) => tally.refine(values, from, to));
  const results: (BandStatistics | null)[] = [];
  for (const tally of tallies) {
    results.push(tally.result());
    await rest();
  }
  return results;
}

function summaryOf(
  { structure: { width, height }, bands, grid, noData, digits }: RasterDescription,
  number: number,
  mask: RasterMask | null,
  found: BandStatistics | null,
): Omit<RasterSummary, 'file'> {
  const band = bands[number]!;
  const cells = mask?.cells ?? width * height;
  const valid = found?.valid ?? 0;
  return {
    band: number + 1,
    ...band,
    width,
    height,
    bbox: grid && boundsOf(grid, width, height),
    crs: grid && nameOf(grid),
    nodata: Number.isNaN(noData) ? null : noData,
    clipped: mask !== null,
    cells,
    valid,
    covered: cells === 0 ? 0 : Math.min(1, valid / cells),
    ...inUnit(found, band, digits),
  };
}

const BORDER_TOO_LONG = 'the border of the area is too long. Simplify the area.';

function whyUnclipped(grid: RasterGrid | null): string {
  return `${causeOf(grid)}. gdalwarp -t_srs EPSG:4326 makes a copy in degrees.`;
}

function causeOf(grid: RasterGrid | null): string {
  if (!grid) return 'the file does not say where its cells lie, or its rows do not run along an axis';
  const system = nameOf(grid);
  if (intoCells(grid)) return `its map projection (${system}) is cut inside the area, or does not show all of it`;
  return system === null ? 'its coordinate system is not supported, or not stated' : `its coordinate system (${system}) is not supported`;
}

type InUnit = Pick<RasterSummary, 'mean' | 'median' | 'p5' | 'p95' | 'sd' | 'min' | 'max'>;

/** Whether cells have values, but not all statistics are numbers. */
function isTooLarge({ valid, mean, median, p5, p95, sd, min, max }: RasterSummary): boolean {
  return valid > 0 && ([mean, median, p5, p95, min, max].includes(null) || (valid > 1 && sd === null));
}

const TOO_LARGE =
  'Some of its numbers are too large to compute with: the statistics they affect are null. If such a number stands for no value, list it under "Missing values".';

/** Converts stored numbers to the unit; a negative factor reverses their order. */
function inUnit(found: BandStatistics | null, { scale, offset }: RasterBand, digits: number): InUnit {
  if (!found) return { mean: null, median: null, p5: null, p95: null, sd: null, min: null, max: null };
  const rounded = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(digits)) : null);
  const real = (stored: number): number | null => rounded(stored * scale + offset);
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
