import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { TurnTaker } from '../../time/turn-taker';

/** A block of a grid is no larger than this. */
export const MOST_BLOCK_BYTES = 16 * 1024 * 1024;

const inflateAsync = promisify(inflate);

/** A block that was stored uncompressed. */
export function storedBlock(block: Buffer, mostBytes: number): Buffer {
  return block.subarray(0, mostBytes);
}

/** The smallest chunk that zlib allows. */
const LEAST_CHUNK = 64;

/** Deflate, off the event loop. Throws if more than `mostBytes` come out. */
export function deflateBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  // In one piece: joining several would block the event loop while the whole block is copied.
  return inflateAsync(block, { maxOutputLength: mostBytes, chunkSize: Math.max(LEAST_CHUNK, mostBytes) });
}

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MOST_CODES = 4096;
const SHORTEST_CODE = 9;
const LONGEST_CODE = 12;
/** In PackBits, a byte that stands for nothing. */
const NO_PART = -128;
/** Codes, or parts of PackBits, between two looks at the clock. */
const CODES_AT_ONCE = 4096;

/**
 * LZW as TIFF 6.0 (section 13) defines it: codes of 9 to 12 bits, the highest bit first, one code early. Stops at `mostBytes`: a few
 * hundred bytes of it can stand for a megabyte.
 */
export async function lzwBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  const turns = new TurnTaker();
  const output = Buffer.alloc(mostBytes);
  const prefix = new Uint16Array(MOST_CODES);
  const suffix = new Uint8Array(MOST_CODES);
  const first = new Uint8Array(MOST_CODES);
  const length = new Uint16Array(MOST_CODES);
  for (let code = 0; code < CLEAR; code += 1) {
    suffix[code] = first[code] = code;
    length[code] = 1;
  }
  let [free, width, previous] = [FIRST_FREE, SHORTEST_CODE, -1];
  let [bits, held, at, written] = [0, 0, 0, 0];

  /** Writes the string of a code, backwards from its end; what goes beyond the end of the output is lost. */
  const write = (code: number): void => {
    let [one, end] = [code, written + length[code]!];
    written = end;
    while (length[one]! > 1) {
      end -= 1;
      output[end] = suffix[one]!;
      one = prefix[one]!;
    }
    output[end - 1] = suffix[one]!;
  };

  for (let codes = 1; written < mostBytes; codes += 1) {
    if (codes % CODES_AT_ONCE === 0) await turns.rest();
    while (held < width) {
      if (at === block.length) return output.subarray(0, written);
      bits = ((bits << 8) | block[at]!) & 0xffffff;
      at += 1;
      held += 8;
    }
    held -= width;
    const code = (bits >>> held) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [free, width, previous] = [FIRST_FREE, SHORTEST_CODE, -1];
      continue;
    }
    if (previous < 0) {
      if (code >= CLEAR) throw new Error('its LZW data are corrupt');
      write(code);
    } else {
      if (code > free) throw new Error('its LZW data are corrupt');
      if (free < MOST_CODES) {
        prefix[free] = previous;
        length[free] = length[previous]! + 1;
        first[free] = first[previous]!;
        // The code may be the one being defined, which begins like the string before it.
        suffix[free] = first[code]!;
        free += 1;
      }
      write(code);
      if (free + 1 >= 1 << width && width < LONGEST_CODE) width += 1;
    }
    previous = code;
  }
  return output.subarray(0, written);
}

/** PackBits (TIFF 6.0, section 9): runs and literal bytes. Stops at `mostBytes`. */
export async function packBitsBlock(block: Buffer, mostBytes: number): Promise<Buffer> {
  const turns = new TurnTaker();
  const output = Buffer.alloc(mostBytes);
  let [at, written] = [0, 0];
  for (let parts = 1; at < block.length && written < mostBytes; parts += 1) {
    if (parts % CODES_AT_ONCE === 0) await turns.rest();
    const header = block.readInt8(at);
    at += 1;
    // Byte by byte: parts have 128 bytes at most, and a call for each would take longer.
    if (header >= 0) {
      const end = Math.min(at + header + 1, block.length, at + mostBytes - written);
      for (; at < end; at += 1, written += 1) output[written] = block[at]!;
    } else if (header !== NO_PART && at < block.length) {
      const byte = block[at]!;
      const end = Math.min(written + 1 - header, mostBytes);
      for (; written < end; written += 1) output[written] = byte;
      at += 1;
    }
  }
  return output.subarray(0, written);
}
