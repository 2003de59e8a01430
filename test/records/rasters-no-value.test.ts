import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { isSoilError } from '../../src/errors/soil-error';
import { openExport } from '../../src/records/export-source';
import { readRasters } from '../../src/records/rasters/read-rasters';
import { gridFolder } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';
import { writtenZip } from './written-zip';

describe('Cells of grids', () => {
  const { folder, read, readOne } = gridFolder();
  /** Reads a grid with numbers that customarily stand for no value, which is reported. */
  const readDoubtful = async (tiff: WrittenTiff) => (await read({ 'grid.tif': writtenTiff(tiff) })).summaries[0]!;

  it('have no value if they hold the number for none, or what is not a number', async () => {
    const holes = [1, 2, 3, -9999, NaN, Infinity];
    const summary = await readOne({ width: 6, height: 1, bands: [holes], noData: '-9999' });
    assert.deepEqual([summary.valid, summary.cells, summary.covered, summary.mean, summary.nodata], [3, 6, 0.5, 2, -9999]);
    const single = await readOne({ width: 2, height: 1, bands: [[1, -3.4028234663852886e38]], noData: '-3.4028234663852886e+38' });
    assert.deepEqual([single.valid, single.sd], [1, null]);
    const floats = (noData: string, ...cells: number[]) => readDoubtful({ width: cells.length, height: 1, bands: [cells], noData });
    const rounded = await floats('-3.40282e+38', 1, -3.4028234663852886e38, -3.4e38, 3.4028234663852886e38);
    assert.deepEqual([rounded.valid, rounded.min], [3, -3.4e38]);
    assert.deepEqual([(await floats('-9999,5', 1, -9999.5)).valid, (await floats('none', 1, -9999.5)).valid], [1, 2]);
    assert.deepEqual([(await floats('-9999', 1, -9999.002)).valid, (await floats('-1.7e308', 1, -3.4e38)).valid], [2, 2]);
    // Compared as exactly as the file can store numbers.
    for (const [type, noData] of [['float64', 0.1], ['int32', -2_147_483_647]] as const) {
      const exact = await readOne({ width: 3, height: 1, bands: [[noData, 1, 3]], type, noData: String(noData) });
      assert.deepEqual([exact.valid, exact.mean, exact.nodata], [2, 2, noData], type);
    }
    const nothing = await readOne({ width: 2, height: 1, bands: [[0, 0]], noData: '0', type: 'uint8' });
    assert.deepEqual([nothing.valid, nothing.covered, nothing.mean, nothing.median, nothing.min], [0, 0, null, null, null]);
    const all = await readDoubtful({ width: 2, height: 1, bands: [[0, -9999]] });
    assert.deepEqual([all.valid, all.nodata], [2, null]);
  });

  it('may be so many that they are counted, beside those of a band that has none', async () => {
    const side = 260;
    const bands = [Array.from({ length: side * side }, (_, at) => at % 101), Array<number>(side * side).fill(-9999)];
    const { summaries } = await read({ 'grid.tif': writtenTiff({ width: side, height: side, bands, noData: '-9999' }) });
    assert.deepEqual(summaries.map(({ valid, median }) => [valid, median]), [[side * side, 50], [0, null]]);
  });

  it('have no value if notes of GDAL beside the grid say so, whatever the grid itself says', async () => {
    const cells = { width: 4, height: 1, bands: [[1, 3, -9999, 0]] };
    const notes = (...numbers: string[]) => Buffer.from(`<PAMDataset>\n${numbers.map((number) => `<PAMRasterBand><NoDataValue>${number}</NoDataValue></PAMRasterBand>`).join('\n')}</PAMDataset>`);
    const exact = Buffer.from('<PAMRasterBand band="1"><NoDataValue le_hex_equiv="000000000087C3C0">-9.99900000000000E+03</NoDataValue>');
    const files = {
      ...{ 'a/told.tif': writtenTiff(cells), 'a/told.tif.aux.xml': notes('-9.99900000000000E+03', '-9.99900000000000E+03') },
      ...{ 'b.tif': writtenTiff({ ...cells, noData: '0' }), 'b.tif.aux.xml': notes('-9999') },
      ...{ 'bands.tif': writtenTiff({ ...cells, noData: '0' }), 'bands.tif.aux.xml': notes('-9999', '1') },
      ...{ 'c.tif': writtenTiff(cells), 'c.tif.aux.xml': notes() },
      ...{ 'd.tif': writtenTiff(cells), 'd.tif.aux.xml': Buffer.concat([exact, Buffer.alloc(3_000_000, ' ')]) },
      ...{ 'late.tif': writtenTiff(cells), 'late.tif.aux.xml': Buffer.concat([Buffer.alloc(3_000_000, ' '), exact]) },
      ...{ 'two.tif': writtenTiff({ ...cells, bands: [...cells.bands, ...cells.bands] }), 'two.tif.aux.xml': notes('0', '1') },
      ...{ 'same.tif': writtenTiff({ ...cells, bands: [...cells.bands, ...cells.bands], noData: '-9999' }), 'same.tif.aux.xml': notes('-9.99900000000000E+03') },
      ...{ 'half.tif': writtenTiff({ ...cells, bands: [...cells.bands, ...cells.bands] }), 'half.tif.aux.xml': notes('0') },
      ...{ 'nan.tif': writtenTiff({ ...cells, bands: [...cells.bands, ...cells.bands] }), 'nan.tif.aux.xml': notes('nan') },
    };
    const source = await openExport(await writtenZip(files));
    const { summaries, problems } = await readRasters(source);
    await source.close();
    assert.deepEqual(
      summaries.map(({ file, valid, nodata }) => [file, valid, nodata]),
      [['a/told.tif', 3, -9999], ['b.tif', 3, -9999], ['bands.tif', 3, -9999], ['c.tif', 4, null], ['d.tif', 3, -9999], ['late.tif', 3, -9999], ['same.tif', 3, -9999], ['same.tif', 3, -9999]],
    );
    const twice = 'The grid cannot be read, because an .aux.xml file beside it has a different number for "no value" in each band; gdal_translate -b makes a file of one band. Download it again, or convert it with GDAL.';
    const unread = problems.toJSON().first.filter(({ problem }) => !problem.startsWith('By convention'));
    assert.deepEqual(unread, ['two.tif', 'half.tif', 'nan.tif'].map((file) => ({ file, line: null, problem: twice })));
  });

  it('have no value if the largest float of their kind stands for none, however many digits that is written with', async () => {
    const notes = (number: string) => Buffer.from(`<PAMRasterBand band="1"><NoDataValue>${number}</NoDataValue></PAMRasterBand>`);
    const kinds: [type: 'float32' | 'float64', largest: number, written: string[]][] = [
      ['float64', Number.MAX_VALUE, ['1.79769313486232E+308', '1.7976931348623157e+308', '1.79769313486231571e+308', '1.8e+308']],
      ['float32', 3.4028234663852886e38, ['3.40282346638529E+38', '3.4028234663852886e+38', '3.40283e+38', '1.79769313486232E+308']],
    ];
    for (const [type, largest, written] of kinds) {
      for (const told of [...written, ...written.map((number) => `-${number}`)]) {
        const number = told.startsWith('-') ? -largest : largest;
        const { summaries } = await read({ 'grid.tif': writtenTiff({ width: 3, height: 1, bands: [[1, 3, number]], type }), 'grid.tif.aux.xml': notes(told) });
        assert.deepEqual([summaries[0]!.valid, summaries[0]!.mean, summaries[0]!.nodata], [2, 2, number], `${type} ${told}`);
      }
    }
  });

  it('follow what lies beside the grid even if it is given alone', async () => {
    const cells = { width: 4, height: 1, bands: [[1, 3, -9999, 0]] };
    const notes = Buffer.from('<PAMDataset><PAMRasterBand band="1"><NoDataValue>-9999</NoDataValue><Scale>0.1</Scale></PAMRasterBand></PAMDataset>');
    const files = { 'notes.tif': writtenTiff(cells), 'notes.tif.aux.xml': notes, 'mask.TIF': writtenTiff(cells), 'mask.TIF.msk': writtenTiff(cells) };
    await read(files);
    const alone = async (name: string) => readRasters(await openExport(path.join(folder(), name)));
    const { summaries } = await alone('notes.tif');
    assert.deepEqual(summaries.map(({ file, valid, mean, nodata }) => [file, valid, mean, nodata]), [['notes.tif', 3, 0.1333333, -9999]]);
    assert.match((await alone('mask.TIF')).problems.first[0]!.problem, /a mask beside it says which cells have a value/);
  });

  it('have no value if a person lists their number, as it is stored or in the unit', async () => {
    const byte = (value: number) => `<GDALMetadata><Item name="SCALE" sample="0" role="scale">${value}</Item></GDALMetadata>`;
    for (const type of ['float32', 'float64', 'int16', 'int32'] as const) {
      for (const listed of [-9999, -999.9]) {
        const { summaries, problems } = await read({ 'grid.tif': writtenTiff({ width: 4, height: 1, bands: [[10, 30, -9999, -9999]], type, metadata: byte(0.1) }) }, { noValues: new Set([listed, 'none']) });
        const [{ valid, covered, mean, min, p5, nodata } = assert.fail()] = summaries;
        assert.deepEqual([valid, covered, mean, min, p5, nodata], [2, 0.5, 2, 1, 1.1, null], `${type} ${listed}`);
        assert.equal(problems.count, 0);
      }
    }
    const both = await readOne({ width: 4, height: 1, bands: [[1, 3, -9999, 0]], noData: '0' }, { noValues: new Set([-9999]) });
    assert.deepEqual([both.valid, both.mean, both.nodata], [2, 2, 0]);
    const single = await readOne({ width: 3, height: 1, bands: [[1, 3, -999.9]] }, { noValues: new Set([-999.9]) });
    assert.deepEqual([single.valid, single.mean], [2, 2]);
    for (const [type, listed] of [['float64', 0.1], ['float32', 0.1], ['int32', 2_147_483_646]] as const) {
      const exact = await readOne({ width: 3, height: 1, bands: [[1, 3, listed]], type }, { noValues: new Set([listed]) });
      assert.deepEqual([exact.valid, exact.mean], [2, 2], type);
    }
    const offset = '<GDALMetadata><Item name="OFFSET" sample="0" role="offset">100</Item></GDALMetadata>';
    const moved = await readOne({ width: 3, height: 1, bands: [[1, 3, -77]], metadata: offset }, { noValues: new Set([23]) });
    assert.deepEqual([moved.valid, moved.mean], [2, 102]);
    const texts = await readOne({ width: 2, height: 1, bands: [[1, 3]] }, { noValues: new Set(['1']) });
    assert.equal(texts.valid, 2);
  });

  it('count if their number stands for no value only by custom, which is reported', async () => {
    const told = async (cells: number[], more: Partial<WrittenTiff> = {}, strict = false) =>
      (await read({ 'grid.tif': writtenTiff({ width: cells.length, height: 1, bands: [cells], ...more }) }, { strict })).problems.first.map(({ file, problem }) => `${file}: ${problem}`);
    const line = (numbers: string, bands = '1') =>
      `grid.tif: By convention, ${numbers} (band ${bands}) stands for no value, but the grid does not say so, so it counts as a value. If it stands for none, list it under "Missing values".`;
    assert.deepEqual(await told([1, 3, -9999]), [line('-9999')]);
    assert.deepEqual(await told([1, 3, -9999], {}, true), [line('-9999')], 'the file is as it was meant');
    assert.deepEqual(await told([1, 3, -32_768], { type: 'int16' }), [line('-32768')]);
    assert.deepEqual(await told([1, 3, -999.9]), [line('-999.9')]);
    assert.deepEqual(await told([1, 3, 3.4028234663852886e38]), [line('3.402823e+38')]);
    assert.deepEqual(await told([1, 3, -9999], { noData: '0' }), [line('-9999')], 'though another number is stated');
    assert.deepEqual(await told([1, 3], { bands: [[1, -9999], [1, 3], [-32_768, 3], [-9999, 1]] }), [line('-9999, -32768', '1, 3, 4')]);
    const six = [-9999, -9999, -999, -99_999, -32_768, -9999.9, -999.9];
    assert.deepEqual(await told([1, 3], { bands: six.map((number) => [1, number]) }), [line('-9999, -999, -99999, -32768, -9999.9', '1, 2, 3, 4, 5')], 'five of them');
    assert.deepEqual(await told([1, 3, -9999], { noData: '-9999' }), []);
    assert.deepEqual(await told([1, -9998, 9999]), []);
  });

  it('are not read if it cannot be determined whether there is a mask beside the grid', async function () {
    if (process.platform === 'win32') this.skip();
    await read({ 'loop.tif': writtenTiff({ width: 2, height: 1, bands: [[1, 3]] }) });
    await symlink('loop.tif.msk', path.join(folder(), 'loop.tif.msk'));
    await assert.rejects(openExport(path.join(folder(), 'loop.tif')), (error) => isSoilError(error, 'SOIL_STORAGE'));
  });

  it('have no value in blocks that a sparse file leaves out, or 0 if no number stands for no value', async () => {
    const cells = Array.from({ length: 32 * 16 }, (_, at) => 1 + (at % 32));
    const sparse: WrittenTiff = { width: 32, height: 16, bands: [cells], tile: 16, absent: [1] };
    for (const layout of [
      { noData: 'nan' },
      { noData: 'nan', type: 'float64' },
      { noData: '-9999' },
      { noData: '-9999', bigEndian: true },
      { noData: '-32768', type: 'int16' },
      { noData: '-32768', type: 'int16', bigEndian: true },
      { noData: '-9999', type: 'int32' },
      { noData: '255', type: 'uint8' },
      { noData: '-9999', bands: [cells, cells] },
      { noData: '-9999', bands: [cells, cells], separate: true, absent: [1, 3] },
    ] satisfies Partial<WrittenTiff>[]) {
      const { summaries } = await read({ 'grid.tif': writtenTiff({ ...sparse, ...layout }) });
      assert.equal(summaries.length, 'bands' in layout ? 2 : 1, JSON.stringify(layout));
      for (const { valid, mean, min, max } of summaries) assert.deepEqual([valid, mean, min, max], [256, 8.5, 1, 16], JSON.stringify(layout));
    }
    const { tile: _, ...inStrips } = sparse;
    const strips = await readOne({ ...inStrips, rowsPerStrip: 8, noData: 'nan' });
    assert.deepEqual([strips.valid, strips.mean, strips.nodata], [256, 16.5, null]);
    const tall: WrittenTiff = { ...sparse, width: 16, height: 32, bands: [cells, cells], separate: true, absent: [3], noData: 'nan' };
    const { summaries } = await read({ 'grid.tif': writtenTiff(tall) });
    assert.deepEqual(summaries.map(({ valid }) => valid), [512, 256]);
    const inRows = await readOne({ ...sparse, height: 32, bands: [[...cells, ...cells]], absent: [2], noData: 'nan' });
    assert.deepEqual([inRows.valid, inRows.mean], [768, 19.16667], 'the first block of the second row of blocks');
    const zeros = await readOne(sparse);
    assert.deepEqual([zeros.valid, zeros.min, zeros.mean], [512, 0, 4.25]);
    for (const [noData, type, left] of [
      ...([['-9999', 'uint8', 0], ['1e20', 'int16', 32_767], ['-1e20', 'int16', -32_768]] as const),
      // Filled as by GDAL 3.6: halves are rounded away from zero.
      ...([['-0.4', 'uint8', 0], ['254.5', 'uint8', 255], ['-9999.9', 'int16', -10_000], ['-2.5', 'int32', -3], ['20.5', 'int32', 21]] as const),
    ] as const) {
      const { valid, min, max } = await readDoubtful({ ...sparse, noData, type });
      assert.deepEqual([valid, min, max], [512, Math.min(left, 1), Math.max(left, 16)], `${noData} in ${type}`);
    }
  });
});
