/**
 * What files and answers write where a value is missing. Nothing else counts as missing: -9999, 0 or `<0.5` may mean something,
 * and only the person who knows the source can tell. Written out case by case, because `Na` is sodium.
 */
const MISSING: ReadonlySet<string> = new Set(['', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'null', 'NULL']);

/** A number as files and answers write it: a decimal point, an optional exponent, no thousands separators. Digits can be read in one way only, however many there are. */
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A measured value: a finite number, the text of a class (or of something like `<0.5`), or `null` where it is missing. */
export function readValue(raw: unknown): number | string | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw === 'boolean') return String(raw);
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  if (MISSING.has(text)) return null;
  if (!PLAIN_NUMBER.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** No value but those that every source writes so. */
export const NONE_BESIDES: ReadonlySet<number | string> = new Set();

/** What else counts as no value, as a person who knows the source tells: `-9999`, however many zeros the source writes behind it, or `below limit`. */
export function noValuesOf(entries: readonly unknown[]): ReadonlySet<number | string> {
  return new Set(entries.map(readValue).filter((value) => value !== null));
}

/** A finite number, or `null` where it is missing or something else. */
export function readNumber(raw: unknown): number | null {
  const value = readValue(raw);
  return typeof value === 'number' ? value : null;
}

/**
 * A text, trimmed, or `null` where it is missing. Numbers become text: a dataset may be written as one. Not whole numbers beyond 2^53, which
 * JSON has rounded: such an H3 index would be that of another cell.
 */
export function readText(raw: unknown): string | null {
  if (typeof raw === 'number') return Number.isFinite(raw) && !isRounded(raw) ? String(raw) : null;
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  return MISSING.has(text) ? null : text;
}

/** Whether a number is whole and too large to be exact. */
export function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}

/** A property's name, or `null` where it is empty. Any other text is a name: `Na` and even `NA` may be sodium. */
export function readName(raw: unknown): string | null {
  if (typeof raw === 'number') return String(raw);
  if (typeof raw !== 'string') return null;
  return raw.trim() || null;
}
