import { endOfEscaped, escapedCharacters, mayBegin } from './escaped-text';

/** What may be said of an exchange. Lines and messages are put together from these parts alone: no header, no body, no query. */

/** An address without user info, query and fragment: these hold passwords and signatures. */
export function publicUrl(url: URL): string {
  return url.origin + url.pathname;
}

const HIDDEN = '***';

/** A secret this short is found in any text by chance. */
const SHORTEST_SECRET = 4;

/**
 * The text without the secrets, in the forms in which a server may echo them: as they are, in Base64, and with any of their characters escaped
 * (see {@link endOfEscaped}).
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  // The longest first: one that another begins with would leave the rest of that.
  for (const secret of [...secrets].sort((one, other) => other.length - one.length)) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const form of [secret, Buffer.from(secret).toString('base64')]) result = withoutForms(result.replaceAll(form, HIDDEN), form);
  }
  return result;
}

function withoutForms(text: string, secret: string): string {
  if (text.length < secret.length || !/[%+\\&]/.test(text)) return text;
  const characters = escapedCharacters(secret);
  let result = '';
  let taken = 0;
  for (let at = 0; at < text.length; ) {
    const end = mayBegin(text, at, characters[0]!) ? endOfEscaped(text, at, characters) : -1;
    if (end > at) {
      result += text.slice(taken, at) + HIDDEN;
      taken = end;
    }
    at = Math.max(at + 1, end);
  }
  return result + text.slice(taken);
}

/** Signatures, keys and tokens are longer than dates, regions and methods, which are words that an answer may need. */
const SHORTEST_SIGNATURE = 16;
const OF_A_SIGNATURE = /sig(?!ned)|token|key|credential|policy|secret|auth|pass/i;

/** The secrets in an address: its user info and what its query signs with, as they are written and as they are meant. */
export function secretsInAddress(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, search } = new URL(address);
  const secrets = [username, password];
  for (const part of search.slice(1).split('&')) {
    const value = part.slice(part.indexOf('=') + 1);
    if (value.length >= SHORTEST_SIGNATURE || OF_A_SIGNATURE.test(part.slice(0, -value.length))) secrets.push(value);
  }
  return [...new Set(secrets.flatMap((secret) => [secret, decodeForm(secret)]))].filter((secret) => secret !== '');
}

/** The secrets in request headers: what `authorization` holds, and both halves of it where that is Basic. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (!/^(authorization|proxy-authorization|cookie|x-api-key)$/i.test(name)) continue;
    const credentials = value.slice(value.indexOf(' ') + 1);
    secrets.push(value, credentials);
    if (!/^basic /i.test(value)) continue;
    const pair = Buffer.from(credentials, 'base64').toString();
    const password = pair.slice(pair.indexOf(':') + 1);
    secrets.push(pair, password, decodeForm(password));
  }
  return secrets;
}

/** A text as a form has it (WHATWG URL, application/x-www-form-urlencoded). */
export function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function decodeForm(text: string): string {
  return new URLSearchParams(`=${text.replaceAll('&', '%26')}`).get('') ?? '';
}
