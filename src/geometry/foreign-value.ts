import { sentence, type Sentence } from './sentence';

/** Values that come from a message: anything may be in them, so that only own fields count and nothing of them is called. */

/** An object that is neither an array nor a function. */
export function isObject(value: unknown): value is Record<string, unknown> {
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
export function describeValue(value: unknown): Sentence {
  switch (typeof value) {
    case 'undefined':
      return sentence('undefinedValue');
    case 'string':
      return value.trim() === '' ? sentence('emptyText') : sentence('textValue', { text: JSON.stringify(shorten(value, 40)) });
    case 'number':
      return sentence('numberValue', { value: String(value) });
    case 'boolean':
      return sentence('booleanValue', { value: String(value) });
    case 'bigint':
      return sentence('bigintValue', { value: shorten(String(value), 40) });
    case 'function':
      return sentence('functionValue');
    case 'symbol':
      return sentence('symbolValue');
    case 'object':
      return value === null ? sentence('nullValue') : describeObject(value);
  }
}

function describeObject(value: object): Sentence {
  if (Array.isArray(value)) return sentence('arrayValue', { length: value.length });
  if (ArrayBuffer.isView(value)) return sentence('binaryValue');
  const names = Object.keys(value);
  if (names.length === 0) return sentence('emptyObject');
  const fields = names
    .slice(0, 6)
    .map((name) => shorten(name, 30))
    .join(', ');
  if (names.length === 1) return sentence('objectOfOne', { field: fields });
  return sentence(names.length > 6 ? 'objectOfMany' : 'objectOfFew', { fields });
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
