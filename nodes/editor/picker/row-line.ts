import { makeElement } from '../make-element';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';
import { typeWords } from '../words/type-words';
import type { Row } from './row';

/** What a line shows besides the row itself. */
interface RowState {
  isChosen: boolean;
  mayToggle: boolean;
  /** The service was asked, and no longer offers it. */
  isGone: boolean;
  /** Whether it can be asked for. */
  isIdentifier: boolean;
  /** What it was called when it was chosen, if that was something else. */
  nameBefore: string | undefined;
}

/** The line of a row. Everything from the service is set as text, never as HTML. */
export function makeRowLine(id: string, row: Row, { isChosen, mayToggle, isGone, isIdentifier, nameBefore }: RowState): HTMLElement {
  const line = makeElement('li', { id, role: 'option', 'aria-selected': String(isChosen), 'data-identifier': String(row.identifier) });
  if (!mayToggle) line.setAttribute('aria-disabled', 'true');
  const head = makeElement('div', { class: 'soil-picker-head' });
  head.append(makeElement('i', { class: isChosen ? 'fa fa-check-square-o' : 'fa fa-square-o', 'aria-hidden': 'true' }), spanOf('soil-picker-name', row.name));
  if (row.type !== '') head.append(makeElement('span', { class: 'soil-picker-tag soil-picker-type', title: row.type }, typeWords(row.type)));
  for (const [kind, value] of [['units', row.units], ['format', row.format], ['size', sizeWords(row)], ['licence', row.licence]] as const) {
    if (value !== '') head.append(spanOf(`soil-picker-tag soil-picker-${kind}`, value));
  }
  if (row.locked) head.append(mark('fa fa-lock', sharedText('picker.locked')));
  if (isGone) head.append(...attention(sharedText('picker.gone')));
  if (!isIdentifier) head.append(...attention(sharedText('picker.noIdentifier')));
  if (nameBefore !== undefined) head.append(...attention(sharedText('picker.renamed', { name: nameBefore })));
  line.append(head);
  if (row.description !== '') line.append(spanOf('soil-picker-description', row.description));
  return line;
}

/** How much a dataset holds: the service gives a whole number as bare digits. */
function sizeWords({ size, sizeUnit }: Row): string {
  return `${/^\d{1,15}$/.test(size) ? shownNumber(Number(size)) : size} ${sizeUnit}`.trim();
}

/** A text of the service, in whichever direction it is written. */
function spanOf(className: string, content: string): HTMLElement {
  return makeElement('span', { class: className, dir: 'auto' }, content);
}

/** Words that deserve attention, with a warning sign. */
function attention(words: string): HTMLElement[] {
  return [makeElement('i', { class: 'soil-picker-mark fa fa-exclamation-triangle', 'aria-hidden': 'true' }), spanOf('', words)];
}

function mark(icon: string, meaning: string): HTMLElement {
  return makeElement('i', { class: `soil-picker-mark ${icon}`, role: 'img', 'aria-label': meaning, title: meaning });
}
