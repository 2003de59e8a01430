import { withoutQuery } from '../../text/without-query';

/** Names of parameters that make a link a key to what it points at (AWS, Google, Azure, CloudFront, and plain tokens). */
const SIGNING_PARAMETERS = [
  /^(?:.*[-_.])?(?:sig|signature|hmac|secret|credentials?|password|auth|authorization|policy|expires|(?:api)?key|[a-z]*token)$/i,
  /^x-(?:amz|goog)-|access-?(?:key|id)|^key-pair-id$|^se$/i,
];

/**
 * A link to its end, with or without a query: one that did not match would be tried again from every `http` in it. An apostrophe may be part of a
 * path, but ends a query, in which addresses have it as `%27` (WHATWG URL, 1.3).
 */
const LINK = /\bhttps?:\/\/[^\s"<>?#]+(?:[?#][^\s"'<>]*)?/gi;

/** Takes the signed part out of every link in a text that looks signed, and out of `link` wherever it occurs. The rest of the text stays. */
export function withoutSignatures(text: string, link?: string): string {
  if (!text.includes('?') && !text.includes('#')) return text;
  const bare = link ? text.split(link).join(withoutQuery(link)) : text;
  return bare.replace(LINK, (found) => (isSigned(found) ? withoutQuery(found) : found));
}

/** The payload as a download link, if it is one. */
export function linkIn(payload: unknown): string | undefined {
  const text = typeof payload === 'string' ? payload.trim() : '';
  return /^https?:\/\//i.test(text) ? text : undefined;
}

function isSigned(link: string): boolean {
  const parameters = link.slice(withoutQuery(link).length + 1).split(/[&;?#]/);
  const names = parameters.map((parameter) => parameter.split('=', 1)[0] ?? '');
  return names.some((name) => SIGNING_PARAMETERS.some((signing) => signing.test(name)));
}
