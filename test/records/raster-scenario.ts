import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Position } from '../../src/geometry/area-of-interest';
import { openExport } from '../../src/records/export-source';
import type { RasterSummary } from '../../src/records/rasters/raster-summary';
import { readRasters, type RasterOptions } from '../../src/records/rasters/read-rasters';
import { writtenTiff, type WrittenTiff } from './written-tiff';

/** Twelve columns and ten rows of values that differ by their place; cells of one degree, with the corner at 20 E, 50 N. */
export const values = Array.from({ length: 120 }, (_, at) => ((at * 37) % 101) - 50);
export const TIFF: WrittenTiff = { width: 12, height: 10, bands: [values], origin: [20, 50] };

export const square = (west: number, south: number, east: number, north: number): Position[][] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

/** For the tests of one `describe`: an empty folder for each, and readers of grids from files in it, or of one grid without problems. */
export function gridFolder() {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-grids-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function read(files: Record<string, Buffer>, options: RasterOptions = {}) {
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
    const source = await openExport(folder);
    const { summaries, problems, counts, sources } = await readRasters(source, options);
    return { summaries, problems: problems.toJSON(), counts, sources: sources.list([], new Date(0)), leftOut: sources.listLeftOut([]) };
  }

  async function readOne(tiff: WrittenTiff, options: RasterOptions = {}): Promise<RasterSummary> {
    const { summaries, problems } = await read({ 'grid.tif': writtenTiff(tiff) }, options);
    assert.deepEqual(problems, { count: 0, first: [] });
    const own = summaries.filter(({ file }) => file === 'grid.tif');
    assert.deepEqual(own.map(({ band }) => band), [...tiff.bands.keys()].map((band) => band + 1));
    return own[0]!;
  }

  return { folder: () => folder, read, readOne };
}
