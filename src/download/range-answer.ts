import type { ByteAnswer } from '../transport/byte-exchange';

/** What is known of a file: `etag` is a strong validator or absent, `total` its full length, if known. */
export interface KnownFile {
  etag?: string;
  total?: number;
}

/** How much of a file is held already. */
export interface Held extends KnownFile {
  bytes: number;
}

/**
 * What an answer to a GET, with or without a range, means for the bytes that are held:
 * - `start`: the body is the whole file.
 * - `continue`: the body goes on where the held bytes end, up to the position `until`; `total` is missing if neither side knows it.
 * - `complete`: the held bytes are the whole file.
 * - `mismatch`: it does not go on from what is held; ask again from the start.
 * - `failed`: no part of a file; the status says why.
 */
type RangeVerdict =
  | ({ kind: 'start' } & KnownFile)
  | { kind: 'continue'; until: number; total?: number }
  | { kind: 'complete' }
  | { kind: 'mismatch' }
  | { kind: 'failed' };

/** A strong validator (RFC 9110, 8.8.3): two files never share one. Weak ones (`W/"..."`) do not tell bytes apart. */
export function strongEtag(header: string | undefined): string | undefined {
  return /^"[\x21\x23-\x7e\x80-\xff]{0,1022}"$/.test(header ?? '') ? header : undefined;
}

function wholeNumber(text: string | undefined): number | undefined {
  if (!/^\d+$/.test(text ?? '')) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/**
 * Reads an answer by the rules of RFC 9110 (14.4, 15.3.7, 15.5.17), strictly: bytes are joined only if position, length and strong
 * validator all agree.
 */
export function judgeAnswer({ status, headers }: Pick<ByteAnswer, 'status' | 'headers'>, held: Held): RangeVerdict {
  if (status === 200) return { kind: 'start', etag: strongEtag(headers.etag), total: wholeNumber(headers['content-length']) };
  if (status === 206) return judgeRange(headers, held);
  if (status === 416 && held.bytes > 0) return judgeEnd(headers, held);
  return { kind: 'failed' };
}

/** A part of the file, or what is called one. */
function judgeRange(headers: ByteAnswer['headers'], held: Held): RangeVerdict {
  const length = wholeNumber(headers['content-length']);
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  // A missing number is NaN, which equals nothing. A server may not know the length of what it is still making (`*`).
  const [first, last] = [wholeNumber(from) ?? NaN, wholeNumber(to) ?? NaN];
  const full = total === '*' ? (held.total ?? Infinity) : (wholeNumber(total) ?? NaN);
  const isRange = last >= first && last < full && (length === undefined || length === last - first + 1);
  // Some servers call a whole file, which was asked for as such, a range.
  if (isRange && held.bytes === 0 && first === 0 && last + 1 === full) return { kind: 'start', etag: strongEtag(headers.etag), total: full };
  const agrees = isRange && held.etag !== undefined && headers.etag === held.etag && first === held.bytes && full === (held.total ?? full);
  return agrees ? { kind: 'continue', until: last + 1, ...(full < Infinity && { total: full }) } : { kind: 'mismatch' };
}

/** Nothing comes after the bytes that are held, says the server. */
function judgeEnd(headers: ByteAnswer['headers'], held: Held): RangeVerdict {
  const full = wholeNumber(/^bytes \*\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1]);
  const complete = full === held.bytes && (held.total === undefined || held.total === full);
  return complete ? { kind: 'complete' } : { kind: 'mismatch' };
}
