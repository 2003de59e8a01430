import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Makes what decodes a body. It may look at its first bytes. */
export type MakeDecoder = (first: Buffer) => Transform;

/** Content codings of RFC 9110, 8.4.1, and Brotli. What is called deflate comes with and without the header of zlib. */
const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/** For what a `content-encoding` header names; none for another coding, or several. */
export function decoderFor(encoding: string): MakeDecoder | undefined {
  return DECODERS.get(encoding.trim().toLowerCase());
}
