import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../problem';

/** First and last byte, both included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one part of a file that a request asks for (RFC 9110, sections 13.1.5 and 14.2), or `null` for the whole: without a `Range`, with
 * more than one range or another unit, or if `If-Range` names another file. Weak validators never match.
 * @throws Problem 416 if the range begins at or after the end
 */
export function requestedRange({ range, 'if-range': ifRange }: IncomingHttpHeaders, file: { bytes: number; etag: string }): ByteRange | null {
  if (range === undefined || (ifRange !== undefined && ifRange !== file.etag)) return null;
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range);
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  const [from, to] = [asked[1] ?? '', asked[2] ?? ''];
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const first = from === '' ? Math.max(0, file.bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? file.bytes - 1 : Math.min(Number(to), file.bytes - 1);
  if (first >= file.bytes) {
    throw new Problem(416, 'range', `The file has ${file.bytes} bytes.`, { 'content-range': `bytes */${file.bytes}` });
  }
  return { first, last };
}
