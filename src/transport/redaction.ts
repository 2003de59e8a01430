/** What may be said of an exchange. Lines and messages are put together from these parts alone: no header, no body, no query. */

/** An address without user info, query and fragment: these hold passwords and signatures. */
export function publicUrl(url: URL): string {
  return url.origin + url.pathname;
}

const HIDDEN = '***';

/** A secret this short is found in any text by chance. */
const SHORTEST_SECRET = 4;

/**
 * The text without the secrets, in the forms in which a server may echo them: as they are, in a form or URL, in JSON, in Base64.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text;
  // The longest first: one that another begins with would leave the rest of that.
  for (const secret of [...secrets].sort((one, other) => other.length - one.length)) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const form of formsOf(secret)) result = result.replaceAll(form, HIDDEN);
  }
  return result;
}

/** Programs differ in how they encode: .NET writes %2b in small letters, Python escapes what is not ASCII in JSON, and PHP the slash, too. */
function formsOf(secret: string): Set<string> {
  const encoded = [encodeURIComponent(secret), formEncoded(secret)];
  const small = encoded.map((form) => form.replace(/%../g, (code) => code.toLowerCase()));
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return new Set([secret, ...encoded, ...small, json, ascii, ascii.replaceAll('/', '\\/'), Buffer.from(secret).toString('base64')]);
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
