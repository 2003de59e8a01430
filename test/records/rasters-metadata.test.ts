import assert from 'node:assert/strict';
import path from 'node:path';
import { RasterFile } from '../../src/records/rasters/raster-file';
import type { RasterSummary } from '../../src/records/rasters/raster-summary';
import { UnpackingLimit } from '../../src/records/rasters/unpacking-limit';
import { heapInUse } from '../memory/heap-in-use';
import { assertShortTurns } from '../time/short-turns';
import { gridFolder, TIFF } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';

describe('Grids with metadata', () => {
  const { folder, read, readOne } = gridFolder();

  it('use only factors and names that the file states', async () => {
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
    assert.deepEqual(summaries.slice(0, 2).map(({ sd }) => sd?.toPrecision(5)), ['12.910', '12.910'], 'a negative factor makes no spread negative');
    assert.deepEqual(
      sources.map(({ name, records, licence }) => [name, records, licence]),
      [
        ['A & B', 2, 'CC-BY-4.0'],
        [null, 2, 'CC-BY-4.0'],
      ],
    );
  });

  it('have factors, unit and names from the notes of GDAL beside them if they do not state them themselves', async () => {
    const item = (role: string, value: string) => `<Item name="${role}" sample="0" role="${role}">${value}</Item>`;
    const cells: WrittenTiff = { width: 2, height: 1, bands: [[100, 300], [100, 300]], type: 'int16' };
    const notes =
      '<PAMDataset>\n  <Metadata>\n    <MDI key="license">CC-BY-4.0</MDI>\n    <MDI key="data_source">A &amp; B</MDI>\n  </Metadata>\n' +
      '  <PAMRasterBand band="2">\n    <Description>Clay_0-5cm_mean</Description>\n    <UnitType>µg/g</UnitType>\n    <Offset>-1</Offset>\n' +
      '    <Scale>0.1</Scale>\n    <Metadata>\n      <MDI key="STATISTICS_MEAN">200</MDI>\n    </Metadata>\n  </PAMRasterBand>\n</PAMDataset>\n';
    const other = notes.replace('band="2"', 'band="1"');
    // GDAL writes the counts of the values of a band before the next band.
    const counts = `<PAMRasterBand band="1"><Histograms>${'0|'.repeat(100_000)}</Histograms></PAMRasterBand>\n  <PAMRasterBand band="2"`;
    const { summaries } = await read({
      'a.tif': writtenTiff({ ...cells, licence: 'CC0' }),
      'a.tif.aux.xml': Buffer.from(notes),
      'b.tif': writtenTiff({ ...cells, metadata: `${item('scale', '2')}${item('offset', '0')}${item('unittype', '%')}` }),
      'b.tif.aux.xml': Buffer.from(other),
      'c.tif': writtenTiff(cells),
      'c.tif.aux.xml': Buffer.from(notes.replace('<PAMRasterBand band="2"', counts)),
    });
    assert.deepEqual(
      summaries.map(({ file, band, dataset, property, unit, depthBottom, licence, mean }) => [file, band, dataset, property, unit, depthBottom, licence, mean]),
      [
        ['a.tif', 1, 'A & B', 'a 1', null, null, 'CC-BY-4.0', 200],
        ['a.tif', 2, 'A & B', 'Clay', 'µg/g', 5, 'CC-BY-4.0', 19],
        ['b.tif', 1, 'A & B', 'Clay', '%', 5, 'CC-BY-4.0', 400],
        ['b.tif', 2, 'A & B', 'b 2', null, null, 'CC-BY-4.0', 200],
        ['c.tif', 1, 'A & B', 'c 1', null, null, 'CC-BY-4.0', 200],
        ['c.tif', 2, 'A & B', 'Clay', 'µg/g', 5, 'CC-BY-4.0', 19],
      ],
    );
  });

  it('have the licence that one of their items names, rather than the text of the copyright tag', async () => {
    const metadata = '<GDALMetadata><Item name="LICENSE">CC-BY-4.0</Item></GDALMetadata>';
    assert.equal((await readOne({ ...TIFF, metadata })).licence, 'CC-BY-4.0');
    assert.equal((await readOne({ ...TIFF, metadata, licence: '© The soil survey' })).licence, 'CC-BY-4.0');
    const { summaries } = await read({ 'grid.tif': writtenTiff({ ...TIFF, metadata }) }, { licences: ['CC BY'] });
    assert.equal(summaries.length, 1);
  });

  it('have their licence without surrounding blanks, and in one line if its tag holds several texts', async () => {
    assert.equal((await readOne({ ...TIFF, licence: ' CC BY 4.0\0The soil survey\0' })).licence, 'CC BY 4.0 The soil survey');
    assert.equal((await readOne({ ...TIFF, licence: ' \0' })).licence, null);
  });

  it('have the property in the name of the file if their bands are described by depths', async () => {
    const item = (sample: number, value: string) => `<Item name="DESCRIPTION" sample="${sample}" role="description">${value}</Item>`;
    const metadata = `${item(0, '0-5 cm')}${item(1, '5-15cm')}${item(2, '7')}${item(3, '2010-2020')}${item(4, '2 to 5')}`;
    const { summaries } = await read({ 'clay.tif': writtenTiff({ width: 1, height: 1, bands: [[1], [2], [3], [4], [5]], metadata }) });
    assert.deepEqual(summaries.map(({ property, depthTop, depthBottom }) => [property, depthTop, depthBottom]), [['clay', 0, 5], ['clay', 5, 15], ['7', null, null], ['2010-2020', null, null], ['2 to 5', null, null]]);
  });

  it('are named after the file if it names no band, or if an item is empty', async () => {
    const of = async (items: string) => {
      const metadata = `<GDALMetadata>${items}<Item name="UNITTYPE" sample="0" role="unittype">%</Item></GDALMetadata>`;
      const { summaries } = await read({ 'clay_5-15cm_mean.tif': writtenTiff({ ...TIFF, metadata }) });
      const { property, originalName, depthTop, depthBottom, unit, scale, mean } = summaries[0]!;
      return [property, originalName, depthTop, depthBottom, unit, scale, mean];
    };
    const { mean } = await readOne(TIFF);
    assert.deepEqual(await of('<Item name="property">Texture</Item>'), ['Texture', 'clay_5-15cm_mean', 5, 15, '%', 1, mean]);
    const empty = ['property', 'original_name', 'scale', 'offset', 'description'].map((name) => `<Item name="${name}" sample="0" role="${name}"> </Item><Item name="${name}"></Item>`);
    assert.deepEqual(await of(empty.join('')), ['clay', 'clay_5-15cm_mean', 5, 15, '%', 1, mean]);
  });

  it('have names, units and licences of a usual length', async () => {
    const long = 'x'.repeat(5_000);
    const items = ['description', 'unittype'].map((role) => `<Item name="${role}" sample="0" role="${role}">${long}</Item>`).join('');
    const { property, originalName, unit, licence } = await readOne({ ...TIFF, metadata: `<GDALMetadata>${items}</GDALMetadata>`, licence: long });
    for (const text of [property, originalName, unit, licence]) assert.deepEqual([text?.length, text?.slice(-2)], [1_000, 'x…']);
  });

  it('have those of the last of a thousand bands, after the histograms of all others, and are refused if the notes are too long to be read to their end', async () => {
    const bands = Array.from({ length: 1000 }, () => [100]);
    const notesOf = (buckets: number): Buffer =>
      Buffer.from(bands.map((_, at) => `<PAMRasterBand band="${at + 1}"><UnitType>%</UnitType><Scale>0.1</Scale><HistCounts>${'0|'.repeat(buckets)}</HistCounts></PAMRasterBand>`).join('\n'));
    const grid = writtenTiff({ width: 1, height: 1, bands, type: 'uint8' });
    const { summaries } = await read({ 'grid.tif': grid, 'grid.tif.aux.xml': notesOf(1024) });
    assert.deepEqual([summaries.length, new Set(summaries.map(({ mean, unit }) => `${mean} ${unit}`))], [1000, new Set(['10 %'])]);
    const long = await read({ 'grid.tif': grid, 'grid.tif.aux.xml': notesOf(5000) });
    const problem = 'The grid cannot be read, because an .aux.xml file beside it has more than 4 MiB; gdal_translate -norat makes a copy with shorter notes. Download it again, or convert it with GDAL.';
    assert.deepEqual([long.summaries, long.problems.first], [[], [{ file: 'grid.tif', line: null, problem }]]);
  });

  it('do not keep the text of their file in memory', async () => {
    const metadata = `<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">clay of the topsoil</Item></GDALMetadata>${' '.repeat(4_000_000)}`;
    const grid = writtenTiff({ ...TIFF, metadata });
    const before = heapInUse();
    const { summaries } = await read(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.tif`, grid])));
    const grown = heapInUse() - before;
    assert.equal(summaries[7]?.property, 'clay of the topsoil');
    assert.ok(grown < 8_000_000, `${grown} bytes`);
  });

  it('leave the event loop to others even if they have metadata of a thousand bands, and are given up if nobody waits any more', async () => {
    const bands = Array.from({ length: 1000 }, () => [7]);
    const items = (count: number, of: (item: number) => string): string => Array.from({ length: count }, (_, item) => of(item)).join('');
    const metadata = items(1000, (item) => `<Item name="${'n'.repeat(90)}${item}">y</Item>`) + items(60_000, (item) => `<Item name="x" sample="${item % 1000}">y</Item>`);
    const notes = items(1000, (item) => `<MDI key="${'k'.repeat(90)}${item}">v</MDI>`);
    const files = { 'grid.tif': writtenTiff({ width: 1, height: 1, bands, type: 'uint8', metadata: `<Item name="unit">%</Item>${metadata}` }), 'grid.tif.aux.xml': Buffer.from(notes) };
    let found: RasterSummary[] = [];
    const reading = async (): Promise<void> => {
      found = (await read(files)).summaries;
    };
    await assertShortTurns(reading, ({ longest, all }) => longest < all / 5 || longest < 50_000);
    assert.deepEqual([found.length, new Set(found.map(({ unit }) => unit))], [1000, new Set(['%'])]);
    const reason = new Error('nobody waits any more');
    await assert.rejects(RasterFile.open(path.join(folder(), 'grid.tif'), 'grid.tif', {}, { limit: new UnpackingLimit(), signal: AbortSignal.abort(reason) }), (error) => error === reason);
  });
});
