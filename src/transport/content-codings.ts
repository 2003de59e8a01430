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

/**
 * Those of the registry of content codings (RFC 9110, 8.4.1, 18.6). Other words change no byte: stores keep what an uploader or a mailer wrote there
 * (`aws-chunked`, `binary`), services their character set (`utf-8`), and what is no zip, or no JSON, is refused by what it holds.
 */
const REGISTERED: ReadonlySet<string> = new Set([...DECODERS.keys(), 'aes128gcm', 'compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'x-compress', 'zstd']);

/** Whether a `content-encoding` header names a coding that changes bytes, one that is known here or not. */
export function isEncoded(encoding: string): boolean {
  return encoding.split(',').some((coding) => REGISTERED.has(coding.trim().toLowerCase()));
}

/** For what a `content-encoding` header names; none for another coding, or several. */
export function decoderFor(encoding: string): MakeDecoder | undefined {
  return DECODERS.get(encoding.trim().toLowerCase());
}
