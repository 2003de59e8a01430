import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import { openFiles } from '../processes/open-files';
import { gridFolder, square, TIFF } from './raster-scenario';
import { writtenTiff, type WrittenTiff } from './written-tiff';

/** A little-endian TIFF with one more image after its first, of which only the kind, if any, and the size are stated. */
function withImage(tiff: Buffer, newSubfileType: number | null, width = 0, height = 0, behind = 0): Buffer {
  const tags = [...(newSubfileType === null ? [] : [[254, newSubfileType] as const]), [256, width], [257, height]] as const;
  const image = Buffer.alloc(2 + 12 * tags.length + 4);
  image.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, value], index) => {
    const at = 2 + 12 * index;
    image.writeUInt16LE(tag, at);
    image.writeUInt16LE(4, at + 2);
    image.writeUInt32LE(1, at + 4);
    image.writeUInt32LE(value, at + 8);
  });
  image.writeUInt32LE(behind, image.length - 4);
  const both = Buffer.concat([tiff, image]);
  both.writeUInt32LE(tiff.length, 10 + 12 * tiff.readUInt16LE(8));
  return both;
}

/** The same with one image of each kind, one after the other. */
function withImages(tiff: Buffer, ...kinds: number[]): Buffer {
  return kinds.reduceRight((all, kind) => withImage(all, kind, 0, 0, all.readUInt32LE(10 + 12 * all.readUInt16LE(8))), tiff);
}

describe('Damaged grids', () => {
  const { folder, read } = gridFolder();

  it('that do not exist at all are reported', async () => {
    assert.equal((await read({})).problems.count, 0);
    const { summaries, problems } = await read({ 'a.csv': Buffer.from('property,value\n') }, { strict: true });
    assert.deepEqual([summaries, problems.first], [
      [],
      [{ file: null, line: null, problem: 'No file of the export is a GeoTIFF, so there were no grids to summarise.' }],
    ]);
  });

  it('or those with a mask, whose cells without a value would pass for values, are problems; overviews are not', async () => {
    const good = writtenTiff(TIFF);
    const { summaries, problems } = await read({
      ...{ 'beside.tif': good, 'beside.tif.msk': good, 'overview.tif.msk.txt': good },
      ...{ 'late.tif': withImages(good, 1, 1, 1, 4), 'mask.tif': withImage(good, 4), 'maskOfOverview.tif': withImage(good, 5), 'overview.tif': withImage(good, 1) },
    });
    assert.deepEqual(
      summaries.map(({ file }) => file),
      ['overview.tif'],
    );
    assert.deepEqual(
      problems.first.map(({ problem }) => /a mask (in|beside) it says which cells have a value/.exec(problem)?.[1]),
      ['beside', 'in', 'in', 'in'],
    );
  });

  it('or those beyond 20,000 bands in all are problems: their summaries would fill the memory', async () => {
    const bands = Array.from({ length: 1_000 }, () => [1]);
    const grid = writtenTiff({ width: 1, height: 1, type: 'uint8', bands });
    const one = writtenTiff({ ...TIFF, width: 1, height: 1, bands: [[1]] });
    const names = Array.from({ length: 21 }, (_, index) => `${String.fromCharCode(97 + index)}.tif`);
    const { counts, problems } = await read({ ...Object.fromEntries(names.map((name) => [name, grid])), 'z.tif': one });
    assert.deepEqual([counts.found, counts.records, counts.files.at(-1)], [20_000, 20_000, 't.tif']);
    assert.deepEqual(problems.first.map(({ file }) => file), ['u.tif', 'z.tif']);
    assert.match(problems.first[0]!.problem, /^It was left out: with those before it, the grids have more than 20000 bands\. Ask for fewer/);
  });

  it('or those with an alpha band are problems; not if a number stands for no value, nor four bands of bytes, which GDAL calls a picture', async () => {
    const bytes: WrittenTiff = { width: 2, height: 1, type: 'uint8', bands: [[7, 0], [255, 0]] };
    const alpha: WrittenTiff['tags'] = [[338, 3, [2]]];
    const { summaries, problems } = await read({
      'alpha.tif': writtenTiff({ ...bytes, tags: alpha }),
      'premultiplied.tif': writtenTiff({ ...bytes, tags: [[338, 3, [1]]] }),
      'told.tif': writtenTiff({ ...bytes, noData: '0', tags: alpha }),
      'second.tif': writtenTiff({ ...bytes, tags: [[338, 3, [0]]] }),
      'picture.tif': writtenTiff({ ...bytes, bands: [[7, 0], [6, 1], [5, 2], [4, 3]], tags: [...alpha, [262, 3, [2]]] }),
    });
    assert.deepEqual(
      summaries.filter(({ band }) => band === 1).map(({ file, valid }) => [file, valid]),
      [['picture.tif', 2], ['second.tif', 2], ['told.tif', 1]],
    );
    assert.deepEqual(
      problems.first.map(({ file, problem }) => [file, /an alpha band in it says which cells have a value/.test(problem)]),
      [['alpha.tif', true], ['premultiplied.tif', true]],
    );
  });

  it('or those of classes, known by their palette, are problems: a mean of soil types means nothing', async () => {
    const classes: WrittenTiff = { width: 2, height: 1, type: 'uint8', bands: [[7, 3]] };
    const { summaries, problems } = await read({ 'types.tif': writtenTiff({ ...classes, tags: [[262, 3, [3]]] }), 'clay.tif': writtenTiff({ ...classes, tags: [[262, 3, [1]]] }) });
    assert.deepEqual(summaries.map(({ file, mean }) => [file, mean]), [['clay.tif', 5]]);
    assert.deepEqual(problems.first.map(({ file }) => file), ['types.tif']);
    assert.match(problems.first[0]!.problem, /^The grid cannot be read, because its numbers stand for classes with colours of their own/);
  });

  it('or those of classes, known by a file beside them, are problems', async () => {
    const cells: WrittenTiff = { width: 2, height: 1, type: 'uint8', bands: [[7, 3]] };
    const notes = {
      names: '<CategoryNames><Category>none</Category><Category>Podzol</Category></CategoryNames>',
      palette: '<ColorInterp>Palette</ColorInterp>',
      colours: '<ColorTable><Entry c1="0" c2="0" c3="0" c4="255"/></ColorTable>',
      table: '<GDALRasterAttributeTable tableType="thematic"><FieldDefn index="1"><Usage>2</Usage></FieldDefn></GDALRasterAttributeTable>',
      heights: '<GDALRasterAttributeTable tableType="athematic"><FieldDefn index="0"><Usage>2</Usage></FieldDefn></GDALRasterAttributeTable>',
      counts: '<CategoryNames></CategoryNames><ColorInterp>Gray</ColorInterp><GDALRasterAttributeTable tableType="thematic"><FieldDefn index="0"><Usage>1</Usage></FieldDefn></GDALRasterAttributeTable>',
    };
    const files = Object.entries(notes).flatMap(([name, note]) => [
      [`${name}.tif`, writtenTiff(cells)],
      [`${name}.tif.aux.xml`, Buffer.from(`<PAMDataset><PAMRasterBand band="1">${note}</PAMRasterBand></PAMDataset>`)],
    ]);
    const alone = await read(Object.fromEntries(files.slice(0, 2)) as Record<string, Buffer>);
    assert.deepEqual([alone.counts.found, alone.counts.otherNames, alone.problems.count], [0, 0, 1], 'nothing is left out for its name');
    const { summaries, problems } = await read(Object.fromEntries(files) as Record<string, Buffer>);
    assert.deepEqual([summaries.map(({ file }) => file), problems.first.map(({ file }) => file)], [['counts.tif', 'heights.tif'], ['colours.tif', 'names.tif', 'palette.tif', 'table.tif']]);
    assert.match(problems.first[0]!.problem, /^Its numbers stand for classes \(band 1\), as an \.aux\.xml file beside it says/);
    const asked = await read(Object.fromEntries(files) as Record<string, Buffer>, { properties: ['counts'], strict: true });
    assert.deepEqual([asked.summaries.map(({ file }) => file), asked.problems.count], [['counts.tif'], 0], 'unless nobody asked for them');
    const two = { 'two.tif': writtenTiff({ ...cells, bands: [[7, 3], [1, 2]] }), 'two.tif.aux.xml': Buffer.from(`<PAMRasterBand band="2">${notes.names}</PAMRasterBand>`) };
    const summary = (await read(two)).summaries.filter(({ file }) => file === 'two.tif');
    assert.deepEqual(summary.map(({ band, mean }) => [band, mean]), [[1, 5]], 'the other band is read');
    const six = { 'six.tif': writtenTiff({ ...cells, bands: Array.from({ length: 6 }, () => [7, 3]) }), 'six.tif.aux.xml': Buffer.from(`<PAMRasterBand>${notes.names}</PAMRasterBand>`.repeat(6)) };
    assert.match((await read(six)).problems.first.find(({ file }) => file === 'six.tif')!.problem, /\(band 1, 2, 3, 4, 5\)/, 'five of them are named');
  });

  it('do not include files that programs write beside a grid under its name', async () => {
    const { summaries, problems } = await read({ 'clay.TIFF': writtenTiff(TIFF), 'clay.tif.aux.xml': Buffer.from('<PAMDataset/>'), 'clay.tif.ovr': Buffer.alloc(9) });
    assert.deepEqual([summaries.map(({ file }) => file), problems.count], [['clay.TIFF'], 0]);
  });

  it('of several pages are reported, as only the first was read; a smaller image is not a page', async () => {
    const good = writtenTiff(TIFF);
    const pages = { 'further.tif': withImage(good, 2, 12, 10), 'pages.tif': withImage(good, 0, 12, 10), 'plain.tif': withImage(good, null, 12, 10) };
    const none = { 'icon.tif': withImage(good, 0, 6, 5), 'long.tif': withImage(good, 0, 12, 5), 'overview.tif': withImage(good, 1, 12, 10), 'wide.tif': withImage(good, 0, 6, 10) };
    // An image that follows itself: it comes again and again.
    const turning = { 'round.tif': withImage(good, 0, 12, 10, good.length) };
    const { summaries, problems } = await read({ ...pages, ...none, ...turning });
    assert.deepEqual(
      summaries.map(({ file, valid }) => [file, valid]),
      Object.keys({ ...pages, ...none, ...turning }).sort().map((file) => [file, 120]),
    );
    assert.deepEqual(
      problems.first.map(({ file, problem }) => [file, /only the first was read/.test(problem)]),
      Object.keys({ ...pages, ...turning }).sort().map((file) => [file, true]),
    );
  });

  it('that cannot be read are problems of their own; the others are read', async () => {
    const good = writtenTiff(TIFF);
    const bombs = Buffer.alloc(1000, 0x80);
    const files: Record<string, Buffer> = {
      'good.tif': good,
      'empty.tif': Buffer.alloc(0),
      'junk.tif': Buffer.from('this is no TIFF at all, whatever its name says'),
      'cut.tif': good.subarray(0, good.length - 100),
      'cut-head.tif': good.subarray(0, 60),
      'bits.tif': writtenTiff({ ...TIFF, tags: [[258, 3, [12]]] }),
      'far.tif': writtenTiff({ ...TIFF, tags: [[279, 4, [4_000_000_000]]] }),
      'lzw.tif': Buffer.concat([writtenTiff({ ...TIFF, tags: [[259, 3, [5]]] }), bombs]),
      'deflate.tif': writtenTiff({ ...TIFF, tags: [[259, 3, [8]]] }),
    };
    const { summaries, problems } = await read(files);
    assert.deepEqual(
      summaries.map(({ file }) => file),
      ['good.tif'],
    );
    assert.deepEqual(
      problems.first.map(({ file }) => file).sort(),
      Object.keys(files)
        .filter((name) => name !== 'good.tif')
        .sort(),
    );
    for (const { problem } of problems.first)
      assert.match(problem, /^The grid cannot be read, because .*[^.]\. Download it again, or convert it with GDAL\.$/);
    assert.match(problems.first.find(({ file }) => file === 'far.tif')!.problem, /it refers to 4000000000 bytes at position \d+, which cannot be right\./);
    const strict = /^Reading bits\.tif: The grid cannot be read, because .* GDAL\. Repair the file, or switch off "Stop at the first malformed row" to read on\.$/;
    await assert.rejects(read({}, { strict: true }), (error) => isSoilError(error, 'SOIL_ARCHIVE') && strict.test(error.message));
    assert.deepEqual((await openFiles()).filter((file) => file.startsWith(folder())), [], 'none stays open');
  });

  it('are said to be no TIFF, empty or cut off if they are, in words of ours', async () => {
    const good = writtenTiff(TIFF);
    const reasons: Record<string, [file: Buffer, reason: string]> = {
      'directory.tif': [good.subarray(0, 60), 'it is cut off or damaged: it ends before its directory does'],
      'empty.tif': [Buffer.alloc(0), 'it is empty'],
      'far.tif': [Buffer.concat([Buffer.from('II*\0\xff\xff\xff\0', 'latin1'), Buffer.alloc(100)]), 'it is cut off or damaged: it ends before its directory does'],
      'head.tif': [good.subarray(0, 8), 'it is cut off or damaged: it ends before its directory does'],
      'number.tif': [Buffer.concat([Buffer.from('II\x55\0\x08\0\0\0', 'latin1'), Buffer.alloc(100)]), 'it is no TIFF file'],
      'page.tif': [Buffer.from('<html>'), 'it is no TIFF file'],
      // Its directory comes first.
      'strip.tif': [good.subarray(0, good.length - 100), 'it is cut off or damaged'],
    };
    const { problems } = await read(Object.fromEntries(Object.entries(reasons).map(([name, [file]]) => [name, file])));
    assert.deepEqual(
      Object.fromEntries(problems.first.map(({ file, problem }) => [file, problem])),
      Object.fromEntries(Object.entries(reasons).map(([name, [, reason]]) => [name, `The grid cannot be read, because ${reason}. Download it again, or convert it with GDAL.`])),
    );
  });

  it('say why they cannot be read', async () => {
    const size = (width: number, height: number): WrittenTiff['tags'] => [[256, 4, [width]], [257, 4, [height]], [278, 4, [height]]];
    const bytes: WrittenTiff = { ...TIFF, type: 'uint8', bands: [TIFF.bands[0]!.map(() => 1)] };
    const two: WrittenTiff = { ...TIFF, bands: [...TIFF.bands, ...TIFF.bands] };
    const reasons: [tiff: WrittenTiff, reason: string | null][] = [
      [{ ...TIFF, tags: [[256, 4, [0]]] }, 'its size is missing'],
      [{ ...TIFF, tags: [[256, 4, [50_000]], [257, 4, [50_000]]] }, 'it has 50000 x 50000 cells, more than the allowed 2000000000'],
      [{ ...TIFF, tags: [[277, 3, [1001]]] }, 'it has 1001 bands, more than the allowed 1000'],
      [{ ...TIFF, tags: [[259, 3, [7]]] }, 'its compression (code 7) is not supported; gdal_translate -co COMPRESS=DEFLATE makes a copy that is'],
      [{ ...TIFF, tags: [[258, 3, [12]]] }, 'its kind of number (12 bits, format 3) is not supported; gdal_translate -ot Float64 makes a copy that is'],
      [{ ...TIFF, tags: [[258, 3, [64]], [339, 3, [2]]] }, 'its kind of number (64 bits, format 2) is not supported; gdal_translate -ot Float64 makes a copy that is'],
      [{ ...two, tags: [[258, 3, [32, 12]]] }, 'its kind of number (32 bits, format 3) is not supported; gdal_translate -ot Float64 makes a copy that is'],
      [{ ...two, tags: [[339, 3, [3, 5]]] }, 'its kind of number (32 bits, format 3) is not supported; gdal_translate -ot Float64 makes a copy that is'],
      [{ ...TIFF, tags: size(3000, 3000) }, 'its blocks of 3000 x 3000 cells do not fit into memory; gdal_translate -co TILED=YES makes a copy with smaller ones'],
      // One band of such a block would fit.
      [{ ...two, tags: size(1700, 1700) }, 'its blocks of 1700 x 1700 cells do not fit into memory; gdal_translate -co TILED=YES makes a copy with smaller ones'],
      [{ ...TIFF, tags: [[266, 3, [2]]] }, 'the bits of its bytes are in reverse order (FillOrder 2), which is not supported; gdal_translate makes a copy that is'],
      [{ ...TIFF, tags: [[266, 3, [1]]] }, null],
      // The defaults of TIFF 6.0 for compression, samples, rows of a strip, planes and numbers.
      [{ ...bytes, without: [259, 277, 278, 284, 339] }, null],
      [{ ...TIFF, without: [258] }, 'its kind of number (1 bits, format 3) is not supported; gdal_translate -ot Float64 makes a copy that is'],
      // Horizontal differences, which the library would take for little-endian ones.
      [{ ...TIFF, type: 'int16', compression: 'deflate', bigEndian: true, tags: [[317, 3, [2]]] }, 'it is big-endian with a predictor, which is not supported; gdal_translate makes a copy that is'],
      [{ ...TIFF, type: 'int16', compression: 'deflate', bigEndian: true, tags: [[259, 3, [32_946]], [317, 3, [2]]] }, 'it is big-endian with a predictor, which is not supported; gdal_translate makes a copy that is'],
      [{ ...TIFF, type: 'int16', compression: 'deflate', tags: [[317, 3, [2]]] }, null],
      [{ ...two, type: 'int16', compression: 'deflate', tags: [[258, 3, [16, 32]], [317, 3, [2]]] }, 'it has a predictor, and bands of several kinds of number'],
      [{ ...TIFF, type: 'int16', bigEndian: true, tags: [[317, 3, [2]]] }, null],
      [{ ...TIFF, compression: 'lzw', tags: [[317, 3, [4]]] }, 'its predictor (code 4) is not supported'],
      // All rows in one strip, as some writers state by the largest possible number of rows.
      ...(['lzw', 'packbits', 'deflate'] as const).map((compression): [WrittenTiff, null] => [{ ...TIFF, compression, tags: [[278, 4, [2 ** 32 - 1]]] }, null]),
      [{ ...bytes, compression: 'deflate', bigEndian: true, tags: [[317, 3, [2]]] }, null],
    ];
    for (const [tiff, reason] of reasons) {
      const { problems } = await read({ 'grid.tif': writtenTiff(tiff) });
      const said = reason === null ? [] : [`The grid cannot be read, because ${reason}. Download it again, or convert it with GDAL.`];
      assert.deepEqual(problems.first.map(({ problem }) => problem), said);
    }
  });

  it('of any bytes end in a problem or in numbers, never in another error', async () => {
    const good = writtenTiff({ ...TIFF, compression: 'deflate', tile: 16 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(good);
        for (const [at, byte] of changes) bytes[at] = byte;
        await read({ 'grid.tif': bytes }, { area: [square(22, 47, 24, 49)] });
      }),
      { numRuns: 80 },
    );
  });

  it('whose blocks unpack to more than allowed end in a problem', async () => {
    const bomb = writtenTiff({ width: 8, height: 8, bands: [Array(64).fill(1)], compression: 'deflate', rowsPerStrip: 8 });
    const larger = writtenTiff({ width: 300, height: 300, bands: [Array(90_000).fill(1)], compression: 'deflate', rowsPerStrip: 300 });
    // The head of the small one with the block of the large one: deflate would give 1,400 times what was promised.
    const head = Buffer.from(bomb.subarray(0, bomb.length));
    const { problems } = await read({ 'bomb.tif': Buffer.concat([retagged(head, larger), larger]) });
    assert.match(problems.first[0]!.problem, /cannot be read/);
  });
});

/** Makes the first strip of a little-endian file point to the strip of another file after it. */
function retagged(head: Buffer, other: Buffer): Buffer {
  const tagOf = (file: Buffer, tag: number): number => {
    for (let entry = 0; entry < file.readUInt16LE(8); entry += 1)
      if (file.readUInt16LE(10 + 12 * entry) === tag) return 10 + 12 * entry + 8;
    throw new Error(`no tag ${tag}`);
  };
  head.writeUInt32LE(head.length + other.readUInt32LE(tagOf(other, 273)), tagOf(head, 273));
  head.writeUInt32LE(other.readUInt32LE(tagOf(other, 279)), tagOf(head, 279));
  return head;
}
