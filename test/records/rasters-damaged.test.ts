import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import { gridFolder, square, TIFF } from './raster-scenario';
import { writtenTiff } from './written-tiff';

/** A little-endian TIFF with one more image, of which only the kind and the size are told. */
function withImage(tiff: Buffer, newSubfileType: number, width = 0, height = 0): Buffer {
  const tags = [[254, newSubfileType], [256, width], [257, height]] as const;
  const image = Buffer.alloc(2 + 12 * tags.length + 4);
  image.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, value], index) => {
    const at = 2 + 12 * index;
    image.writeUInt16LE(tag, at);
    image.writeUInt16LE(4, at + 2);
    image.writeUInt32LE(1, at + 4);
    image.writeUInt32LE(value, at + 8);
  });
  const both = Buffer.concat([tiff, image]);
  both.writeUInt32LE(tiff.length, 10 + 12 * tiff.readUInt16LE(8));
  return both;
}

describe('Damaged grids', () => {
  const { read } = gridFolder();

  it('that are not there at all are told', async () => {
    const { summaries, problems } = await read({ 'a.csv': Buffer.from('property,value\n') }, { strict: true });
    assert.deepEqual([summaries, problems.first], [
      [],
      [{ file: null, line: null, problem: 'No file of the export is a GeoTIFF, so there were no grids to summarise.' }],
    ]);
  });

  it('or those with a mask, whose cells without a value would pass for values, are problems; overviews are none', async () => {
    const good = writtenTiff(TIFF);
    const { summaries, problems } = await read({ 'mask.tif': withImage(good, 4), 'maskOfOverview.tif': withImage(good, 5), 'overview.tif': withImage(good, 1) });
    assert.deepEqual(
      summaries.map(({ file }) => file),
      ['overview.tif'],
    );
    assert.deepEqual(
      problems.first.map(({ problem }) => /a mask in it says which cells have a value/.test(problem)),
      [true, true],
    );
  });

  it('of several pages say that only the first was read; a smaller image is none', async () => {
    const good = writtenTiff(TIFF);
    const { summaries, problems } = await read({ 'icon.tif': withImage(good, 0, 6, 5), 'overview.tif': withImage(good, 1, 12, 10), 'pages.tif': withImage(good, 0, 12, 10) });
    assert.deepEqual(
      summaries.map(({ file, valid }) => [file, valid]),
      ['icon.tif', 'overview.tif', 'pages.tif'].map((file) => [file, 120]),
    );
    assert.deepEqual(
      problems.first.map(({ file, problem }) => [file, /only the first was read/.test(problem)]),
      [['pages.tif', true]],
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
      'huge.tif': writtenTiff({
        ...TIFF,
        tags: [
          [256, 4, [4_000_000_000]],
          [257, 4, [4_000_000_000]],
        ],
      }),
      'block.tif': writtenTiff({
        ...TIFF,
        tags: [
          [256, 4, [40_000]],
          [257, 4, [40_000]],
          [278, 4, [40_000]],
        ],
      }),
      'zero.tif': writtenTiff({ ...TIFF, tags: [[256, 4, [0]]] }),
      'bits.tif': writtenTiff({ ...TIFF, tags: [[258, 3, [12]]] }),
      'jpeg.tif': writtenTiff({ ...TIFF, tags: [[259, 3, [7]]] }),
      // Horizontal differences in a big-endian file: the library would take them for little-endian ones.
      'predictor.tif': writtenTiff({ ...TIFF, type: 'int16', bigEndian: true, tags: [[317, 3, [2]]] }),
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
    for (const { file, problem } of problems.first)
      assert.match(problem, new RegExp(`^Reading ${file}: the grid cannot be read, because `));
    await assert.rejects(read({}, { strict: true }), (error) => isSoilError(error, 'SOIL_ARCHIVE'));
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

  it('whose blocks unpack to more than they may end in a problem', async () => {
    const bomb = writtenTiff({ width: 8, height: 8, bands: [Array(64).fill(1)], compression: 'deflate', rowsPerStrip: 8 });
    const larger = writtenTiff({ width: 300, height: 300, bands: [Array(90_000).fill(1)], compression: 'deflate', rowsPerStrip: 300 });
    // The head of the small one, the block of the large one: deflate would give 1,400 times what was promised.
    const head = Buffer.from(bomb.subarray(0, bomb.length));
    const { problems } = await read({ 'bomb.tif': Buffer.concat([retagged(head, larger), larger]) });
    assert.match(problems.first[0]!.problem, /cannot be read/);
  });
});

/** Makes the first strip of a little-endian file point at the strip of another file behind it. */
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
