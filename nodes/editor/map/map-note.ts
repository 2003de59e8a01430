import { makeElement } from '../make-element';

/** What a note is: how the tool in use works, a complaint about what a person has done, or anything else. */
type Kind = 'hint' | 'complaint' | 'news';

/** The line that says how the tool in use works, or what went wrong. */
export class MapNote {
  readonly element = makeElement('p', { id: 'soil-map-note', class: 'soil-map-note', role: 'status', 'aria-live': 'polite' });
  private kind: Kind = 'news';
  /** The field that the complaint is about. */
  private field: HTMLElement | undefined;

  say(words: string, kind: Kind = 'news', field?: HTMLElement): void {
    this.field?.removeAttribute('aria-describedby');
    field?.setAttribute('aria-describedby', this.element.id);
    [this.kind, this.field] = [kind, field];
    this.element.textContent = words;
    this.element.classList.toggle('soil-data-bad', kind === 'complaint');
  }

  /** Removes what no longer holds, such as the hint of a tool that was put down. What was said since, and is of another kind, stays. */
  forget(kind: Kind): void {
    if (this.kind === kind) this.say('');
  }
}
