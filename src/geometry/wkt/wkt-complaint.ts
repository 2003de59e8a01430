import { geometryError } from '../geometry-error';
import { sentence, type Sentence } from '../sentence';

const BETWEEN = ' \t\r\n(),;';

/** What stands between positions, rings and polygons, and at their end. */
export const COMMA_OR_BRACKET = sentence('wktCommaOrBracket');

/** Says where a WKT text is wrong: what was expected at a position (counted from 0), what stands before it, and what is there instead. */
export function wktComplaint(text: string, at: number, wanted: Sentence | string): Error {
  const ends = at >= text.length;
  const words = leadingTo(text, at);
  const expected = ends && wanted === COMMA_OR_BRACKET ? '")"' : wanted;
  const before = { expected, at, before: quoted(words) };
  if (ends && text.trim() === '') return geometryError('wktEmpty', { expected, at });
  if (ends) return words === '' ? geometryError('wktEnds', { expected, at }) : geometryError('wktEndsAfter', before);
  const found = quoted(standingAt(text, at));
  return words === '' ? geometryError('wktOther', { expected, at, found }) : geometryError('wktOtherAfter', { ...before, found });
}

/** Text copied from a page may have spaces that are none in WKT, and characters without a width: their numbers make them visible. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[^\S ]|[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The last numbers or the last word before a position; right after a bracket or comma, the end of what leads to it. */
function leadingTo(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < 40 && !'(,;'.includes(text[start - 1]!)) start--;
  if (text.slice(start, at).trim() === '') start = Math.max(0, at - 20);
  // Not from the middle of a word or a number.
  while (start > 0 && start < at && /[\w.-]{2}/.test(text.slice(start - 1, start + 1))) start++;
  return text.slice(start, at).trim();
}

function standingAt(text: string, at: number): string {
  let end = at + 1;
  while (end - at < 12 && !BETWEEN.includes(text[at]!) && !BETWEEN.includes(text[end]!)) end++;
  return text.slice(at, end);
}
