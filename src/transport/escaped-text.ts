/** One character of a text, in the forms in which a program may write it that repeats the text. */
export interface EscapedCharacter {
  plain: string;
  /** As RFC 3986, 2.1, has it, in small letters. */
  percent: string;
  /** The escapes of JSON (RFC 8259, section 7): by number, and the letter of the short one. */
  units: string;
  short: string | undefined;
  /** The name that HTML has for it. */
  name: string | undefined;
}

const JSON_SHORT: ReadonlyMap<string, string> = new Map([['\b', 'b'], ['\f', 'f'], ['\n', 'n'], ['\r', 'r'], ['\t', 't'], ['"', '"'], ['\\', '\\'], ['/', '/']]);
const HTML_NAMES: ReadonlyMap<string, string> = new Map([['&', 'amp'], ['<', 'lt'], ['>', 'gt'], ['"', 'quot'], ["'", 'apos']]);
const HTML_REFERENCE = /^&(?:([a-z]{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/i;
const LONGEST_REFERENCE = 11;
/** Where a form other than the plain one begins. */
const ESCAPES = '%+\\&';

export function escapedCharacters(text: string): EscapedCharacter[] {
  return Array.from(text, (plain) => ({
    plain,
    percent: Array.from(Buffer.from(plain), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    units: plain.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    short: JSON_SHORT.get(plain),
    name: HTML_NAMES.get(plain),
  }));
}

/** Whether a text that begins with that character may stand at `at`. */
export function mayBegin(text: string, at: number, { plain }: EscapedCharacter): boolean {
  return text[at] === plain[0] || ESCAPES.includes(text[at]!);
}

/**
 * Where a text that stands at `at` ends, however much of it is written plainly and how much is escaped: programs differ in which characters they
 * leave alone. -1 where it does not stand there.
 */
export function endOfEscaped(text: string, at: number, characters: readonly EscapedCharacter[]): number {
  let end = at;
  for (const character of characters) {
    const { plain } = character;
    const length = (ESCAPES.includes(text[end]!) && lengthOfEscape(text, end, character)) || (text.startsWith(plain, end) ? plain.length : 0);
    if (length === 0) return -1;
    end += length;
  }
  return end;
}

/** How long the escape at `at` is where it stands for that character, else 0. */
function lengthOfEscape(text: string, at: number, { plain, percent, units, short, name }: EscapedCharacter): number {
  switch (text[at]) {
    case '%':
      return lengthOfSame(text, at, percent);
    case '+':
      return plain === ' ' ? 1 : 0;
    case '\\':
      return short !== undefined && text[at + 1] === short ? 2 : lengthOfSame(text, at, units);
    default: {
      const [reference = '', called, decimal, hexadecimal = ''] = HTML_REFERENCE.exec(text.slice(at, at + LONGEST_REFERENCE)) ?? [];
      const code = decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal);
      return (called === undefined ? code === plain.codePointAt(0) : called === name) ? reference.length : 0;
    }
  }
}

/** Letters of hexadecimal digits may be small or large. */
function lengthOfSame(text: string, at: number, escaped: string): number {
  return text.slice(at, at + escaped.length).toLowerCase() === escaped ? escaped.length : 0;
}
