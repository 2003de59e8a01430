import { cut } from '../text/cut';
import { percentDecoded } from '../text/percent-decoded';
import { withoutQuery } from '../text/without-query';
import { safeWords } from '../transport/server-words';

/**
 * Identifiers of jobs. They are opaque (section 2.5), but they become path segments and file names, so they are kept as they stand in an address,
 * where non-ASCII characters, spaces, braces and percent signs are percent-encoded (RFC 3986, 2.1).
 */

const LONGEST = 200;
const ENCODED = /^(?:[\w.~:+=@!$'(),;-]|%[0-9a-f]{2})+$/i;
/** No separators, no `.` and `..`, no spaces at the ends. */
const DECODED = /^(?!\.{1,2}(?:$|;))(?! )[\w.~:+=@!$'(),;{}% \p{L}\p{M}\p{N}-]+(?<! )$/u;
/** Some gateways decode twice. */
const HIDES_MORE = /%(?:2f|5c|2e|3f|23|3b|25|[01][0-9a-f]|7f)/i;

/** The sub-delims (RFC 3986, 2.2) that no file name should have: legal only in the path that leads to an identifier. */
const ONLY_ON_THE_WAY = /[&*]|%2[6a]/gi;

/** Whether a segment of a path, as it stands in an address, may be the identifier of a job. */
export function isJobIdentifier(segment: string): boolean {
  if (segment.length > LONGEST || !ENCODED.test(segment)) return false;
  const decoded = percentDecoded(segment);
  return decoded !== undefined && DECODED.test(decoded) && !HIDES_MORE.test(decoded);
}

/** Whether a segment may stand in front of an identifier: it must lead nowhere else, however often a gateway decodes it. */
export function isSegmentOnTheWay(segment: string): boolean {
  return isJobIdentifier(segment.replace(ONLY_ON_THE_WAY, '+'));
}

/** An identifier as it stands in an address, from one that may hold non-ASCII letters; `undefined` if it is not an identifier. */
export function jobIdentifier(text: string): string | undefined {
  // A half of a surrogate pair cannot be encoded.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  // oxlint-disable-next-line no-control-regex
  const segment = text.replace(/[^\u0000-\u007f]+|[{}]/g, encodeURIComponent);
  return isJobIdentifier(segment) ? segment : undefined;
}

const LONGEST_NAMED = 100;
/** A step in a path names nothing (RFC 3986, 3.3). */
const STEP = /^\.{1,2}$/;

/**
 * The identifier at the end of an unusable address, fit for a message: with it, a person can still look for the job. `undefined` if the address has no
 * path, is that of the operation, or ends in `.` or `..`.
 *
 * @param operation the address of the operation that makes jobs
 * @param secrets texts to take out, should the service repeat them
 */
export function namedIdentifier(location: string, operation: string, secrets: readonly string[]): string | undefined {
  const path = withoutQuery(location.trim()).replace(/^(?:https?:[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2,}|[/\\]{2,})[^/\\]*/i, '');
  const segment = path.split(/[/\\]/).findLast((one) => one !== '') ?? '';
  if (operation.endsWith(`/${segment}`) || STEP.test(segment)) return undefined;
  const shown = cut(safeWords(segment, secrets), LONGEST_NAMED);
  return shown === '' ? undefined : /^[\w.~-]+$/.test(shown) ? shown : `"${shown}"`;
}
