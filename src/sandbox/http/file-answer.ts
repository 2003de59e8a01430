import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ResultFile } from '../jobs/result-files';
import { requestedRange } from './byte-range';

/** The name of a result file, in its address and when saved. */
export const FILE_NAME = 'soil-data-synthetic.zip';

/**
 * Sends a result file, or the part of it that is asked for (RFC 9110, section 14).
 * @param bytesPerSecond slows the transfer down, so that progress can be seen
 * @throws Problem 416; the system's error if the file is gone (`ENOENT`)
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: ResultFile,
  bytesPerSecond: number | undefined,
): Promise<void> {
  const range = requestedRange(request.headers, file);
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  const head = {
    'content-type': 'application/zip',
    'content-length': last - first + 1,
    'content-disposition': `attachment; filename="${FILE_NAME}"`,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'cache-control': 'private, no-transform',
    'x-synthetic-data': 'true',
    ...(range ? { 'content-range': `bytes ${first}-${last}/${file.bytes}` } : {}),
  };
  if (request.method === 'HEAD') {
    response.writeHead(range ? 206 : 200, head).end();
    return;
  }
  const content = createReadStream(file.path, { start: first, end: last });
  // The answer to a request that was sent before the one in front of it was answered has no connection yet, and does not hear of its end.
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  request.socket.once('close', leave);
  try {
    await new Promise<void>((resolve, reject) => content.once('open', () => resolve()).once('error', reject));
    // The client may have gone away while the file was made: a pipeline into a closed response fails, and from Node 24 on leaves its source open.
    if (request.socket.destroyed) return;
    response.writeHead(range ? 206 : 200, head);
    await send(content, response, bytesPerSecond, gone.signal);
  } finally {
    request.socket.off('close', leave);
    content.destroy();
  }
}

function send(content: Readable, response: ServerResponse, bytesPerSecond: number | undefined, signal: AbortSignal): Promise<void> {
  if (bytesPerSecond === undefined) return pipeline(content, response, { signal });
  return pipeline(content, (chunks: AsyncIterable<Buffer>) => slowed(chunks, bytesPerSecond, signal), response, { signal });
}

/** The same bytes, in about ten pieces a second. */
async function* slowed(chunks: AsyncIterable<Buffer>, bytesPerSecond: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const piece = Math.max(1, Math.ceil(bytesPerSecond / 10));
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += piece) {
      const part = chunk.subarray(at, at + piece);
      yield part;
      await wait((1000 * part.length) / bytesPerSecond, undefined, { signal });
    }
  }
}
