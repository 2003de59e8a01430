/** A pause of the service is kept for this long at most: what a server says by mistake must not silence us for a year. */
export const LONGEST_PAUSE_SECONDS = 3600;

/** A number, or several where a gateway added its own: the longest time holds for all. */
const SECONDS = /^\d+(\.\d+)?( *, *\d+(\.\d+)?)*$/;

const DAYS = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat';
const LONG_DAYS = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = MONTHS.join('|');
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

/** The three forms of an HTTP date (RFC 9110, 5.6.7): today's, that of RFC 850, and that of C's asctime(). */
const HTTP_DATES = [
  new RegExp(`^(?:${DAYS}), (?<day>\\d{2}) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^(?:${LONG_DAYS}), (?<day>\\d{2})-(?<month>${MONTH})-(?<year>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^(?:${DAYS}) (?<month>${MONTH}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`)
];

/**
 * Seconds to wait from the `Retry-After` field of an answer (RFC 9110, 10.2.3): a number of seconds or an HTTP date. Times in the past and anything else
 * ask for nothing: `undefined`. A date is held against that of the answer, where it has one: it comes from the same clock, and ours may be wrong.
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

/** Milliseconds since 1970; NaN where it is no HTTP date. */
function readHttpDate(text: string, now: number): number {
  for (const form of HTTP_DATES) {
    const { day, month, year, hour, minute, second } = form.exec(text)?.groups ?? {};
    if (month === undefined) continue;
    return Date.UTC(fullYear(Number(year), now), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
  }
  return NaN;
}

/** A year of two digits lies at most 50 years ahead (RFC 9110, 5.6.7). */
function fullYear(year: number, now: number): number {
  if (year > 99) return year;
  const thisYear = new Date(now).getUTCFullYear();
  const full = thisYear - (thisYear % 100) + year;
  return full > thisYear + 50 ? full - 100 : full;
}
