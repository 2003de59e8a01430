import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import type { Position } from '../../src/geometry/area-of-interest';
import { openExport } from '../../src/records/export-source';
import { RasterFile, type RasterWindow } from '../../src/records/raster-file';
import { summariseRaster } from '../../src/records/raster-summary';
import { readRasters } from '../../src/records/read-rasters';
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

  it('are looked at some rows at a time where a block is large, which is unpacked once for each pass', async () => {
    const [width, height] = [1200, 700];
    const cells = Array.from({ length: width * height }, (_, at) => (at * 7919) % 2003);
    const layouts: Partial<WrittenTiff>[] = [{}, { compression: 'lzw' }, { bands: [cells, cells.map((value) => -value)] }, { rowsPerStrip: 16 }];
    const ring = square(10.02, 10.02, 110.02, 60.02);
    const found: (number | null)[][] = [];
    for (const layout of layouts) {
      const file = path.join(folder(), 'large.tif');
      await writeFile(file, writtenTiff({ width, height, bands: [cells], type: 'int16', scale: [0.1, 0.1], origin: [0, 70], ...layout }));
      const raster = await RasterFile.open(file, 'large.tif');
      try {
        const blocks = Math.ceil(height / raster.structure.blockHeight);
        const unpacked = blocksUnpacked(raster);
        const bands = [...raster.bands.keys()];
        const most = Math.max(...(await windowsOf(raster, bands, ring)).map(({ width: across, height: down }) => across * down * bands.length));
        assert.ok(most <= 128 * 1024 && most > 64 * 1024, `${JSON.stringify(Object.keys(layout))} ${most}`);
        assert.ok(unpacked() <= 2 * blocks, `${unpacked()} of ${blocks}`);
        const { summaries } = await summariseRaster(raster, 'large.tif', [ring], [0]);
        found.push([summaries[0]!.mean, summaries[0]!.median, summaries[0]!.sd, summaries[0]!.valid]);
      } finally {
        await raster.close();
      }
    }
    assert.equal(found[0]![3], 500_000);
    for (const numbers of found) assert.deepEqual(numbers, found[0]);
  });

  it('are read from LZW that fills its table, and from the largest and smallest numbers', async () => {
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

  it('have no value where they say so, and where it is no number', async () => {
    const holes = [1, 2, 3, -9999, NaN, Infinity];
    const summary = await readOne({ width: 6, height: 1, bands: [holes], noData: '-9999' });
    assert.deepEqual([summary.valid, summary.cells, summary.covered, summary.mean, summary.nodata], [3, 6, 0.5, 2, -9999]);
    const single = await readOne({ width: 2, height: 1, bands: [[1, -3.4028234663852886e38]], noData: '-3.4028234663852886e+38' });
    assert.deepEqual([single.valid, single.sd], [1, null]);
    const nothing = await readOne({ width: 2, height: 1, bands: [[0, 0]], noData: '0', type: 'uint8' });
    assert.deepEqual([nothing.valid, nothing.covered, nothing.mean, nothing.median, nothing.min], [0, 0, null, null, null]);
    const all = await readOne({ width: 2, height: 1, bands: [[0, -9999]] });
    assert.deepEqual([all.valid, all.nodata], [2, null]);
  });

  it('have no value in the blocks that a sparse file leaves out, and zeros only where nothing stands for no value', async () => {
    const cells = Array.from({ length: 32 * 16 }, (_, at) => 1 + (at % 32));
    const sparse: WrittenTiff = { width: 32, height: 16, bands: [cells], tile: 16, absent: [1] };
    for (const layout of [
      { noData: 'nan' },
      { noData: 'nan', type: 'float64' },
      { noData: '-9999' },
      { noData: '-9999', bigEndian: true },
      { noData: '-32768', type: 'int16' },
      { noData: '-32768', type: 'int16', bigEndian: true },
      { noData: '255', type: 'uint8' },
      { noData: '-9999', bands: [cells, cells] },
      { noData: '-9999', bands: [cells, cells], separate: true, absent: [1, 3] },
    ] satisfies Partial<WrittenTiff>[]) {
      const { summaries } = await read({ 'grid.tif': writtenTiff({ ...sparse, ...layout }) });
      for (const { valid, mean, min, max } of summaries) assert.deepEqual([valid, mean, min, max], [256, 8.5, 1, 16], JSON.stringify(layout));
    }
    const { tile: _, ...inStrips } = sparse;
    const strips = await readOne({ ...inStrips, rowsPerStrip: 8, noData: 'nan' });
    assert.deepEqual([strips.valid, strips.mean], [256, 16.5]);
    const zeros = await readOne(sparse);
    assert.deepEqual([zeros.valid, zeros.min, zeros.mean], [512, 0, 4.25]);
  });

  it('use the factors and names that the file states, and guess none', async () => {
    const metadata = (sample: number, scale: number) =>
      `<Item name="DESCRIPTION" sample="${sample}" role="description">Clay_0-5cm_mean</Item>` +
      `<Item name="SCALE" sample="${sample}" role="scale">${scale}</Item>` +
      `<Item name="OFFSET" sample="${sample}" role="offset">1</Item><Item name="UNITTYPE" sample="${sample}" role="unittype">%</Item>` +
      `<Item name="data_source" sample="${sample}">A &amp; B</Item><Item name="original_name" sample="${sample}">clay</Item>`;
    const bands = [
      [100, 200, 300, 400],
      [100, 200, 300, 400],
      [100, 200, 300, 400],
    ];
    const { summaries, sources } = await read({
      'phh2o_5-15cm_mean.tif': writtenTiff({ width: 4, height: 1, bands: [[60, 70, 80, 90]], type: 'uint8' }),
      'multi.tif': writtenTiff({
        width: 4,
        height: 1,
        bands,
        type: 'int16',
        licence: 'CC-BY-4.0',
        metadata: `<GDALMetadata>${metadata(0, 0.1)}${metadata(1, -0.1)}</GDALMetadata>`,
      }),
    });
    const brief = summaries.map(
      ({ dataset, property, originalName, unit, depthTop, depthBottom, scale, mean, median, p5, p95, min, max, band, licence }) => [
        band,
        dataset,
        property,
        originalName,
        unit,
        depthTop,
        depthBottom,
        scale,
        licence,
        mean,
        median,
        p5,
        p95,
        min,
        max,
      ],
    );
    assert.deepEqual(brief, [
      [1, 'A & B', 'Clay', 'clay', '%', 0, 5, 0.1, 'CC-BY-4.0', 26, 26, 12.5, 39.5, 11, 41],
      [2, 'A & B', 'Clay', 'clay', '%', 0, 5, -0.1, 'CC-BY-4.0', -24, -24, -37.5, -10.5, -39, -9],
      [3, null, 'multi 3', 'multi 3', null, null, null, 1, 'CC-BY-4.0', 250, 250, 115, 385, 100, 400],
      [1, null, 'phh2o', 'phh2o_5-15cm_mean', null, 5, 15, 1, null, 75, 75, 61.5, 88.5, 60, 90],
    ]);
    assert.deepEqual(
      sources.map(({ name, records, licence }) => [name, records, licence]),
      [
        ['A & B', 2, 'CC-BY-4.0'],
        ['', 2, 'CC-BY-4.0'],
      ],
    );
  });

  it('inside a zip leave nothing behind', async () => {
    const zip = await writtenZip({ 'deep/a.tif': writtenTiff(TIFF), 'b.tif': Buffer.from('junk') });
    const temporaryFolder = folder();
    const source = await openExport(zip);
    const { summaries, problems } = await readRasters(source, { temporaryFolder });
    await source.close();
    assert.deepEqual([summaries.map(({ file }) => file), problems.count, await readdir(folder())], [['deep/a.tif'], 1, []]);
    const again = await openExport(zip);
    await assert.rejects(readRasters(again, { temporaryFolder, signal: AbortSignal.abort(new Error('closed')) }), /closed/);
    await again.close();
    assert.deepEqual(await readdir(folder()), []);
    const nowhere = await openExport(zip);
    await assert.rejects(readRasters(nowhere, { temporaryFolder: path.join(folder(), 'none') }), (error) =>
      isSoilError(error, 'SOIL_STORAGE') && /in the folder for temporary files \(TMPDIR\) at .*none/.test(error.message),
    );
    await nowhere.close();
  });

  it('inside a zip are removed where a killed process left them', async () => {
    const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), path.join(__dirname, '../processes/killed-writer.ts'), folder()]);
    await once(child, 'exit');
    assert.equal((await readdir(folder())).length, 1);
    const source = await openExport(await writtenZip({ 'a.tif': writtenTiff(TIFF) }));
    await readRasters(source, { temporaryFolder: folder() });
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
    assert.deepEqual([named.counts.namesUnmet, named.problems.count], [false, 0]);
    const licensed = await read(files, { licences: ['cc-by'] });
    assert.deepEqual([licensed.summaries.map(({ property }) => property), licensed.counts.otherLicences], [['clay'], 1]);
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
  await summariseRaster(raster, 'large.tif', [ring], bands);
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
