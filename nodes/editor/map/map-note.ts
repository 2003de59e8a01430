import { makeElement } from '../make-element';

/** The line that says how the tool in use works, or what went wrong. */
export class MapNote {
  readonly element = makeElement('p', { id: 'soil-map-note', class: 'soil-map-note', role: 'status', 'aria-live': 'polite' });
  /** The field that the complaint is about. */
  private field: HTMLElement | undefined;
  private isHint = false;

  say(words: string): void {
    this.tell(words, false);
  }

  /** Says how the tool in use works. */
  hint(words: string): void {
    this.tell(words, false);
    this.isHint = true;
  }

  /** Removes the hint of a tool that is no longer in use. What was said since stays: bringing a file puts the tool down, too. */
  forgetHint(): void {
    if (this.isHint) this.say('');
  }

  complain(words: string, field?: HTMLElement): void {
    this.tell(words, true);
    this.field = field;
    field?.setAttribute('aria-describedby', this.element.id);
  }

  /** Removes a complaint about what was done before another area was given. A hint of the tool in use stays. */
  forgetComplaint(): void {
    if (this.element.classList.contains('soil-data-bad')) this.say('');
  }

  private tell(words: string, isBad: boolean): void {
    this.field?.removeAttribute('aria-describedby');
    this.isHint = false;
    this.element.textContent = words;
    this.element.classList.toggle('soil-data-bad', isBad);
  }
}
