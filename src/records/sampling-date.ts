const YEAR = /^\d{4}$/;
/** The wrong turn of a spreadsheet or data frame: a year that became a number with a fraction. */
const YEAR_AS_NUMBER = /^(\d{4})\.0+$/;
const MONTH = /^(\d{4})-(\d{2})$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads a sampling date. A bare year stays a bare year (`"1958"`), a month a month (`"1958-07"`), a day a day; a time of day is
 * kept as written. Gives `null` for what is no date (`1958-02-30`, `07/08/58`): which part is the month is not ours to guess.
 */
export function readSamplingDate(text: string): string | null {
  if (YEAR.test(text)) return text;
  const asNumber = YEAR_AS_NUMBER.exec(text);
  if (asNumber?.[1]) return asNumber[1];
  const month = MONTH.exec(text);
  if (month) return inRange(Number(month[2]), 1, 12) ? text : null;
  const day = DAY.exec(text);
  if (!day) return null;
  const exists = inRange(Number(day[2]), 1, 12) && inRange(Number(day[3]), 1, daysIn(Number(day[1]), Number(day[2])));
  const timeExists = inRange(Number(day[4] ?? 0), 0, 24) && inRange(Number(day[5] ?? 0), 0, 59) && inRange(Number(day[6] ?? 0), 0, 60);
  if (!exists || !timeExists) return null;
  return isMidnight(day) ? text.slice(0, 10) : text.replace(' ', 'T');
}

/** A midnight is how programs write a day without a time. */
function isMidnight(parts: RegExpExecArray): boolean {
  return Number(parts[4] ?? 0) === 0 && Number(parts[5] ?? 0) === 0 && Number(parts[6] ?? 0) === 0;
}

function inRange(number: number, lowest: number, highest: number): boolean {
  return number >= lowest && number <= highest;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
