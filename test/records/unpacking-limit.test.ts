import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import type { Position } from '../../src/geometry/area-of-interest';
import { RasterFile } from '../../src/records/rasters/raster-file';
import { type RasterSummary, summariseRaster } from '../../src/records/rasters/raster-summary';
import { UnpackingLimit } from '../../src/records/rasters/unpacking-limit';
import { gridFolder, square } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';

/** Larger than the limit of four thousand numbers per byte allows for a file of a few hundred bytes. Its ten strips are alike. */
const SIDE = 2000;
const ALIKE: WrittenTiff = { width: SIDE, height: SIDE, bands: [Array<number>(SIDE * SIDE).fill(3)], type: 'uint8', rowsPerStrip: 200, scale: [1e-3, 1e-3], origin: [20, 50] };
const NUMBERS = SIDE * SIDE;
const PASSES = 2;
const tooFew = (error: unknown): boolean =>
  isSoilError(error, 'SOIL_ARCHIVE') && /^The grid cannot be read, because its blocks share so few bytes of the file that they would take hours; read fewer of its bands, or a smaller area\. /.test(error.message);

describe('What is unpacked of grids', () => {
  const { folder, read } = gridFolder();

  async function summaries(tiff: WrittenTiff, limit: UnpackingLimit, area: Position[][][] | null = null): Promise<RasterSummary[]> {
    const place = path.join(folder(), 'grid.tif');
    await writeFile(place, writtenTiff(tiff));
    const file = await RasterFile.open(place, 'grid.tif', {}, { limit });
    try {
      return (await summariseRaster(file, 'grid.tif', { area, bands: [...file.description.bands.keys()] })).summaries;
    } finally {
      await file.close();
    }
  }

  const packed: WrittenTiff = { ...ALIKE, compression: 'deflate', shared: true };
  const sparse: WrittenTiff = { ...ALIKE, absent: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] };

  it('is limited by the bytes of the file if blocks share them or have none', async () => {
    for (const tiff of [packed, sparse]) {
      assert.ok(writtenTiff(tiff).length < 1000);
      await assert.rejects(summaries(tiff, new UnpackingLimit(0)), tooFew);
      // A small area needs few of the blocks.
      assert.equal((await summaries(tiff, new UnpackingLimit(0), [square(20, 49.9, 20.1, 50)]))[0]!.valid, 10_000);
    }
  });

  it('may be as much as a large grid has, whatever its bytes', async () => {
    for (const tiff of [packed, sparse]) assert.equal((await summaries(tiff, new UnpackingLimit(PASSES * NUMBERS)))[0]!.valid, NUMBERS);
    const whole = await read({ 'grid.tif': writtenTiff(packed), 'sparse.tif': writtenTiff(sparse) });
    assert.deepEqual(whole.problems.first, []);
    assert.deepEqual(whole.summaries.map(({ valid, mean }) => [valid, mean]), [[NUMBERS, 3], [NUMBERS, 0]]);
  });

  it('is not more if bands have blocks of their own: all their bytes are counted already', async () => {
    const bands = Array.from({ length: 20 }, () => Array<number>(512 * 512).fill(0));
    const apart: WrittenTiff = { width: 512, height: 512, bands, type: 'uint8', compression: 'deflate', separate: true, shared: true, rowsPerStrip: 256 };
    const bytes = writtenTiff(apart).length;
    assert.ok(bytes * 4000 * PASSES < bands.length * 512 * 512 * PASSES);
    await assert.rejects(summaries(apart, new UnpackingLimit(0)), tooFew);
  });

  it('is never too much from blocks with bytes of their own, whether bands are apart or together, and however often they are unpacked', async () => {
    // More cells than are kept: they are unpacked twice for each sixteen bands of a block.
    const side = 288;
    const alike = Array<number>(side * side).fill(0);
    for (const [compression, count] of [['deflate', 80], ['lzw', 2]] as const) {
      for (const separate of [true, false]) {
        const bands = Array.from({ length: count }, () => alike);
        const found = await summaries({ width: side, height: side, bands, type: 'uint8', compression, tile: 96, separate }, new UnpackingLimit(0));
        assert.deepEqual(found.map(({ valid }) => valid), bands.map(() => side * side), `${compression} ${separate}`);
      }
    }
  });

  it('is read once more only if there are more cells than are kept', async () => {
    for (const [side, passes] of [[256, 1], [257, 2]] as const) {
      const place = path.join(folder(), 'grid.tif');
      await writeFile(place, writtenTiff({ width: side, height: side, bands: [Array<number>(side * side).fill(1)], type: 'uint8' }));
      const file = await RasterFile.open(place, 'grid.tif', {}, { limit: new UnpackingLimit() });
      try {
        let cells = 0;
        const readWindow = file.readWindow.bind(file);
        file.readWindow = (window, bands) => {
          cells += window.width * window.height;
          return readWindow(window, bands);
        };
        await summariseRaster(file, 'grid.tif', { area: null, bands: [0] });
        assert.equal(cells, passes * side * side);
      } finally {
        await file.close();
      }
    }
  });

  it('includes the numbers of all bands in a block', async () => {
    for (const separate of [true, false]) {
      const limit = new UnpackingLimit();
      let taken = 0;
      limit.take = (numbers) => (taken += numbers);
      await summaries({ width: 8, height: 8, bands: [Array<number>(64).fill(1), Array<number>(64).fill(2)], separate }, limit);
      assert.equal(taken, 128, separate ? 'apart' : 'together');
    }
  });

  it('from all grids of a reading counts together', () => {
    const limit = new UnpackingLimit(10);
    limit.take(6);
    assert.throws(() => limit.take(5));
    limit.take(4);
    limit.add(1, 1);
    limit.take(4000);
    assert.throws(() => limit.take(1));
  });
});
