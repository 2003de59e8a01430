import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RasterFile } from '../../src/records/rasters/raster-file';
import { summariseRaster } from '../../src/records/rasters/raster-summary';
import { TiffDirectories } from '../../src/records/rasters/tiff-directory';
import { UnpackingLimit } from '../../src/records/rasters/unpacking-limit';
import { gridFolder, TIFF, values } from './raster-scenario';
import { writtenTiff } from './written-tiff';

type Tag = readonly [tag: number, type: number, count: number, value?: number];

const SMALL_GRID: Tag[] = [
  [256, 4, 1, 10],
  [257, 4, 1, 10],
  [258, 3, 1, 8],
  [259, 3, 1, 1],
  [277, 3, 1, 1],
  [278, 4, 1, 10],
];
const LONG8 = 16;

/** A directory that says how many values there are, with nothing after it. */
function announcing(tags: readonly Tag[]): Buffer {
  const file = Buffer.alloc(8 + 2 + 12 * tags.length + 4);
  file.write('II*\0\x08\0\0\0', 'latin1');
  file.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, count, value = 0], at) => {
    file.writeUInt16LE(tag, 10 + 12 * at);
    file.writeUInt16LE(type, 12 + 12 * at);
    file.writeUInt32LE(count, 14 + 12 * at);
    file.writeUInt32LE(value, 18 + 12 * at);
  });
  return file;
}

/** The same in a BigTIFF, with the highest byte first. */
function announcingBig(tags: readonly Tag[]): Buffer {
  const file = Buffer.alloc(16 + 8 + 20 * tags.length + 8);
  file.write('MM\0\x2b\0\x08\0\0\0\0\0\0\0\0\0\x10', 'latin1');
  file.writeBigUInt64BE(BigInt(tags.length), 16);
  tags.forEach(([tag, type, count, value = 0], at) => {
    file.writeUInt16BE(tag, 24 + 20 * at);
    file.writeUInt16BE(type, 26 + 20 * at);
    file.writeBigUInt64BE(BigInt(count), 28 + 20 * at);
    if (type === 3) file.writeUInt16BE(value, 36 + 20 * at);
    else file.writeUInt32BE(value, 36 + 20 * at);
  });
  return file;
}

describe('The directory of a grid', () => {
  const { folder, read, readOne } = gridFolder();

  const hostile: Record<string, Tag[]> = {
    'a table of thirty million blocks': [...SMALL_GRID, [273, LONG8, 30_000_000]],
    'many tables': [...SMALL_GRID, ...Array.from({ length: 40 }, (): Tag => [324, LONG8, 1_000_000])],
    'a list of no use': [...SMALL_GRID, [301, LONG8, 30_000_000]],
    'bits of sixteen million bands': [...SMALL_GRID.filter(([tag]) => tag !== 258), [258, 3, 16_000_000]],
    'many texts': [...SMALL_GRID, ...Array.from({ length: 40 }, (_, at): Tag => [50_000 + at, 2, 200_000])],
    'five thousand tags': [...SMALL_GRID, ...Array.from({ length: 5000 }, (_, at): Tag => [1000 + at, 3, 1])],
  };
  for (const [name, tags] of Object.entries(hostile)) {
    it(`is refused if it announces ${name}, before memory is reserved for it`, async () => {
      const before = process.memoryUsage.rss();
      const { problems } = await read({ 'little.tif': announcing(tags), 'big.tif': announcingBig(tags) });
      assert.equal(problems.count, 2);
      for (const { problem } of problems.first) assert.match(problem, /announces more values than a grid can need|more than the allowed 4096/);
      // The first of the tables would take 240 MB.
      assert.ok(process.memoryUsage.rss() - before < 150e6);
    });
  }

  it('may announce a limited number of bytes, counted by the types of TIFF 6.0', async () => {
    const check = async (tags: readonly Tag[]): Promise<void> => {
      const place = path.join(folder(), 'directory');
      await writeFile(place, announcing(tags));
      const file = await open(place);
      try {
        await new TiffDirectories(file).check();
      } finally {
        await file.close();
      }
    };
    const types = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8].map((bytes, at) => [301, at + 1, bytes, 4]);
    const tables = [273, 279, 324, 325].map((tag) => [tag, LONG8, 8, 32]);
    for (const [tag, type, bytes, megabytes] of [...types, ...tables] as [number, number, number, number][]) {
      const most = (megabytes * 1024 * 1024) / bytes;
      await check([[tag, type, most]]);
      await assert.rejects(check([[tag, type, most + 1]]), new RegExp(`its tag ${tag} announces more`), `type ${type}`);
    }
    const tags = Array.from({ length: 4096 }, (_, at): Tag => [1000 + at, 3, 1]);
    await check(tags);
    await assert.rejects(check([...tags, [1, 3, 1]]), /4097 tags/);
  });

  it('is not read if it is a further one that announces as much; the first grid is', async () => {
    const before = process.memoryUsage.rss();
    const good = writtenTiff(TIFF);
    const further = announcing([[324, LONG8, 3_000_000]]).subarray(8);
    const more = announcing([[324, LONG8, 30_000_000]]).subarray(8);
    const file = Buffer.concat([good, further, more]);
    file.writeUInt32LE(good.length, 10 + 12 * good.readUInt16LE(8));
    file.writeUInt32LE(good.length + further.length, good.length + further.length - 4);
    const itself = Buffer.concat([good, further]);
    itself.writeUInt32LE(good.length, 10 + 12 * good.readUInt16LE(8));
    itself.writeUInt32LE(good.length, itself.length - 4);
    const small = announcing(SMALL_GRID).subarray(8);
    const second = Buffer.concat([good, small, more]);
    second.writeUInt32LE(good.length, 10 + 12 * good.readUInt16LE(8));
    second.writeUInt32LE(good.length + small.length, good.length + small.length - 4);
    const { summaries, problems } = await read({ 'another.tif': file, 'itself.tif': itself, 'second.tif': second });
    assert.deepEqual([summaries.map(({ valid }) => valid), problems.count], [[120, 120, 120], 0]);
    // One of thirty million would take 240 MB; one of three million, thirty times, 720 MB.
    assert.ok(process.memoryUsage.rss() - before < 200e6);
  });

  it('ends in a problem if it lies beyond the end of the file, or if the file ends in it', async () => {
    const beyond = announcing(SMALL_GRID);
    beyond.writeUInt32LE(4_000_000_000, 4);
    const nowhere = announcingBig(SMALL_GRID);
    nowhere.writeBigUInt64BE(2n ** 64n - 1n, 8);
    const { problems } = await read({ 'beyond.tif': beyond, 'nowhere.tif': nowhere, 'cut.tif': announcing(SMALL_GRID).subarray(0, 40) });
    assert.equal(problems.count, 3);
    for (const { problem } of problems.first) assert.match(problem, /^The grid cannot be read, because /);
    assert.match(problems.first.find(({ file }) => file === 'nowhere.tif')!.problem, /because it refers to data beyond its end\./);
  });

  it('may hold a text as long as that of a grid of a thousand bands', async () => {
    const items = Array.from({ length: 1000 }, (_, band) => `<Item name="note" sample="${band}">${'x'.repeat(200)}</Item>`).join('');
    const metadata = `<GDALMetadata>${items}<Item name="DESCRIPTION" sample="0" role="description">clay</Item></GDALMetadata>`;
    assert.equal((await readOne({ ...TIFF, metadata })).property, 'clay');
  });

  it('may have blocks of one cell each: a few of them are read at a time', async () => {
    const grid = { width: 30, height: 40, bands: [Array.from({ length: 1200 }, (_, at) => values[at % 120]!)], tile: 1 };
    // The other reading ignores a file of this name.
    const place = path.join(folder(), 'cells');
    await writeFile(place, writtenTiff(grid));
    const file = await RasterFile.open(place, 'cells.tif', {}, { limit: new UnpackingLimit() });
    const read = file.readWindow.bind(file);
    let most = 0;
    file.readWindow = (window, bands) => {
      most = Math.max(most, window.width * window.height);
      return read(window, bands);
    };
    const { summaries } = await summariseRaster(file, 'cells.tif', { area: null, bands: [0] });
    await file.close();
    const whole = await readOne({ ...grid, tile: 16 });
    assert.deepEqual([summaries[0]!.valid, summaries[0]!.mean, summaries[0]!.p95], [1200, whole.mean, whole.p95]);
    assert.ok(most <= 256, `${most} blocks at a time`);
  });
});
