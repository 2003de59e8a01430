/**
 * What files and answers write where a value is missing. Nothing else counts as missing: -9999, 0 or `<0.5` may mean something,
 * and only the person who knows the source can tell. Written out case by case, because `Na` is sodium. PostgreSQL and MySQL write `\N`.
 */
const MISSING: ReadonlySet<string> = new Set(['', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'null', 'NULL', '\\N']);

/** A number as files and answers write it: a decimal point, an optional exponent, no thousands separators. Any run of digits matches in one way only. */
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * The code of a class of land or of a map unit (`3e1`, `24E2`). It is no number: programs write one with a point before the exponent, or a sign after
 * the `e` (`1.0E3`, `1e+03`).
 */
const CODE = /^\d+e\d{1,2}$/i;

/** A measured value: a finite number, the text of a class (or of something like `<0.5`), or `null` where it is missing. */
export function readValue(raw: unknown): number | string | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw === 'boolean') return String(raw);
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  if (MISSING.has(text)) return null;
  return CODE.test(text) ? text : (numberIn(text) ?? text);
}

function numberIn(text: string): number | null {
  const number = PLAIN_NUMBER.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : null;
}

/** No values besides those that mean "missing" in every source. */
export const NONE_BESIDES: ReadonlySet<number | string> = new Set();

/** What else counts as no value, according to a person who knows the source: `-9999` (also when written `-9999.00`), or `below limit`. */
export function noValuesOf(entries: readonly unknown[]): ReadonlySet<number | string> {
  return new Set(entries.flatMap((entry) => [readValue(entry), readNumber(entry)]).filter((value) => value !== null));
}

/**
 * Whether a text is several numbers, as whoever takes a line for a whole list writes them (`-9999, -8888`): as one text, it would be the value of no
 * record. `-9999,0` is one number, with a decimal comma.
 */
export function isSeveralNumbers(text: string): boolean {
  const parts = text.split(/;|,(?=[\s+-])/).map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => PLAIN_NUMBER.test(part.replace(',', '.')));
}

/** A finite number, or `null` where it is missing or something else. */
export function readNumber(raw: unknown): number | null {
  if (typeof raw === 'string') return numberIn(raw.trim());
  return typeof raw === 'number' && Number.isFinite(raw) ? raw : null;
}

/**
 * A text, trimmed, or `null` if it is missing. Numbers become text: a dataset may be written as one. Whole numbers beyond 2^53 become `null`, because
 * JSON has rounded them: such an H3 index would be that of another cell.
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
