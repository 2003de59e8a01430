const DAYS = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat';
const LONG_DAYS = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = MONTHS.join('|');
const TIME = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';

/** The three forms of an HTTP date (RFC 9110, 5.6.7): the preferred one, that of RFC 850, and that of C's asctime(). */
const HTTP_DATES = [
  new RegExp(`^(?:${DAYS}), (?<day>\\d{2}) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^(?:${LONG_DAYS}), (?<day>\\d{2})-(?<month>${MONTH})-(?<year>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^(?:${DAYS}) (?<month>${MONTH}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * Reads an HTTP date (RFC 9110, 5.6.7): milliseconds since 1970; NaN if it is not one.
 *
 * @param now wall time, milliseconds: decides the century of a two-digit year
 */
export function readHttpDate(text: string, now: number): number {
  for (const form of HTTP_DATES) {
    const { day, month, year, hour, minute, second } = form.exec(text)?.groups ?? {};
    if (month === undefined) continue;
    return Date.UTC(fullYear(Number(year), now), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
  }
  return NaN;
}

/** A two-digit year lies at most 50 years ahead (RFC 9110, 5.6.7). */
function fullYear(year: number, now: number): number {
  if (year > 99) return year;
  const thisYear = new Date(now).getUTCFullYear();
  const full = thisYear - (thisYear % 100) + year;
  return full > thisYear + 50 ? full - 100 : full;
}
