/** Controls, line ends and marks of direction: in a log they would begin a line of their own, give orders to a terminal, or turn our words around. */
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A text with words of strangers in it, as it may stand in a message or a log. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, ' ');
}
