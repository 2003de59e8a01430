import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packBitsBlock } from '../../src/records/rasters/raster-block';
import { type DifferenceLayout, undoPredictor } from '../../src/records/rasters/raster-predictor';
import { assertShortTurns } from '../time/short-turns';

type ApplyPredictor = (block: ArrayBuffer, predictor: number, width: number, height: number, bits: number[], planar: number) => ArrayBuffer;

/** A function that the library uses itself, and does not export. */
const library = createRequire(require.resolve('geotiff'));
const { applyPredictor } = library(path.join(path.dirname(require.resolve('geotiff')), 'predictor.js')) as { applyPredictor: ApplyPredictor };

const MEBIBYTE = 1024 * 1024;

function undone(block: Buffer, layout: DifferenceLayout): Promise<Buffer> {
  const copy = Uint8Array.from(block).buffer;
  return undoPredictor(copy, layout).then(() => Buffer.from(copy));
}

describe('The differences of a block of a grid', () => {
  it('become the same numbers as in the library, of any kind and for any number of bands', async () => {
    for (const [predictor, kinds] of [[2, [8, 16, 32]], [3, [8, 16, 32, 64]]] as const) {
      for (const bits of kinds) {
        // Rows of one cell, of a few, and of more than are added up in one go.
        for (const [width, height, samples] of [[1, 5, 1], [1, 5, 3], [7, 4, 1], [16, 16, 5], [70_000, 2, 1], [30_000, 3, 7]] as const) {
          for (const planar of [1, 2]) {
            const bands = planar === 2 ? 1 : samples;
            // The last strip of a grid may have fewer rows, and a tile none.
            for (const rows of [height, height - 1, 0]) {
              const block = randomBytes((rows * width * bands * bits) / 8);
              const ofLibrary = Buffer.from(applyPredictor(Uint8Array.from(block).buffer, predictor, width, height, Array<number>(samples).fill(bits), planar));
              const own = await undone(block, { predictor, rowLength: width * bands, bands, bytes: bits / 8 });
              assert.ok(own.equals(ofLibrary), `predictor ${predictor}, ${bits} bits, ${width} x ${rows} cells, ${bands} bands`);
            }
          }
        }
      }
    }
  });

  it('are added up to numbers of 64 bits too, as floats may have them, which the library does not do', async () => {
    const numbers = [1n, -3n, 2n ** 63n, 5n, 7n, 2n ** 64n - 2n, -(2n ** 62n), 3n].map((number) => BigInt.asUintN(64, number));
    const sums = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => BigInt.asUintN(64, numbers[at]! + (at % 4 < 2 ? 0n : numbers[at - 2]!)));
    const bytes = Buffer.from(BigUint64Array.from(numbers).buffer);
    assert.deepEqual([...new BigUint64Array(Uint8Array.from(await undone(bytes, { predictor: 2, rowLength: 4, bands: 2, bytes: 8 })).buffer)], sums);
  });

  it('are refused if they end within a row, or are of an unknown kind', async () => {
    const layout = { predictor: 2, rowLength: 6, bands: 2, bytes: 2 };
    await assert.rejects(undone(Buffer.alloc(23), layout), /^Error: one of its blocks ends within a row of cells$/);
    await assert.rejects(undone(Buffer.alloc(24), { ...layout, predictor: 4 }), /^Error: its predictor \(code 4\) is not supported$/);
  });

  it('and runs of PackBits leave the event loop to others, however large the block is', async () => {
    const block = Buffer.alloc(16 * MEBIBYTE, 1);
    const row = { predictor: 3, bands: 1, bytes: 4 };
    const works: [string, () => Promise<unknown>][] = [
      ['floats', () => undone(block, { ...row, rowLength: 2048 })],
      ['floats in one row', () => undone(block, { ...row, rowLength: 4 * MEBIBYTE })],
      ['whole numbers in one row', () => undone(block, { predictor: 2, rowLength: 16 * MEBIBYTE, bands: 1, bytes: 1 })],
      ['doubles in one row', () => undone(block, { predictor: 2, rowLength: 2 * MEBIBYTE, bands: 1, bytes: 8 })],
      ['rows of one number', () => undone(block, { predictor: 2, rowLength: 1, bands: 1, bytes: 1 })],
      ...[0x00, 0x01, 0xff, 0x80].map((byte): [string, () => Promise<unknown>] => [`parts ${byte}`, () => packBitsBlock(Buffer.alloc(16 * MEBIBYTE, byte), 16 * MEBIBYTE)]),
    ];
    for (const [name, work] of works) {
      // Several blocks, one after the other, so that the compiler and the garbage collector matter little.
      const twice = async (): Promise<void> => {
        for (let time = 0; time < 2; time += 1) await work();
      };
      await assertShortTurns(twice, ({ longest, all }) => longest < all / 2 || longest < 100_000, name);
    }
  });
});
