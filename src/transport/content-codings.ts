import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Makes the decoder of a body, given its first bytes. */
export type MakeDecoder = (first: Buffer) => Transform;

/** Content codings of RFC 9110, 8.4.1, and Brotli. Servers send `deflate` with and without the header of zlib. */
const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/**
 * The registered content codings (RFC 9110, 8.4.1, 18.6). Other words are taken to change no byte: stores keep what an uploader or mailer wrote there
 * (`aws-chunked`, `binary`), services put their character set there (`utf-8`). A body that turns out to be no zip, or no JSON, is refused later.
 */
const REGISTERED: ReadonlySet<string> = new Set([...DECODERS.keys(), 'aes128gcm', 'compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'x-compress', 'zstd']);

/** The codings in a `content-encoding` header that change bytes: stores combine such words with a coding, as in `aws-chunked,gzip`. */
function codingsIn(encoding: string): string[] {
  return encoding.split(',').map((coding) => coding.trim().toLowerCase()).filter((coding) => REGISTERED.has(coding));
}

/** Whether a `content-encoding` header names a coding that changes bytes, whether or not it can be decoded here. */
export function isEncoded(encoding: string): boolean {
  return codingsIn(encoding).length > 0;
}

/** The decoder for what a `content-encoding` header names; none for an unknown coding, or for several. */
export function decoderFor(encoding: string): MakeDecoder | undefined {
  const [coding, second] = codingsIn(encoding);
  return coding === undefined || second !== undefined ? undefined : DECODERS.get(coding);
}
