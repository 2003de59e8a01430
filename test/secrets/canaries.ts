import { randomBytes } from 'node:crypto';

export const CLIENT_ID = 'client-of-the-test';
export const PROXY_USER = 'proxy-user';

const clientSecret = make('client-secret');
const proxyPassword = make('proxy-password');

/** Everything that must stay secret, each with a value that occurs nowhere else, so that a find shows what leaked. */
export const canaries = {
  clientSecret,
  accessToken: make('access-token'),
  renewedToken: make('renewed-token'),
  /** The client identifier and secret in HTTP Basic (RFC 7617). */
  basicCredentials: Buffer.from(`${CLIENT_ID}:${clientSecret}`).toString('base64'),
  proxyPassword,
  proxyAuthorization: Buffer.from(`${PROXY_USER}:${proxyPassword}`).toString('base64'),
  linkSignature: make('link-signature'),
  renewedSignature: make('renewed-signature'),
  securityToken: make('link-security-token'),
  keyPassphrase: make('key-passphrase'),
  privateKey: make('private-key'),
  addressPassword: make('address-password'),
};

export type CanaryName = keyof typeof canaries;

function make(what: string): string {
  return `canary-${what}-${randomBytes(9).toString('hex')}`;
}

/** The signed part of a link: two secrets in it. */
export function signedQuery(signature = canaries.linkSignature): string {
  return `X-Amz-Signature=${signature}&X-Amz-Security-Token=${canaries.securityToken}`;
}

/** Names of the canaries that a text or file holds: in clear, or written backwards, in hexadecimal, in base64 at any offset, or percent-encoded. */
export function canariesIn(content: string | Buffer): CanaryName[] {
  const text = Buffer.isBuffer(content) ? content.toString('latin1') : content;
  const plain = text.includes('%') ? `${text}\n${percentDecoded(text)}` : text;
  return (Object.keys(canaries) as CanaryName[]).filter((name) => formsOf(canaries[name]).some((form) => plain.includes(form)));
}

const forms = new Map<string, string[]>();

function formsOf(secret: string): string[] {
  let known = forms.get(secret);
  if (!known) forms.set(secret, (known = [secret, [...secret].reverse().join(''), Buffer.from(secret).toString('hex'), ...base64FormsOf(secret)]));
  return known;
}

/** If a secret is in the middle of an encoded text, what precedes it shifts its letters: three ways, cut at both ends. */
function base64FormsOf(secret: string): string[] {
  return [0, 1, 2].map((shift) => Buffer.from('x'.repeat(shift) + secret).toString('base64').slice(4, -4));
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** What the search must find, so that a search that finds nothing is worth something. */
export function plantedForms(name: CanaryName): (string | Buffer)[] {
  const secret = canaries[name];
  return [secret, `x${secret}y`, Buffer.from(secret), Buffer.from(secret).toString('hex'), Buffer.from(`ab${secret}cdef`).toString('base64'), percentEncoded(secret)];
}

function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
}
