import { cut } from './cut';
import { TURNING_MARKS } from './turning-marks';

/** What becomes a space, for a character class: C0 and C1 controls, no-break spaces, line ends and marks of direction. */
const DISTURBING = `\\u0000-\\u001f\\u007f-\\u00a0\\u2028\\u2029${TURNING_MARKS}`;

/**
 * Runs with C0 and C1 controls, line and paragraph separators, or marks that turn the reading direction (also of our words around the text), and runs
 * of spaces; not the single spaces between words.
 */
const CONTROLS_AND_SPACES = new RegExp(` *[${DISTURBING}][ ${DISTURBING}]*| {2,}`, 'g');

/** Most texts do not match: then there is nothing to tidy between their ends. */
const UNTIDY = new RegExp(`[${DISTURBING}]| {2}`);

/** Whether a text holds control characters, line breaks, marks that turn the reading direction, or several spaces in a row. */
export function isUntidy(text: string): boolean {
  return UNTIDY.test(text);
}

/** The text on one line: no control characters, single spaces, cut to `limit` characters. */
export function singleLine(text: string, limit: number): string {
  // Cut before and after: the first cut bounds the work, the second the result.
  const head = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  return cut((isUntidy(head) ? head.replace(CONTROLS_AND_SPACES, ' ') : head).trim(), limit);
}
