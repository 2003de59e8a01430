import { geometryError } from './geometry-error';

const BETWEEN = ' \t\r\n(),;';

/** Says where a WKT text goes wrong: what was expected at a position (counted from 0), what stands before it, and what is there instead. */
export function wktComplaint(text: string, at: number, expected: string): Error {
  const what = at >= text.length && expected === '"," or ")"' ? '")"' : expected;
  return geometryError(`The WKT cannot be read: expected ${what} at position ${at}${before(text, at)}${found(text, at)}.`);
}

/** The last numbers or the last word before a position; right behind a bracket or comma, the end of what leads to it. */
function before(text: string, at: number): string {
  let start = at;
  while (start > 0 && at - start < 40 && !'(,;'.includes(text[start - 1]!)) start--;
  let words = text.slice(start, at).trim();
  if (words === '') {
    start = Math.max(0, at - 20);
    // Not from the middle of a word or a number.
    while (start > 0 && start < at && /^[\w.-]{2}$/.test(text.slice(start - 1, start + 1))) start++;
    words = text.slice(start, at).trim();
  }
  return words === '' ? '' : `, after ${JSON.stringify(words)}`;
}

function found(text: string, at: number): string {
  if (at >= text.length) return text.trim() === '' ? ': the text is empty' : ', but the text ends there';
  let end = at + 1;
  while (end < text.length && end - at < 12 && !BETWEEN.includes(text[at]!) && !BETWEEN.includes(text[end]!)) end++;
  return `, but found ${JSON.stringify(text.slice(at, end))}`;
}
