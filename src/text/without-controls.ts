import { TURNING_MARKS } from './turning-marks';

/** Controls, line ends and marks of direction: in a log they would begin a new line, be commands to a terminal, or turn our words around. */
const CONTROLS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${TURNING_MARKS}]`, 'g');

/** A text with words of strangers in it, made safe for a message or a log. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}
