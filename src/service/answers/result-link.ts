import { fieldOf } from '../../foreign/foreign-value';
import { parsedUrl } from '../../foreign/parsed-url';
import { isWrittenAsHttp } from '../../transport/written-as-http';
import type { JobResult } from '../job';
import { addressText, momentOf } from './json-ld';

/** The download link of a completed job (section 2.5: `result`). */

const LONGEST_LINK = 16_384;
const MOST_FILES = 1000;

/**
 * A text without a leading slash is a path only if it ends in a name as section 2.5 has it: `pending` or `n/a` is none. Nor is one that begins with what
 * looks like a host: its scheme was forgotten.
 */
const RELATIVE_FILE = /^(?!\/)(?![\w-]+(?:\.[\w-]+)+\/)[^:?#\\]*[^:?#\\/]\.zip(?:[?#]|$)/i;

/**
 * The links of a result, or of a list of them.
 *
 * @param address of the job's status, for links that are relative (RFC 3986, 5.2)
 */
export function linksIn(value: unknown, baseUrl: string, address: string): JobResult[] {
  return resultsIn(value).map((result) => resultOf(result, baseUrl, address)).filter((link) => link !== undefined);
}

/** A scheme followed by `//`, or one of those that have none: otherwise, a colon may just follow a host or a word (`error: none`). */
const SCHEME = /^([a-z][a-z0-9+.-]{0,19}:(?=\/\/)|(?:javascript|file|data|blob|urn):)/i;

/** The scheme of a link that is not the web's, such as `s3:` or `javascript:`; never the link itself, which may be signed. `undefined` if there is none. */
export function unusableScheme(value: unknown): string | undefined {
  const schemes = resultsIn(value).flatMap(linksOf).map((link) => SCHEME.exec(link)?.[1]?.toLowerCase());
  return schemes.find((scheme) => scheme !== undefined && !/^https?:$/.test(scheme));
}

function resultsIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_FILES) : [value];
}

/**
 * The link (`url` and `expires`; schema.org's own name for the address is `contentUrl`), also as bare text. An http(s) address as it came, since a
 * signature may cover its spelling; or a path, or a host and a path, at the service. Only two things change: a space becomes `%20`, as in browsers (it
 * can be sent in no other way), and `http:` at the host of an https API becomes `https:`, without the port of http, as in job addresses: services behind
 * a TLS proxy often write it so.
 */
function resultOf(result: unknown, baseUrl: string, address: string): JobResult | undefined {
  const url = linksOf(result).map((link) => usableLink(link, baseUrl, address)).find((usable) => usable !== undefined);
  if (url === undefined) return undefined;
  const expires = momentOf(fieldOf(result, 'expires'));
  return { url, ...(expires ? { expires } : {}) };
}

function usableLink(told: string, baseUrl: string, address: string): string | undefined {
  const link = told.replaceAll(' ', '%20');
  if (link.length > LONGEST_LINK || /\s/.test(link)) return undefined;
  const isRelative = /^\/\/?(?![/\\])/.test(link) || RELATIVE_FILE.test(link);
  const resolved = isRelative ? parsedUrl(link, address) : undefined;
  if (resolved?.username || resolved?.password) return undefined;
  const given = resolved?.href ?? link;
  const url = /^https?:\/\//i.test(given) ? parsedUrl(given) : undefined;
  if (!url) return undefined;
  return isWrittenAsHttp(url, new URL(baseUrl)) ? given.replace(/^http(:\/\/[^/?#]*?)(?::80)?(?=[/?#]|$)/i, 'https$1') : given;
}

function linksOf(result: unknown): string[] {
  const told = typeof result === 'string' ? [result] : [fieldOf(result, 'url'), fieldOf(result, 'contentUrl')];
  return told.flatMap((link) => addressText(link)?.trim() ?? []);
}
