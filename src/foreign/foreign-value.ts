/** Values that come from outside: the service, a message, a dialog. Anything may be in them, so that only own fields count and nothing of them is called. */

/** An object from outside. Its keys mean nothing until they are asked for by name. */
export type ForeignObject = Readonly<Record<string, unknown>>;

/** An object that is neither an array nor a function. */
export function isObject(value: unknown): value is ForeignObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or `undefined` if it is anything else (an array, `null`, a text). */
export function foreignObject(value: unknown): ForeignObject | undefined {
  return isObject(value) ? value : undefined;
}

/** An own field as it stands, `null` too. What an object inherits, such as `constructor`, is none. */
export function ownField(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as ForeignObject)[name] : undefined;
}

/** The first of the named own fields that is there and not `null`; `undefined` if the value is not an object. */
export function fieldOf(value: unknown, ...names: string[]): unknown {
  if (!isObject(value)) return undefined;
  for (const name of names) {
    const found = ownField(value, name);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Nothing, or a text of nothing but blanks. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A field that is a text and not empty. */
export function textIn(value: unknown, name: string): string | undefined {
  const found = fieldOf(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A whole number that is not negative, also as a text of digits. */
export function wholeNumberOf(value: unknown): number | undefined {
  const read = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : undefined;
}

const DECIMAL = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** A finite number, given as such or as plain decimal text (devices send `"52.1"`); otherwise undefined. */
export function finiteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.length <= 40 && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
