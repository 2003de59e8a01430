import { readHttpDate } from './http-date';

/** A pause that the service asks for is kept for this long at most: a server's mistake must not silence us for a year. */
export const LONGEST_PAUSE_SECONDS = 3600;

/** A number, or several if a gateway added its own: the longest one holds. */
const SECONDS = /^\d+(\.\d+)?( *, *\d+(\.\d+)?)*$/;

/**
 * Seconds to wait from the `Retry-After` field of an answer (RFC 9110, 10.2.3): a number of seconds or an HTTP date; `undefined` for times in the
 * past and anything else. A date is compared with that of the answer, if it has one: both come from the same clock, and ours may be wrong.
 *
 * @param headers names in lower case
 * @param now Wall time of the reading, milliseconds.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers['retry-after']?.trim();
  if (!text) return undefined;
  const answeredAt = readHttpDate(headers['date'] ?? '', now) || now;
  const seconds = SECONDS.test(text) ? Math.max(...text.split(',').map(Number)) : (readHttpDate(text, now) - answeredAt) / 1000;
  return seconds > 0 ? Math.min(seconds, Number.MAX_SAFE_INTEGER) : undefined;
}
