import { makeElement } from '../make-element';
import { oneLine } from '../one-line';
import { sharedText } from '../words/shared-text';

/** The area as text, to be read and changed: folded away until a person opens it. */
export class TextForm {
  readonly element: HTMLElement;
  private readonly field: HTMLTextAreaElement;

  constructor(onInput: (typed: string) => void) {
    this.field = makeElement('textarea', {
      class: 'soil-map-as-text', rows: '4', spellcheck: 'false',
      'aria-label': sharedText('map.asText'), 'aria-describedby': 'soil-map-problem', placeholder: sharedText('map.textPlaceholder'),
    });
    this.field.addEventListener('input', () => onInput(oneLine(this.field.value.trim())));
    this.element = makeElement('details', { class: 'soil-map-text' });
    this.element.append(makeElement('summary', {}, sharedText('map.asText')), this.field);
  }

  /** Shows the present area; what a person is typing stays as they have it. */
  show(area: string): void {
    if (document.activeElement !== this.field) this.field.value = area;
  }

  /** Shows an area that came otherwise than by typing, also to a person who pasted or dropped it here. */
  replace(area: string): void {
    this.field.value = area;
  }

  mark(isFaulty: boolean): void {
    this.field.setAttribute('aria-invalid', String(isFaulty));
  }
}
