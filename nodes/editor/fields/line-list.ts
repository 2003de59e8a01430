import { listEntries } from '../../../src/foreign/list-entries';
import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { isEmpty, isFromEnvironment } from './validation';

/** Settings that are lists of texts, one per line. */
type LineSetting = 'licences' | 'noValues';

/** Shows the list that a node has, one entry per line. */
export function showLines(node: EditorNode, setting: LineSetting): void {
  $(`#soil-${setting}`).val(linesOf(node[setting]));
}

function linesOf(given: unknown): string {
  // What is no list stays in sight, as the text that it is.
  const entries = isFromEnvironment(given) ? [] : (listEntries(given) ?? [given]);
  return entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');
}

/** The list of the open dialog as it is saved: what a node had, however it is written, where nobody changed a line. */
export function savedLines(node: EditorNode, setting: LineSetting): unknown {
  const shown = String($(`#soil-${setting}`).val());
  if (shown === linesOf(node[setting])) return node[setting];
  return shown.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

/** A list of texts, or of numbers where they are values; empty is none. */
export function linesRule(setting: LineSetting): EditorValidator {
  const types = setting === 'noValues' ? ['string', 'number'] : ['string'];
  return named(function (value, _options) {
    if (isEmpty(value) || isFromEnvironment(value)) return true;
    const entries = listEntries(value);
    return entries?.every((entry) => types.includes(typeof entry)) ? true : sharedText(`invalid.${setting}`);
  });
}
