import { crc32 } from 'node:zlib';
import { parsedJson } from '../../foreign/parsed-json';

const NEWLINE = 0x0a;
const SPACE = 0x20;
const CHECKSUM_DIGITS = 8;
/** Checksum, space, at most 10 digits of length, space. */
const LONGEST_HEAD = CHECKSUM_DIGITS + 12;

/**
 * One record as a line of the journal: `<CRC-32 of the JSON, 8 hexadecimal digits> <its bytes, decimal> <JSON>\n`.
 * JSON has no raw newline, so a line that is torn or overwritten never takes its neighbours with it.
 */
export function encodeLine(record: unknown): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${Buffer.byteLength(json)} ${json}\n`;
}

/** A stretch of a journal: a whole record, or bytes that are not one. */
type Stretch = { end: number; record: unknown } | { end: number; damaged: Buffer };

/** Reads a journal from its beginning. `end` is where a stretch ends in the bytes, its newline included. */
export function* decodeLines(bytes: Buffer): Generator<Stretch> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline + 1;
    const record = newline < 0 ? undefined : decode(bytes.subarray(start, newline));
    yield record === undefined ? { end, damaged: bytes.subarray(start, end) } : { end, record };
    start = end;
  }
}

function decode(line: Buffer): unknown {
  const lengthAt = CHECKSUM_DIGITS + 1;
  const jsonAt = line.subarray(0, LONGEST_HEAD).indexOf(SPACE, lengthAt) + 1;
  if (jsonAt === 0 || line[CHECKSUM_DIGITS] !== SPACE) return undefined;
  const json = line.subarray(jsonAt);
  if (line.toString('latin1', lengthAt, jsonAt - 1) !== String(json.length)) return undefined;
  if (line.toString('latin1', 0, CHECKSUM_DIGITS) !== checksum(json)) return undefined;
  return parsedJson(json.toString());
}

/** CRC-32 in 8 hexadecimal digits; for a text, of its UTF-8 bytes. */
export function checksum(bytes: Buffer | string): string {
  return crc32(bytes).toString(16).padStart(CHECKSUM_DIGITS, '0');
}
