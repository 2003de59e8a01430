/** Values that come from a message: anything may be in them, so that only own fields count and nothing of them is called. */

/** An object that is neither an array nor a function. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own field of an object; what it inherits is none. */
export function field(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

const DECIMAL = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** A finite number, given as such or as plain decimal text (devices send `"52.1"`); otherwise undefined. */
export function finiteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.length <= 40 && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Says what a value is, for a message: `the text "abc"`, `an object with the fields a, b`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : `the text ${JSON.stringify(shorten(value, 40))}`;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return `the ${typeof value} ${shorten(String(value), 40)}`;
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (ArrayBuffer.isView(value)) return 'binary data';
  const names = Object.keys(value);
  if (names.length === 0) return 'an object without fields';
  const listed = names.slice(0, 6).map((name) => shorten(name, 30));
  return `an object with the field${names.length === 1 ? '' : 's'} ${listed.join(', ')}${names.length > 6 ? ' and others' : ''}`;
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
