import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import type { Position } from '../../src/geometry/area-of-interest';
import { openExport } from '../../src/records/export-source';
import { RasterFile, type RasterWindow } from '../../src/records/rasters/raster-file';
import { summariseRaster } from '../../src/records/rasters/raster-summary';
import { type RasterOptions, readRasters } from '../../src/records/rasters/read-rasters';
import { UnpackingLimit } from '../../src/records/rasters/unpacking-limit';
import { withTemporaryFolder } from '../disk/temporary-folder';
import { gridFolder, square, TIFF, values } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';
import { writtenZip } from './written-zip';

describe('Grids', () => {
  const { folder, read, readOne } = gridFolder();

  it('give the same numbers however the file is laid out', async () => {
    const sorted = [...values].sort((a, b) => a - b);
    const mean = values.reduce((sum, value) => sum + value, 0) / 120;
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 119);
    const at = (share: number) =>
      sorted[Math.floor(119 * share)]! + (sorted[Math.ceil(119 * share)]! - sorted[Math.floor(119 * share)]!) * ((119 * share) % 1);
    const layouts: Partial<WrittenTiff>[] = [
      {},
      { type: 'int16' },
      { type: 'float64' },
      { rowsPerStrip: 1 },
      { rowsPerStrip: 3 },
      { tile: 16 },
      { bigEndian: true, type: 'int16' },
      { bigEndian: true },
      { big: true },
      { big: true, bigEndian: true, compression: 'deflate', tile: 16 },
      { compression: 'deflate' },
      { compression: 'deflate', tile: 16 },
      { compression: 'lzw' },
      { compression: 'lzw', rowsPerStrip: 4, type: 'int16' },
      { compression: 'packbits' },
      { separate: true, bands: [values, values] },
      { bands: [values, values.map((value) => value * 2)] },
    ];
    for (const layout of layouts) {
      const summary = await readOne({ ...TIFF, ...layout });
      const close = (found: number | null, expected: number) =>
        assert.ok(Math.abs(found! - expected) < 1e-5, `${JSON.stringify(layout)}: ${found} ${expected}`);
      assert.deepEqual(
        [summary.width, summary.height, summary.bbox, summary.crs, summary.cells, summary.valid, summary.covered, summary.clipped],
        [12, 10, [20, 40, 32, 50], 'EPSG:4326', 120, 120, 1, false],
      );
      assert.deepEqual([summary.min, summary.max], [sorted[0], sorted[119]]);
      close(summary.mean, mean);
      close(summary.sd, sd);
      close(summary.median, at(0.5));
      close(summary.p5, at(0.05));
      close(summary.p95, at(0.95));
    }
  });

  it('give the same numbers if a big-endian file has many blocks', async () => {
    const cells = Array.from({ length: 800 }, (_, at) => at);
    for (const layout of [{ rowsPerStrip: 1 }, { rowsPerStrip: 1, separate: true, bands: [cells, cells] }] satisfies Partial<WrittenTiff>[]) {
      const tiff: WrittenTiff = { width: 2, height: 400, bands: [cells], type: 'int16', bigEndian: true, ...layout };
      const { summaries, problems } = await read({ 'grid.tif': writtenTiff(tiff) });
      assert.deepEqual(problems.first, []);
      for (const { valid, mean, max } of summaries) assert.deepEqual([valid, mean, max], [800, 399.5, 799]);
    }
  });

  it('are read a few rows at a time if a block is large, and it is unpacked once for each pass', async () => {
    const [width, height] = [1200, 700];
    const cells = Array.from({ length: width * height }, (_, at) => (at * 7919) % 2003);
    const layouts: Partial<WrittenTiff>[] = [{}, { compression: 'lzw' }, { bands: [cells, cells.map((value) => -value)] }, { rowsPerStrip: 16 }];
    const ring = square(10.02, 10.02, 110.02, 60.02);
    const found: (number | null)[][] = [];
    for (const layout of layouts) {
      const file = path.join(folder(), 'large.tif');
      await writeFile(file, writtenTiff({ width, height, bands: [cells], type: 'int16', scale: [0.1, 0.1], origin: [0, 70], ...layout }));
      const raster = await RasterFile.open(file, 'large.tif', {}, { limit: new UnpackingLimit() });
      try {
        const blocks = Math.ceil(height / raster.description.structure.blockHeight);
        const unpacked = blocksUnpacked(raster);
        const bands = [...raster.description.bands.keys()];
        const most = Math.max(...(await windowsOf(raster, bands, ring)).map(({ width: across, height: down }) => across * down * bands.length));
        assert.ok(most <= 64 * 1024 && most > 32 * 1024, `${JSON.stringify(Object.keys(layout))} ${most}`);
        assert.ok(unpacked() <= 2 * blocks, `${unpacked()} of ${blocks}`);
        const { summaries } = await summariseRaster(raster, 'large.tif', { area: [ring], bands: [0] });
        found.push([summaries[0]!.mean, summaries[0]!.median, summaries[0]!.sd, summaries[0]!.valid]);
      } finally {
        await raster.close();
      }
    }
    assert.equal(found[0]![3], 500_000);
    for (const numbers of found) assert.deepEqual(numbers, found[0]);
  });

  it('are read from LZW that fills its table, and with very large and small numbers', async () => {
    const many = Array.from({ length: 300 * 200 }, (_, at) => ((at * 7919) % 3001) - 1500);
    const summary = await readOne({ width: 300, height: 200, bands: [many], type: 'int16', compression: 'lzw', rowsPerStrip: 100 });
    assert.deepEqual(
      [summary.valid, summary.min, summary.max, summary.median],
      [
        60_000,
        -1500,
        1500,
        [...many]
          .sort((a, b) => a - b)
          .slice(29_999, 30_001)
          .reduce((a, b) => a + b) / 2,
      ],
    );
    const extremes = await readOne({ width: 3, height: 1, bands: [[-1e30, 0, 1e30]] });
    assert.deepEqual([extremes.median, extremes.min, extremes.max], [0, -1e30, 1e30]);
  });

  it('are not taken for differences because of a tag that applies only to some compressions', async () => {
    for (const tiff of [TIFF, { ...TIFF, type: 'int16', bigEndian: true }] as const) {
      const { mean, min, max } = await readOne(tiff);
      for (const compression of ['none', 'packbits'] as const) {
        const told = await readOne({ ...tiff, compression, tags: [[317, 3, [2]]] });
        assert.deepEqual([told.mean, told.min, told.max], [mean, min, max], compression);
      }
    }
    // Deflate has two codes.
    for (const [compression, code] of [['lzw', 5], ['deflate', 8], ['deflate', 32_946]] as const) {
      for (const separate of [false, true]) {
        const tags: WrittenTiff['tags'] = [[259, 3, [code]], [317, 3, [2]]];
        const { summaries } = await read({ 'grid.tif': writtenTiff({ width: 4, height: 1, bands: [[5, 1, 1, 1], [10, 2, 2, 2]], type: 'uint8', compression, separate, tags }) });
        assert.deepEqual(summaries.map(({ min, max }) => [min, max]), [[5, 8], [10, 16]], `${code} ${separate}`);
      }
    }
  });

  it('have a summary of each band, however many there are', async () => {
    const bands = Array.from({ length: 35 }, (_, band) => [band, band + 2]);
    for (const separate of [false, true]) {
      const { summaries } = await read({ 'grid.tif': writtenTiff({ width: 2, height: 1, bands, separate }) });
      assert.deepEqual(summaries.map(({ band, mean }) => [band, mean]), bands.map((_, band) => [band + 1, band + 1]), String(separate));
    }
  });

  it('have as many digits as their numbers warrant', async () => {
    const thirds: WrittenTiff = { width: 3, height: 1, bands: [[0, 0, 1]] };
    assert.deepEqual([(await readOne(thirds)).mean, (await readOne({ ...thirds, type: 'float64' })).mean, (await readOne({ ...thirds, type: 'int32' })).mean], [
      0.3333333, 0.333333333333, 0.333333333333,
    ]);
  });

  it('have no statistics that are too large for a float, which is reported', async () => {
    const alternating = (one: number, other: number, cells = 256): WrittenTiff => ({ width: cells, height: 1, type: 'float64', bands: [Array.from({ length: cells }, (_, at) => (at % 2 === 0 ? one : other))] });
    const statistics = async (tiff: WrittenTiff) => {
      const { summaries, problems } = await read({ 'grid.tif': writtenTiff(tiff) });
      const { mean, median, p5, p95, sd, min, max } = summaries[0]!;
      return [[mean, median, p5, p95, sd, min, max], problems.first.map(({ problem }) => problem.split(':')[0]!).filter((problem) => !problem.startsWith('By convention'))];
    };
    const told = ['Some of its numbers are too large to compute with'];
    assert.deepEqual(await statistics(alternating(1e308, 1.5e308)), [[null, 1.25e308, 1e308, 1.5e308, null, 1e308, 1.5e308], told]);
    assert.deepEqual(await statistics(alternating(-1.5e308, 1.5e308)), [[0, null, -1.5e308, 1.5e308, null, -1.5e308, 1.5e308], told]);
    assert.deepEqual(await statistics(alternating(0, 1e200)), [[5e199, 5e199, 0, 1e200, null, 0, 1e200], told], 'the spread alone');
    assert.deepEqual(await statistics(alternating(1e308, 1e308)), [Array.from([1, 1, 1, 1, 0, 1, 1], (times) => times * 1e308), []]);
    const metadata = '<Item name="SCALE" role="scale">1e308</Item><Item name="OFFSET" role="offset">1e308</Item>';
    assert.deepEqual(await statistics({ ...alternating(1, 1), metadata }), [[null, null, null, null, 0, null, null], told]);
    assert.deepEqual(await statistics({ ...alternating(1, 1, 1), metadata }), [[null, null, null, null, null, null, null], told], 'one cell');
    // More than are kept and sorted: their quantiles come from floats of 32 bits.
    assert.deepEqual(await statistics(alternating(1e39, 1e39, 70_000)), [[1e39, null, null, null, 0, 1e39, 1e39], told]);
    assert.deepEqual((await statistics(alternating(1, 1e39, 70_000)))[0]?.slice(1, 4), [null, 1, null]);
  });

  it('have no such statistics in strict reading either, which does not stop at them', async () => {
    const { summaries } = await read({ 'grid.tif': writtenTiff({ width: 2, height: 1, type: 'float64', bands: [[1e308, 1.5e308]] }) }, { strict: true });
    assert.deepEqual(summaries.map(({ mean, max }) => [mean, max]), [[null, 1.5e308]]);
  });

  it('that are gone when they are read are not called damaged', async () => {
    await writeFile(path.join(folder(), 'removed.tif'), writtenTiff(TIFF));
    const source = await openExport(folder());
    await unlink(path.join(folder(), 'removed.tif'));
    await assert.rejects(readRasters(source), (error) => isSoilError(error, 'SOIL_STORAGE'));
    await assert.rejects(RasterFile.open(path.join(folder(), 'gone.tif'), 'gone.tif', {}, { limit: new UnpackingLimit() }), (error) => isSoilError(error, 'SOIL_STORAGE') && /gone\.tif/.test(error.message));
  });

  it('inside a zip leave nothing behind', async () => {
    const zip = await writtenZip({ 'deep/a.tif': writtenTiff(TIFF), 'b.tif': Buffer.from('junk') });
    const readIn = (temporary: string, ...reading: Parameters<typeof readRasters>) => withTemporaryFolder(temporary, () => readRasters(...reading));
    const source = await openExport(zip);
    const { summaries, problems } = await readIn(folder(), source);
    await source.close();
    assert.deepEqual([summaries.map(({ file, property }) => [file, property]), problems.count, await readdir(folder())], [[['deep/a.tif', 'a']], 1, []]);
    const again = await openExport(zip);
    await assert.rejects(readIn(folder(), again, { signal: AbortSignal.abort(new Error('closed')) }), /closed/);
    await again.close();
    assert.deepEqual(await readdir(folder()), []);
    await writeFile(path.join(folder(), 'plain.tif'), writtenTiff(TIFF));
    await writeFile(path.join(folder(), 'junk.tif'), 'junk');
    for (const name of ['plain.tif', 'junk.tif']) {
      await assert.rejects(readRasters(await openExport(path.join(folder(), name)), { signal: AbortSignal.abort(new Error('closed')) }), /closed/);
    }
    const nowhere = await openExport(zip);
    await assert.rejects(readIn(path.join(folder(), 'none'), nowhere), (error) =>
      isSoilError(error, 'SOIL_STORAGE') && /in the folder for temporary files \(TMPDIR, on Windows TEMP\) at .*none/.test(error.message),
    );
    await nowhere.close();
  });

  it('from a zip are removed if a killed process left them', async () => {
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), path.join(__dirname, '../processes/killed-writer.ts'), folder()]);
    await once(child, 'exit');
    assert.equal((await readdir(folder())).length, 1);
    const source = await openExport(await writtenZip({ 'a.tif': writtenTiff(TIFF) }));
    await withTemporaryFolder(folder(), () => readRasters(source));
    await source.close();
    assert.deepEqual(await readdir(folder()), []);
  });

  it('are narrowed by names and licences like records', async () => {
    const files = { 'clay_0-5cm.tif': writtenTiff({ ...TIFF, licence: 'CC BY 4.0' }), 'ph_0-5cm.tif': writtenTiff(TIFF) };
    const named = await read(files, { properties: ['CLAY', 'sand'] });
    assert.deepEqual(
      [named.summaries.map(({ property }) => property), named.counts.otherNames, named.counts.notFound],
      [['clay'], 1, ['sand']],
    );
    const unmet = await read(files, { properties: ['soil'], strict: true });
    assert.deepEqual([unmet.summaries.length, unmet.counts.namesUnmet, unmet.problems.first[0]?.file], [2, true, null]);
    assert.match(unmet.problems.first[0]!.problem, /^Nothing in the files names a soil property that was asked for \("soil"\)/);
    assert.deepEqual([named.counts.namesUnmet, named.problems.first.map(({ file }) => file)], [true, [null]], 'the grid of pH may be what was asked for as sand');
    const licensed = await read(files, { licences: ['cc-by'] });
    assert.deepEqual([licensed.summaries.map(({ property }) => property), licensed.counts.otherLicences], [['clay'], 1]);
    assert.deepEqual(licensed.leftOut.map(({ name, licence, reason, records }) => [name, licence, reason, records]), [[null, null, 'licence', 1]]);
    assert.deepEqual([licensed.counts.files, licensed.counts.found, licensed.counts.records], [['clay_0-5cm.tif', 'ph_0-5cm.tif'], 2, 1]);
  });

  it('are narrowed by names of datasets, beside files of another kind', async () => {
    const of = (dataset: string) => writtenTiff({ ...TIFF, metadata: `<GDALMetadata><Item name="data_source">${dataset}</Item></GDALMetadata>` });
    const files = { 'clay.tif': of('A'), 'ph.tif': of('B'), 'points.csv': Buffer.from('property,value\n') };
    const found = async (options: RasterOptions) => {
      const { summaries, problems } = await read(files, options);
      return [summaries.map(({ property }) => property), ...problems.first.map(({ problem }) => problem.split(/[:.(]/)[0])];
    };
    assert.deepEqual(await found({ datasets: ['a'] }), [['clay']]);
    assert.deepEqual(await found({ datasets: ['C'] }), [['clay', 'ph'], 'Nothing in the files names a dataset that was asked for ']);
    const elsewhere = writtenTiff({ ...TIFF, keys: [[1024, 1], [1025, 1], [2048, 4258], [3072, 2056]] });
    const { summaries, problems } = await read({ ...files, 'sand.tif': elsewhere }, { properties: ['clay'], area: [square(22, 47, 24, 49)], strict: true });
    assert.deepEqual([summaries.map(({ property }) => property), problems.count], [['clay'], 0], 'a grid that nobody asked for need not be clipped');
    await unlink(path.join(folder(), 'sand.tif'));
    assert.deepEqual(await found({ datasets: ['A'], properties: ['pH'] }), [[], 'Everything in the files belongs to datasets or soil properties other than those asked for']);
  });
});

/** The windows that a summary reads. */
async function windowsOf(raster: RasterFile, bands: number[], ring: Position[][]): Promise<RasterWindow[]> {
  const windows: RasterWindow[] = [];
  const read = raster.readWindow.bind(raster);
  raster.readWindow = (window, of) => {
    windows.push(window);
    return read(window, of);
  };
  await summariseRaster(raster, 'large.tif', { area: [ring], bands });
  return windows;
}

/** Counts the reads of the file that are as large as a block. */
function blocksUnpacked(raster: RasterFile): () => number {
  const { file } = raster as unknown as { file: { read: (...given: unknown[]) => unknown } };
  const read = file.read.bind(file);
  let count = 0;
  file.read = (...given) => {
    if (Number(given[2]) > 8192) count += 1;
    return read(...given);
  };
  return () => count;
}
