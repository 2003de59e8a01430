import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem';

/** Bodies are geometries and lists of numbers: 4 MiB hold a polygon of about 100,000 vertices. */
const LARGEST_BODY_BYTES = 4 * 1024 * 1024;

/**
 * The body as text (UTF-8).
 * @throws Problem 413 if it is too large, 415 if it is compressed or its media type is not `mediaType`, 400 if it breaks off or is not UTF-8
 */
export async function readText(request: IncomingMessage, mediaType: string): Promise<string> {
  const sent = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (sent !== mediaType) throw new Problem(415, 'media-type', `The body must be ${mediaType}; the request says ${sent || 'nothing'}.`);
  if (request.headers['content-encoding'] !== undefined) {
    throw new Problem(415, 'content-encoding', 'The body must not be compressed.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > LARGEST_BODY_BYTES) {
        throw new Problem(413, 'body-size', `The body is larger than ${LARGEST_BODY_BYTES} bytes.`, { connection: 'close' });
      }
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(400, 'body', 'The body was cut off, or is not UTF-8.');
  }
}

/**
 * The body as a JSON object.
 * @throws Problem as {@link readText}, and 400 if it is not a JSON object
 */
export async function readJsonObject(request: IncomingMessage): Promise<Map<string, unknown>> {
  const text = await readText(request, 'application/json');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, 'json', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'json', 'The body must be a JSON object.');
  }
  return new Map(Object.entries(value));
}
