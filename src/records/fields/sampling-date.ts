/** Years that databases write for an unknown or endless date. Every form below begins with the year. */
const NO_YEAR = /^(?:0000|9999)/;
const YEAR = /^\d{4}$/;
/** A year that a spreadsheet or data frame turned into a number with a fraction. */
const YEAR_AS_NUMBER = /^(\d{4})\.0+$/;
const MONTH = /^(\d{4})-(\d{2})$/;
/** MySQL writes zeros for an unknown day, or an unknown month and day. */
const UNKNOWN_DAY = /^(\d{4}-\d{2})-00(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const UNKNOWN_MONTH = '00';
/** Programs write midnight for a day without a time. */
const MIDNIGHT = /^00:00(?::00(?:\.0+)?)?$/;
const ZONELESS_TIME = /T[\d:.]+$/;
/** Unambiguous, as the year comes first: what GDAL writes into CSV, and the basic format of ISO 8601. */
const OTHER_DAY = /^(\d{4})(?:\/(\d{2})\/|(\d{2}))(\d{2})(?=$|[T ])/;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** Behind the time, in exports of BigQuery. */
const UTC = / UTC$/;
/** As ISO 8601 allows and PostgreSQL writes; programs that read dates want the minutes too. */
const ZONE_OF_HOURS = /^[+-]\d{2}$/;

/**
 * Reads a sampling date. A bare year stays a bare year (`"1958"`), a month a month (`"1958-07"`), a day a day; `1958-00-00` is a year, `1958-07-00` a
 * month. A time of day is kept as written, but for the forms of its zone that few programs read. Returns `null` for what is not a date (`1958-02-30`,
 * `07/08/58`, the years `0000` and `9999`): we do not guess which part is the month.
 */
export function readSamplingDate(text: string): string | null {
  if (standsForNoDate(text)) return null;
  if (YEAR.test(text)) return text;
  const asNumber = YEAR_AS_NUMBER.exec(text);
  if (asNumber?.[1]) return asNumber[1];
  const written = text.replace(OTHER_DAY, '$1-$2$3-$4');
  const known = written.replace(UNKNOWN_DAY, '$1');
  const [, year, month] = MONTH.exec(known) ?? [];
  if (year !== undefined && month === UNKNOWN_MONTH) return year;
  if (year !== undefined) return isOneOf(Number(month), 12) ? known : null;
  const [, day, time, zone = ''] = DAY.exec(written.replace(UTC, 'Z')) ?? [];
  if (day === undefined || !dayExists(day)) return null;
  if (time === undefined) return day;
  if (!timeExists(time) || !zoneExists(zone)) return null;
  return MIDNIGHT.test(time) ? day : `${day}T${time}${zone}${ZONE_OF_HOURS.test(zone) ? ':00' : ''}`;
}

/** Whether this is one of the dates that databases write where none is known. */
export function standsForNoDate(text: string): boolean {
  return NO_YEAR.test(text);
}

/**
 * When a sampling date begins. A time without a zone is read as UTC: in the machine's zone, the same record would differ from place to
 * place. `null` for what is not a date.
 */
export function beginningOf(date: string): Date | null {
  const read = readSamplingDate(date);
  if (read === null) return null;
  return new Date(ZONELESS_TIME.test(read) ? `${read}Z` : read);
}

function dayExists(day: string): boolean {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return isOneOf(month, 12) && isOneOf(date, daysIn(year, month));
}

/** 24:00 is the end of a day. Leap seconds are refused: programs cannot compute with them. */
function timeExists(time: string): boolean {
  const [hour, minute, second = 0] = time.split(':').map(Number) as [number, number, number?];
  return (hour < 24 && minute < 60 && second < 60) || (hour === 24 && minute === 0 && second === 0);
}

function zoneExists(zone: string): boolean {
  return zone.length < 2 || (Number(zone.slice(1, 3)) < 24 && (ZONE_OF_HOURS.test(zone) || Number(zone.slice(-2)) < 60));
}

/** Counted from 1. */
function isOneOf(number: number, count: number): boolean {
  return number >= 1 && number <= count;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
