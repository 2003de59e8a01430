import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const READ_BYTES = 1024 * 1024;

/**
 * Reads a file to its end: its length, and its SHA-256 in hexadecimal.
 *
 * @throws the system's errors; if the signal is aborted, its reason or an error of Node.js
 */
export async function fileDigest(path: string, signal?: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  // A stream made with a signal that is already aborted leaves its file open (seen with Node 20 to 26).
  signal?.throwIfAborted();
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES, signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
