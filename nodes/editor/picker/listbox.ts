import { makeElement } from '../make-element';
import type { Row } from './row';

/** Lines that the page keys move up or down. */
const PAGE = 8;

interface ListboxOptions {
  /** Id of the element; the ids of the lines begin with it. */
  id: string;
  label: string;
  line: (id: string, row: Row) => HTMLElement;
  /** Called when a person presses a line, or a key at it. */
  onToggle: (row: Row, index: number) => void;
}

/** The rows shown, and the line among them that keys act on. */
export class Listbox {
  readonly element: HTMLElement;
  private rows: Row[] = [];
  private active = 0;

  constructor(private readonly options: ListboxOptions) {
    const { id, label } = options;
    this.element = makeElement('ul', { id, role: 'listbox', tabindex: '0', 'aria-multiselectable': 'true', 'aria-label': label });
    this.element.addEventListener('keydown', (event) => this.pressed(event));
  }

  /** How many rows are shown. */
  get size(): number {
    return this.rows.length;
  }

  focus(): void {
    this.element.focus();
  }

  /** @param active the line that keys act on; by default, the one in the same place as before */
  show(rows: Row[], active = this.active): void {
    this.rows = rows;
    this.element.replaceChildren(...rows.map((row, index) => this.lineOf(row, index)));
    this.activate(active);
  }

  /** Shows new rows. Keys go on acting on the same row, which may be in another place now. */
  showAnew(rows: Row[]): void {
    const at = document.activeElement === this.element ? this.rows[this.active]?.identifier : undefined;
    this.show(rows);
    if (at !== undefined) this.move(rows.findIndex(({ identifier }) => identifier === at));
  }

  /** Draws one line anew. Like `activate`, it leaves the others alone: there may be thousands. */
  redraw(row: Row, index: number): void {
    this.element.children[index]?.replaceWith(this.lineOf(row, index));
    this.activate(this.active);
  }

  private lineOf(row: Row, index: number): HTMLElement {
    const line = this.options.line(this.lineId(index), row);
    line.addEventListener('click', () => {
      this.activate(index);
      this.toggle(index);
    });
    return line;
  }

  private lineId(index: number): string {
    return `${this.options.id}-${index}`;
  }

  private toggle(index: number): void {
    const row = this.rows[index];
    if (row) this.options.onToggle(row, index);
  }

  private pressed(event: KeyboardEvent): void {
    // Keys with Ctrl are Node-RED's: Ctrl+Enter is Done.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { active } = this;
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: Infinity, PageDown: active + PAGE, PageUp: active - PAGE };
    const to = steps[event.key];
    if (to !== undefined) this.move(to);
    else if (event.key === ' ' || event.key === 'Enter') this.toggle(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private move(to: number): void {
    this.activate(to);
    this.activeLine()?.scrollIntoView({ block: 'nearest' });
  }

  /** Marks the line that keys act on. */
  private activate(wanted: number): void {
    this.activeLine()?.classList.remove('soil-picker-active');
    this.active = Math.max(0, Math.min(wanted, this.rows.length - 1));
    this.element.children[this.active]?.classList.add('soil-picker-active');
    if (this.rows.length > 0) this.element.setAttribute('aria-activedescendant', this.lineId(this.active));
    else this.element.removeAttribute('aria-activedescendant');
  }

  private activeLine(): Element | null {
    return this.element.querySelector('.soil-picker-active');
  }
}
