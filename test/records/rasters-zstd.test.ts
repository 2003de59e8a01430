import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { zstdBlock } from '../../src/records/rasters/zstd-thread';
import { gridFolder, values } from './raster-scenario';
import { writtenTiff } from './written-tiff';

/** The values of the other tests as written by GDAL 3.6: libtiff states neither the size of a block in its frame, nor a window that fits it. */
const OF_GDAL: Record<string, string> = {
  // A strip of floats, PREDICTOR=3, ZSTD_LEVEL=22: a window of 128 MiB.
  strip:
    'SUkqAAgAAAAMAAABAwABAAAADAAAAAEBAwABAAAACgAAAAIBAwABAAAAIAAAAAMBAwABAAAAUMMAAAYBAwABAAAAAQAAABEBBAABAAAAngAAABUBAwABAAAAAQAAABYBAwABAAAACgAA' +
    'ABcBBAABAAAA5AAAABwBAwABAAAAAQAAAD0BAwABAAAAAwAAAFMBAwABAAAAAwAAAAAAAAAotS/9AIjdBgBECsL/gIH+gn9/An+AgYYIcGAgyOjwUHDotMQAwYCBPkJ/gAF/gIH+YLg8' +
    '7BTESBxMGJCwIABBgX4Cgq4YOOCgkPgYWGxchPz/gIH9g383yGx82MDwoEhokNABzyhYCJzM6CT0HKx4wEKAfoIsQHh4YACgiIjA1Lz+gv9/iFTkDNwYNGT4qNjwfQOBnzBwmLhgEEAo' +
    'hJQ4CMJ+Q3yklKjoEEACn+TgGSDgMop6rUJ4rIxrNgG/MkQItVVoVYWLXcoDNsf+M2wgsF8/TSLXBRsNu6wRASW7RMpQoXg=',
  // A tile of two bands of 16 bits, the second twice the first, PREDICTOR=2.
  tile:
    'SUkqAAgAAAAOAAABAwABAAAADAAAAAEBAwABAAAACgAAAAIBAwACAAAAEAAQAAMBAwABAAAAUMMAAAYBAwABAAAAAQAAABUBAwABAAAAAgAAABwBAwABAAAAAQAAAD0BAwABAAAAAgAA' +
    'AEIBAwABAAAAEAAAAEMBAwABAAAAEAAAAEQBBAABAAAAtgAAAEUBBAABAAAAmwAAAFIBAwABAAAAAAAAAFMBAwACAAAAAgACAAAAAAAotS/9AGCVBABihRIesKUZA5xdidx6ysK2Jo4F' +
    'lgFGFLKsE2m0DgwnHJUCOarPn2PaXCaub43WyPWdY5mcNoIWGihBfYqJc6yhh4+NsjbWdo7nWEAHAR6gwCLXmu3QApkgSx6BoIRnRoI/i+kJC+dMMxtNeYOY8eoHJavVB+Ey4B+oBh3z' +
    'AS0Y9yNPt2Ba+Idm4ODPSgRx8vdKAQ==',
  // Strips of eight rows and of the two that are left, 16 bits.
  strips:
    'SUkqAAgAAAAMAAABAwABAAAADAAAAAEBAwABAAAACgAAAAIBAwABAAAAEAAAAAMBAwABAAAAUMMAAAYBAwABAAAAAQAAABEBBAACAAAAngAAABUBAwABAAAAAQAAABYBAwABAAAACAAA' +
    'ABcBAwACAAAAsQA5ABwBAwABAAAAAQAAAD0BAwABAAAAAQAAAFMBAwABAAAAAgAAAAAAAACmAAAAVwEAACi1L/0AYEUFAAIMKTBQ1c0PJT2U9AhxKOGhpIeSQFVVVVVVVVVVVVVVleqh' +
    '6MW7ruu6ruu67jSO45btnQLqvplC2C0qeJrEAD1veJvmCFureCDpEH3vjCHtmB1UfSKBoT3cjXOFsV1cEHWJAn7mEHfNErpeEcHSIv7+DGvL/OBqFAsU/SHvnC2U/SKDqU0cEHSHuW2e' +
    '8DWLCZoeEUDX0PbMELJO0cDRIPbW+cLZMDcEACi1L/0AYIEBAN//BAApAOn/DgDO//P/GADY//3/IgDi/wcALADs/xEA0f/2/xsA2/8AACUA5f8KAA==',
  // A strip of floats of 64 bits, eighths of the values, PREDICTOR=2.
  doubles:
    'SUkqAAgAAAAMAAABAwABAAAADAAAAAEBAwABAAAACgAAAAIBAwABAAAAQAAAAAMBAwABAAAAUMMAAAYBAwABAAAAAQAAABEBBAABAAAAngAAABUBAwABAAAAAQAAABYBAwABAAAACgAA' +
    'ABcBBAABAAAA+wAAABwBAwABAAAAAQAAAD0BAwABAAAAAgAAAFMBAwABAAAAAwAAAAAAAAAotS/9AIiVBwByzi8oQNlwhxI4UcqYY8BpBniZn2EYxphYRVEUJ9cMG+bSfwYBoAZaaEHY' +
    'UnV3dPiMlV6kS1uLOf6Pq+2Of7BAb3a4S6+2dUKqqLpPXL1De+7zOo+qriP+B4zpY87co0l7ux+qtTdu8P5Sy41epVP7uuDPuOYe+QErdAdFbvOqyvrhksq7xU6v0aJvLtbwR5X2xZ9Y' +
    'nzWL3KRPO3sgZVTcIQ94g+Y86GWmEJT4wl+BJX3Kn1s0aHn7vKnKrjij9mIXB2moEBD5AfDZMxJow+///0wHaYkDWzmu/wEguw462UveuK8Erc7aw3tRANq++1G3IA==',
};

const MAGIC = '28b52ffd';
/** A frame of as many bytes as `blocks` times 128 KiB, all alike; a window of 4 MiB, no size. */
const alike = (blocks: number): Buffer => Buffer.from(`${MAGIC}0060${'02001007'.repeat(blocks - 1)}03001007`, 'hex');

describe('Grids packed with Zstandard', () => {
  const { read } = gridFolder();

  it('by GDAL give the same numbers as any others', async () => {
    const mean = values.reduce((sum, value) => sum + value, 0) / 120;
    const { summaries, problems } = await read(Object.fromEntries(Object.entries(OF_GDAL).map(([name, text]) => [`${name}.tif`, Buffer.from(text, 'base64')])));
    assert.deepEqual(problems.first, []);
    assert.deepEqual(
      summaries.map(({ file, band, valid, mean: found, min, max }) => [file, band, valid, found!.toPrecision(6), min, max]),
      [['doubles.tif', 1, 1 / 8], ['strip.tif', 1, 1], ['strips.tif', 1, 1], ['tile.tif', 1, 1], ['tile.tif', 2, 2]].map(([file, band, times]) => [file, band, 120, (mean * Number(times)).toPrecision(6), -50 * Number(times), 50 * Number(times)]),
    );
  });

  it('get no more memory than the block may have, whatever a frame says, and are corrupt if more would come out', async () => {
    const MOST = 256 * 1024;
    assert.deepEqual(await zstdBlock(alike(2), MOST), Buffer.alloc(MOST, 7));
    const terabytes = `${MAGIC}e0${'ffffffffffff0000'}0b000007`;
    const window = `${MAGIC}00a00b000007`;
    for (const [name, frame, most] of [
      ['a byte too much', alike(2), MOST - 1],
      ['2 GiB of 64 kB', alike(16_384), MOST],
      ['a content of 256 TiB', Buffer.from(terabytes, 'hex'), MOST],
      ['no frame', Buffer.from('II*\0'), MOST],
      ['nothing', Buffer.alloc(0), MOST],
      ['a frame that ends too soon', alike(2).subarray(0, -1), MOST],
    ] as const)
      await assert.rejects(zstdBlock(frame, most), /its ZSTD data are corrupt/, name);
    // A window of a gibibyte, which is not needed to unpack what comes at once.
    assert.deepEqual(await zstdBlock(Buffer.from(window, 'hex'), MOST), Buffer.of(7));
    const grid = writtenTiff({ width: 3, height: 1, bands: [[1, 2, 3]], tags: [[259, 3, [50_000]]] });
    const { problems } = await read({ 'grid.tif': grid });
    assert.deepEqual(problems.first.map(({ problem }) => problem), ['The grid cannot be read, because its ZSTD data are corrupt. Download it again, or convert it with GDAL.']);
  });

  it('are unpacked one by one, each with its own bytes', async () => {
    const frames = Array.from({ length: 20 }, (_, at) => Buffer.from(`${MAGIC}0060${'0b0000'}${at.toString(16).padStart(2, '0')}`, 'hex'));
    const found = await Promise.allSettled([...frames.map((frame) => zstdBlock(frame, 8)), zstdBlock(alike(1), 8), zstdBlock(frames[3]!, 8)]);
    assert.deepEqual(found.map((one) => (one.status === 'fulfilled' ? one.value[0] : one.status)), [...frames.keys(), 'rejected', 3]);
  });

  it('share a thread, which ends a while after the last of them, starts again with the next, and keeps no process alive', () => {
    const script = `
      const { once } = require('node:events');
      const { zstdBlock } = require(${JSON.stringify(path.resolve('dist', 'src', 'records', 'rasters', 'zstd-thread.js'))});
      const started = [];
      process.on('worker', (thread) => started.push(thread));
      const unpack = () => zstdBlock(Buffer.from('${alike(1).toString('hex')}', 'hex'), 2 ** 17);
      (async () => {
        await Promise.all([unpack(), unpack()]);
        await unpack();
        const flows = setInterval(() => undefined, 1000);
        await once(started[0], 'exit');
        clearInterval(flows);
        await unpack();
        process.once('exit', () => console.log(started.length, started[1].threadId > 0));
      })();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 60_000 });
    assert.equal(stdout.trim(), '2 true', stderr);
  });
});
