import { cut } from '../text/cut';
import { sentence, type Sentence } from './sentence';

/** Characters, with the ellipsis. */
const LONGEST_TEXT = 41;
const LONGEST_NAME = 31;

/** Says what a value is, for a message: `the text "abc"`, `an object with the fields a, b`. */
export function describeValue(value: unknown): Sentence {
  switch (typeof value) {
    case 'undefined':
      return sentence('undefinedValue');
    case 'string':
      return value.trim() === '' ? sentence('emptyText') : sentence('textValue', { text: shownText(value) });
    case 'number':
      return sentence('numberValue', { value: String(value) });
    case 'boolean':
      return sentence('booleanValue', { value: String(value) });
    case 'bigint':
      return sentence('bigintValue', { value: cut(String(value), LONGEST_TEXT) });
    case 'function':
      return sentence('functionValue');
    case 'symbol':
      return sentence('symbolValue');
    case 'object':
      return value === null ? sentence('nullValue') : describeObject(value);
  }
}

/** The beginning of a text, in quotation marks. */
export function shownText(text: string): string {
  return JSON.stringify(withoutAddress(cut(text, LONGEST_TEXT)));
}

/** An address may hold a password or a signature: a message is shown and logged, so it says only that there is one. */
function withoutAddress(text: string): string {
  return text.replace(/([a-z][a-z\d+.-]{0,40}(?::[\\/]{2}|%3a(?:%2f|%5c){2}))[^]*/i, '$1…');
}

function describeObject(value: object): Sentence {
  if (Array.isArray(value)) return sentence('arrayValue', { length: value.length });
  if (ArrayBuffer.isView(value)) return sentence('binaryValue');
  const names = Object.keys(value);
  if (names.length === 0) return sentence('emptyObject');
  const fields = names
    .slice(0, 6)
    .map((name) => withoutAddress(cut(name, LONGEST_NAME)))
    .join(', ');
  if (names.length === 1) return sentence('objectOfOne', { field: fields });
  return sentence(names.length > 6 ? 'objectOfMany' : 'objectOfFew', { fields });
}
