import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { deflateBlock, lzwBlock, packBitsBlock, storedBlock } from '../../src/records/rasters/raster-block';

const CLEAR = 256;
const END = 257;

/** Packs LZW codes as in TIFF 6.0 (section 13): of 9 bits at first, of one more a code before the table needs it, of 12 at most. */
function packed(codes: readonly number[]): Buffer {
  let [bits, free] = ['', 257];
  for (const code of codes) {
    const width = Math.min(12, Math.max(9, (free + 1).toString(2).length));
    bits += code.toString(2).padStart(width, '0');
    free = code === CLEAR ? 257 : free + 1;
  }
  return Buffer.from(Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) => parseInt(bits.slice(at * 8, at * 8 + 8).padEnd(8, '0'), 2)));
}

describe('A block of a grid', () => {
  it('is unpacked as in the examples of TIFF 6.0', async () => {
    const lzw = packed([CLEAR, 7, 258, 8, 8, 258, 6, 6, END]);
    assert.equal((await lzwBlock(lzw, 9)).toString('hex'), '070707080807070606');
    assert.equal((await lzwBlock(packed([7, 258, 8, 8, 258, 6, 6, END]), 9)).toString('hex'), '070707080807070606', 'no clear code at its start');
    const packBits = Buffer.from('feaa0280002afdaa0380002a22f7aa', 'hex');
    assert.equal((await packBitsBlock(packBits, 24)).toString('hex'), `aaaaaa80002aaaaaaaaa80002a22${'aa'.repeat(10)}`);
  });

  it('of LZW may go on with a full table, and begin another one', async () => {
    const bytes = randomBytes(9000);
    const codes = [CLEAR, ...bytes.subarray(0, 6000), 4095, CLEAR, ...bytes.subarray(6000), END];
    const last = bytes.subarray(4095 - 258, 4095 - 258 + 2);
    assert.deepEqual(await lzwBlock(packed(codes), 9002), Buffer.concat([bytes.subarray(0, 6000), last, bytes.subarray(6000)]));
  });

  it('has only the bytes that are there if it ends too soon', async () => {
    const lzw = packed([CLEAR, 7, 8, 258, END, 9, 9, 9, 9]);
    assert.equal((await lzwBlock(lzw, 100)).toString('hex'), '07080708');
    const numbers = Buffer.from(Array.from({ length: 40 }, (_, at) => at));
    const long = packed([CLEAR, ...numbers]);
    for (let cut = 2; cut <= long.length; cut += 1) {
      const wholeCodes = Math.floor((cut * 8) / 9);
      assert.deepEqual(await lzwBlock(long.subarray(0, cut), 100), numbers.subarray(0, wholeCodes - 1), `${cut} bytes`);
    }
    assert.equal((await packBitsBlock(Buffer.from('80020102', 'hex'), 100)).toString('hex'), '0102');
    assert.equal((await packBitsBlock(Buffer.from('010102fe', 'hex'), 100)).toString('hex'), '0102', 'a run without its byte');
  });

  it('has no more bytes than allowed, however many its data stand for', async () => {
    const bomb = packed([CLEAR, 7, ...Array.from({ length: 300 }, (_, at) => 258 + at)]);
    for (const most of [1, 2, 3, 1000]) {
      assert.deepEqual(await lzwBlock(bomb, most), Buffer.alloc(most, 7));
      assert.deepEqual(await packBitsBlock(Buffer.alloc(2000, Buffer.from('8107', 'hex')), most), Buffer.alloc(most, 7));
      assert.equal((await packBitsBlock(Buffer.concat([Buffer.of(127), Buffer.alloc(128, 7)]), most)).length, Math.min(most, 128));
      assert.equal(storedBlock(Buffer.alloc(2000), most).length, most);
    }
    assert.equal((await deflateBlock(deflateSync(Buffer.alloc(1000)), 1000)).length, 1000);
    await assert.rejects(deflateBlock(deflateSync(Buffer.alloc(1000)), 999));
  });

  it('of LZW is refused if it repeats what has not come yet', async () => {
    for (const codes of [[CLEAR, 258], [CLEAR, 7, 259], [CLEAR, 7, 7, CLEAR, 300]]) await assert.rejects(lzwBlock(packed(codes), 100), /its LZW data are corrupt/, String(codes));
  });
});
