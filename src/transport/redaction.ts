import { parsedUrl } from '../foreign/parsed-url';
import { withoutTrailing } from '../text/without-trailing';
import { findBytes } from './find-bytes';
import { bytesAsWritten, withoutEscapes, type PlainBytes } from './plain-bytes';

/** What may be said of an exchange. Lines and messages are put together from these parts alone: no header, no body, no query. */

/** An address without user info, query and fragment: these hold passwords and signatures. */
export function publicUrl(url: URL): string {
  return url.origin + url.pathname;
}

const HIDDEN = '***';

/** A secret this short is found in any text by chance. */
const SHORTEST_SECRET = 4;

/** The Base64 of a few bytes is found in any text by chance. */
const SHORTEST_CORE = 8;

/** An address in an address is escaped twice. */
const MOST_ESCAPED = 2;
/** What may be an unfinished escape, pair of escapes, or character at the end of a text that was cut. */
const BEGUN_ESCAPE = /(?:\\{1,4}ud[89ab][\da-f]{2})?[%\\&]{1,4}[#\w;]{0,14}$|[\ud800-\udbff]$/i;

/**
 * The text without the secrets, in the forms in which a server may echo them: as they are, in lower case (as in the name of a host), in Base64 and
 * base64url, alone or with other bytes around them, with any of their characters escaped, up to twice, and with zero-width characters in between.
 * Takes time in proportion to the length.
 *
 * @param isCut whether the text was cut: then whatever may begin a secret at its end is left out, too
 */
export function withoutSecrets(text: string, secrets: readonly string[], isCut = false): string {
  const shown = isCut ? text.replace(BEGUN_ESCAPE, '') : text;
  // A secret longer than the text need not be searched for, since no form is shorter than it: the token is longer than most lines.
  const forms = new Forms(secrets, isCut ? Infinity : text.length);
  if (forms.isEmpty) return shown;
  const spans: Span[] = [];
  let end = shown.length;
  let plain: PlainBytes | undefined = bytesAsWritten(shown);
  for (let level = 0; plain; level++) {
    for (const form of forms.all()) {
      const { at, begun } = findBytes(form, plain.bytes);
      for (const index of at) spans.push([plain.starts[index]!, plain.starts[index + form.length]!]);
      if (isCut) end = Math.min(end, plain.starts[plain.bytes.length - begun]!);
    }
    if (level === MOST_ESCAPED) break;
    plain = withoutEscapes(plain);
    // A program that escapes only a few characters leaves alone what looks like an escape in the secret.
    if (plain) forms.addWithoutEscapes();
  }
  return withoutSpans(shown.slice(0, end), spans.filter(([from]) => from < end));
}

/** Start and end of a part to hide. */
type Span = [from: number, to: number];

/** The secrets in all forms that are looked for, each once. */
class Forms {
  private readonly found = new Map<string, PlainBytes>();

  /** @param most characters that a form may have */
  constructor(secrets: readonly string[], most: number) {
    for (const secret of secrets) {
      // Its other forms are no shorter.
      if (secret.length < SHORTEST_SECRET || secret.length > most) continue;
      const encoded = Buffer.from(secret);
      const padded = encoded.toString('base64');
      for (const form of [secret, secret.toLowerCase(), padded, withoutTrailing(padded, /=/), encoded.toString('base64url'), ...coresOf(encoded)]) {
        if (form.length <= most) this.add(bytesAsWritten(form));
      }
    }
  }

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  all(): Uint8Array[] {
    return Array.from(this.found.values(), ({ bytes }) => bytes);
  }

  addWithoutEscapes(): void {
    for (const form of [...this.found.values()]) {
      const plain = withoutEscapes(form);
      if (plain) this.add(plain);
    }
  }

  private add(form: PlainBytes): void {
    if (form.bytes.length >= SHORTEST_SECRET) this.found.set(Buffer.from(form.bytes).toString('latin1'), form);
  }
}

/**
 * A secret in Base64 and base64url, amid other bytes: three bytes become four characters, so there are three ways, each without the characters that
 * its neighbours have a part in. The Base64 of `Bearer <token>` holds the token in this way.
 */
function coresOf(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const text = Buffer.concat([Buffer.alloc(bytesBefore), secret]).toString('base64url');
    const core = text.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(((bytesBefore + secret.length) * 8) / 6));
    if (core.length < SHORTEST_CORE) return [];
    return [core, core.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

function withoutSpans(text: string, spans: Span[]): string {
  let result = '';
  let taken = 0;
  for (const [from, to] of spans.sort((one, other) => one[0] - other[0])) {
    if (from >= taken) result += text.slice(taken, from) + HIDDEN;
    taken = Math.max(taken, to);
  }
  return result + text.slice(taken);
}

/** Signatures, keys and tokens are longer than dates, regions and methods, which are words that an answer may need. */
const SHORTEST_SIGNATURE = 16;
const OF_A_SIGNATURE = /sig(?!ned)|token|key|credential|policy|secret|auth|pass/i;

/** The secrets in an address: its user info and what its query signs with, both as written and as decoded. */
export function secretsInAddress(address: string): string[] {
  const url = parsedUrl(address);
  if (!url) return [];
  const { username, password, search } = url;
  const secrets = [username, password];
  for (const part of search.slice(1).split('&')) {
    const value = part.slice(part.indexOf('=') + 1);
    if (value.length >= SHORTEST_SIGNATURE || OF_A_SIGNATURE.test(part.slice(0, -value.length))) secrets.push(value);
  }
  return [...new Set(secrets.flatMap((secret) => [secret, decodeForm(secret)]))].filter((secret) => secret !== '');
}

/** The secrets in an `authorization`: all of it, the credentials in it, and, if these are Basic, what they decode to and its password. */
export function secretsInAuthorization(value: string): string[] {
  const credentials = value.slice(value.indexOf(' ') + 1);
  if (!/^basic /i.test(value)) return [value, credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  const password = pair.slice(pair.indexOf(':') + 1);
  return [value, credentials, pair, password, decodeForm(password)];
}

/** A text as a form encodes it (WHATWG URL, application/x-www-form-urlencoded). */
export function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function decodeForm(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
}
