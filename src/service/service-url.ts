import { hasVariableInPart, VARIABLE_IN_PART } from '../foreign/environment-variable';
import { parsedUrl } from '../foreign/parsed-url';
import { withoutTrailing } from '../text/without-trailing';

/** The addresses of the service as a person types them: `{base_url}` and `{auth_url}` of the specification. */

const LONGEST_URL = 2000;

/**
 * Reads an address of the service: HTTPS (specification, section 5), or HTTP on this machine alone, without user info, query and
 * fragment. Gives it without trailing slashes, or says what is wrong with it: the end of a sentence that begins with the name of its setting. The text
 * itself is never part of the answer: a mistyped address may hold a password.
 */
export function readServiceUrl(text: string): { url: string } | { problem: string } {
  if (hasVariableInPart(text)) return { problem: VARIABLE_IN_PART };
  if (text.length > LONGEST_URL) return { problem: `is longer than ${LONGEST_URL} characters` };
  if (!/^https?:\/\//i.test(text)) return { problem: 'does not begin with https:// (for example https://api.example.com)' };
  // The parser drops line breaks and turns backslashes into slashes; an address that needs this was not meant so.
  const url = /[\s\\]/.test(text) ? undefined : parsedUrl(text);
  if (!url) return { problem: 'is not an address: expected one such as https://api.example.com' };
  if (url.username || url.password) return { problem: 'holds a user name or password; put the credentials into "Client id" and "Client secret"' };
  if (text.includes('?')) return { problem: 'holds a query (?...); leave it out' };
  if (text.includes('#')) return { problem: 'holds a fragment (#...); leave it out' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: 'uses http; the service takes https only (http is allowed for localhost, 127.0.0.0/8 and [::1])' };
  }
  return { url: `${url.origin}${withoutTrailing(url.pathname, /\//)}` };
}

/** Whether an address, as {@link readServiceUrl} gives it, is that of a sign-in by the paths that such servers have: no service is there. */
export function isSignInAddress(url: string): boolean {
  return /\/(?:oauth2?|openid-connect|connect)(?:\/v\d+(?:\.\d+)?)?\/token$/i.test(url);
}

/**
 * `{base_url}` without the `/v1` that every path of the specification brings itself (section 9), so that an address copied with
 * its version works too. Only one `/v1` at the end goes: the address of a gateway that has one of its own is written with two.
 */
export function withoutVersion(baseUrl: string): string {
  return withoutTrailing(baseUrl.replace(/\/v1$/, ''), /\//);
}

/**
 * Whether a host name (as `URL.hostname` gives it) is this machine: `localhost`, 127.0.0.0/8, `::1`. Credentials go there in clear text, so it must be
 * certain: name servers may give other addresses for the further names that `isLoopbackUrl` in `address-scope.ts` takes. That one needs Node; this one
 * is bundled for the editor, too.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
