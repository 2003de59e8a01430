/**
 * A text as bytes (UTF-8) fit to compare: programs differ in what they escape and how, so {@link withoutEscapes} resolves escapes. A `+` becomes a
 * space, as in a form; zero-width characters are left out, and so are line breaks and other controls, which programs put into long words.
 */
export interface PlainBytes {
  bytes: Uint8Array;
  /** For each byte, where in the text the character or escape that it stands for begins; then, as the last, the length of the text. */
  starts: Uint32Array;
}

const PLUS = 0x2b;
const SPACE = 0x20;
const JSON_SHORT: ReadonlyMap<string, string> = new Map([['b', '\b'], ['f', '\f'], ['n', '\n'], ['r', '\r'], ['t', '\t'], ['"', '"'], ['\\', '\\'], ['/', '/']]);
const HTML_NAMES: ReadonlyMap<string, string> = new Map([['amp', '&'], ['lt', '<'], ['gt', '>'], ['quot', '"'], ['apos', "'"], ['shy', '\u00ad'], ['zwnj', '\u200c'], ['zwj', '\u200d']]);
/** Percent-encoding (RFC 3986, 2.1), the same bytes as Python shows them, the escapes of JSON (RFC 8259, section 7), and the references of HTML. */
const ESCAPE = /(?:%|\\x)([\da-f]{2})|\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\(["\\/bfnrt])|&#(\d{1,7});|&#x([\da-f]{1,6});|&([a-z]{2,4});/gi;

/** The bytes of a text as it is written. Takes time in proportion to the length, as {@link withoutEscapes} does. */
export function bytesAsWritten(text: string): PlainBytes {
  const collected = new CollectedBytes(text.length);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    if (code < 0x80) collected.add(code, at);
    else for (const byte of utf8(String.fromCodePoint(code))) collected.add(byte, at);
    at += code > 0xffff ? 2 : 1;
  }
  return collected.whole(text.length);
}

/** The same with each escape replaced by what it stands for; `undefined` if there is none. */
export function withoutEscapes({ bytes, starts }: PlainBytes): PlainBytes | undefined {
  // One character for each byte is enough: escapes are ASCII.
  const text = Buffer.from(bytes).toString('latin1');
  const collected = new CollectedBytes(bytes.length);
  let copied = 0;
  const copyTo = (end: number): void => {
    for (; copied < end; copied++) collected.add(bytes[copied]!, starts[copied]!);
  };
  for (const escape of text.matchAll(ESCAPE)) {
    const meant = bytesOf(escape);
    if (!meant) continue;
    copyTo(escape.index);
    for (const byte of meant) collected.add(byte, starts[copied]!);
    copied = escape.index + escape[0].length;
  }
  if (copied === 0) return undefined;
  copyTo(bytes.length);
  return collected.whole(starts[bytes.length]!);
}

/** What an escape stands for, unless it only looks like one. */
function bytesOf([, byte, high, low, unit, short, decimal, hexadecimal, name]: RegExpExecArray): Iterable<number> | undefined {
  if (byte !== undefined) return [parseInt(byte, 16)];
  if (high !== undefined) return utf8(String.fromCharCode(parseInt(high, 16), parseInt(low!, 16)));
  if (unit !== undefined) return utf8(String.fromCharCode(parseInt(unit, 16)));
  const called = short === undefined ? name && HTML_NAMES.get(name) : JSON_SHORT.get(short);
  if (called) return utf8(called);
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? utf8(String.fromCodePoint(code)) : undefined;
}

function utf8(text: string): Uint8Array {
  return Buffer.from(text);
}

class CollectedBytes {
  private readonly bytes: Uint8Array;
  private readonly starts: Uint32Array;
  private length = 0;

  /** @param units length of the text: none of its units takes more than three bytes, and no escape more than its own length */
  constructor(units: number) {
    this.bytes = new Uint8Array(3 * units);
    this.starts = new Uint32Array(3 * units + 1);
  }

  add(byte: number, start: number): void {
    if (byte < SPACE) return;
    this.bytes[this.length] = byte === PLUS ? SPACE : byte;
    this.starts[this.length++] = start;
    if (byte >= 0x80) this.length -= this.widthless(byte);
  }

  whole(end: number): PlainBytes {
    this.starts[this.length] = end;
    return { bytes: this.bytes.subarray(0, this.length), starts: this.starts.subarray(0, this.length + 1) };
  }

  /** How many bytes a zero-width character that ends here has, or 0: U+00AD, U+200B to U+200D, U+2060 or U+FEFF. */
  private widthless(last: number): number {
    const [first, second] = [this.bytes[this.length - 3], this.bytes[this.length - 2]];
    if (last === 0xad && second === 0xc2) return 2;
    if (first === 0xe2 && second === 0x80 && last >= 0x8b && last <= 0x8d) return 3;
    return (first === 0xe2 && second === 0x81 && last === 0xa0) || (first === 0xef && second === 0xbb && last === 0xbf) ? 3 : 0;
  }
}
