/** Names of parameters that make a link a key to what it points at (AWS, Google, Azure, CloudFront, and plain tokens). */
const SIGNING_PARAMETER =
  /^(?:.*[-_.])?(?:sig|signature|hmac|secret|credentials?|password|auth|authorization|policy|expires|(?:api)?key|[a-z]*token)$|^x-(?:amz|goog)-|^se$|access-?(?:key|id)|^key-pair-id$/i;

const LINK_WITH_QUERY = /\bhttps?:\/\/[^\s"'<>?#]+[?#][^\s"'<>]+/gi;

/** Takes the signed part out of every link in a text that looks signed, and of `link` wherever it is. The rest of the text stays. */
export function withoutSignatures(text: string, link?: string): string {
  if (!text.includes('?') && !text.includes('#')) return text;
  const bare = link ? text.replaceAll(link, withoutQuery(link)) : text;
  return bare.replace(LINK_WITH_QUERY, (found) => (isSigned(found) ? withoutQuery(found) : found));
}

/** A link without its query and fragment. */
export function withoutQuery(link: string): string {
  return link.replace(/[?#].*$/s, '');
}

function isSigned(link: string): boolean {
  const parameters = link.slice(withoutQuery(link).length + 1).split(/[&;?#]/);
  return parameters.some((parameter) => SIGNING_PARAMETER.test(parameter.split('=', 1)[0] ?? ''));
}
