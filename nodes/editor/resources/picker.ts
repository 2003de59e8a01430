import './picker.css';
import type { PickerItem, PickerList } from '../../admin/admin-answers';
import type { Chosen } from '../fields/chosen';
import { iconButton, makeElement } from '../make-element';
import { Choice } from '../picker/choice';
import { Listbox } from '../picker/listbox';
import { matching, rowsOf, type Row } from '../picker/row';
import { makeRowLine } from '../picker/row-line';
import { whenLate } from '../when-late';
import { sharedText } from '../words/shared-text';
import { shownNumber } from '../words/shown-values';

interface PickerOptions {
  label: string;
  chosen: Chosen[];
  /** Whether a choice can be asked for: a flow written by hand may have anything in its place. */
  isIdentifier: (identifier: Chosen['identifier']) => boolean;
  lockedToo: () => boolean;
  /** Fixed: the flow has an area, and `text` names its node. Otherwise a person types one, and `text` is the last. `null`: the list needs no area. */
  area: { fixed: boolean; text: string } | null;
  /** Reads the list for an area; `null` if an area is needed and there is none. Rejects with a message for people. */
  load: (area: string) => Promise<PickerList | null>;
  onChange: (chosen: Chosen[]) => void;
  /** Called when a person typed another area here. */
  onArea: (area: string) => void;
}

let pickers = 0;

/** A searchable list to choose several items from. */
export class Picker {
  private readonly choice: Choice;
  private items: PickerItem[] | undefined;
  /** How many items the service has beyond the list. */
  private more = 0;
  private loads = 0;
  private readonly area: HTMLInputElement;
  private readonly search: HTMLInputElement;
  /** Shows the items found that contain the words of the search. */
  private readonly list: Listbox;
  private readonly status = makeElement('p', { class: 'soil-picker-status', role: 'status', 'aria-live': 'polite' });

  constructor(
    container: HTMLElement,
    private readonly options: PickerOptions,
  ) {
    const { label, chosen } = options;
    const id = `soil-picker-${++pickers}`;
    this.choice = new Choice(chosen);
    this.area = makeElement('input', { type: 'text', spellcheck: 'false', placeholder: sharedText('picker.areaPlaceholder'), 'aria-label': sharedText('picker.area') });
    this.search = makeElement('input', { type: 'search', placeholder: sharedText('picker.search'), 'aria-label': sharedText('picker.search'), 'aria-controls': id });
    this.list = new Listbox({ id, label, line: (lineId, row) => this.lineOf(lineId, row), onToggle: (row, index) => this.toggle(row, index) });
    const bar = makeElement('div', { class: 'soil-picker-bar' });
    bar.append(this.search, iconButton('fa-refresh', sharedText('picker.refresh'), () => this.reload()));
    container.classList.add('soil-picker');
    // Several pickers may be open, with the same names of fields and buttons.
    container.setAttribute('role', 'group');
    container.setAttribute('aria-label', label);
    // The status is above the list: below it, the advice for an empty list would lie under the edge of the dialog.
    container.append(...this.areaLine(), bar, this.status, this.list.element);
    this.listenToSearch();
    this.list.show(this.rows());
    this.reload();
  }

  /** Reads the list again, for example after another list has narrowed it. */
  reload(): void {
    void this.load();
  }

  /** Takes the area that a person typed for another list of the dialog. */
  takeArea(area: string): void {
    if (this.area.value === area) return;
    this.area.value = area;
    this.reload();
  }

  private areaLine(): HTMLElement[] {
    const { area } = this.options;
    if (!area) return [];
    const line = makeElement('div', { class: 'soil-picker-area' });
    if (area.fixed) {
      line.textContent = sharedText('picker.areaOf', { node: area.text });
    } else {
      const label = makeElement('span', {}, sharedText('picker.area'));
      this.area.value = area.text;
      this.area.addEventListener('change', () => {
        this.reload();
        this.options.onArea(this.area.value);
      });
      line.append(label, this.area);
    }
    return [line];
  }

  private listenToSearch(): void {
    this.search.addEventListener('input', () => {
      this.list.show(this.rows(), 0);
      this.tell();
    });
    this.search.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') this.list.focus();
      if (event.key === 'Enter') event.preventDefault();
    });
  }

  private async load(): Promise<void> {
    const turn = ++this.loads;
    this.say(sharedText('picker.loading'));
    this.list.element.setAttribute('aria-busy', 'true');
    const inTime = whenLate(() => turn === this.loads && this.say(sharedText('picker.late')));
    try {
      const found = await this.options.load(this.area.value.trim());
      if (turn !== this.loads) return;
      this.items = found?.items;
      this.more = found?.more ?? 0;
      this.list.showAnew(this.rows());
      if (found) this.tell();
      else this.say(sharedText('picker.areaNeeded'));
    } catch (error) {
      if (turn !== this.loads) return;
      this.items = undefined;
      this.list.showAnew(this.rows());
      this.say(`${(error as Error).message} ${this.choice.size > 0 ? sharedText('picker.remembered') : ''}`.trim(), true);
    } finally {
      inTime();
      if (turn === this.loads) this.list.element.removeAttribute('aria-busy');
    }
  }

  private rows(): Row[] {
    return matching(rowsOf(this.items ?? [], this.choice, (identifier) => this.nameOf(identifier)), this.search.value);
  }

  /** A name for what is known only by its identifier; a variable names itself. */
  private nameOf(identifier: Row['identifier']): string {
    return typeof identifier === 'string' ? identifier : sharedText('picker.number', { identifier });
  }

  private lineOf(id: string, row: Row): HTMLElement {
    const state = {
      isChosen: this.choice.has(row),
      mayToggle: this.mayToggle(row),
      isGone: !row.offered && this.items !== undefined && typeof row.identifier === 'number',
      isIdentifier: this.options.isIdentifier(row.identifier),
      nameBefore: this.choice.nameBefore(row),
    };
    return makeRowLine(id, row, state);
  }

  private mayToggle(row: Row): boolean {
    return this.choice.has(row) || !row.locked || this.options.lockedToo();
  }

  private toggle(row: Row, index: number): void {
    if (!this.mayToggle(row)) return;
    this.choice.toggle(row);
    this.options.onChange(this.choice.all());
    if (row.offered) this.list.redraw(row, index);
    // What is no longer offered leaves the list with its choice.
    else this.list.show(this.rows());
    this.tell();
  }

  /** Says what the list shows, once there is one. */
  private tell(): void {
    const { items, more, choice, search, list } = this;
    if (!items) return;
    const isOfAnArea = this.options.area?.fixed || this.area.value.trim() !== '';
    const parts = items.length === 0 ? [sharedText(isOfAnArea ? 'picker.foundNone' : 'picker.foundNothing')] : [];
    parts.push(sharedText('picker.found', { found: shownNumber(items.length + more), chosen: shownNumber(choice.size) }));
    if (search.value.trim() !== '') parts.push(sharedText('picker.matching', { matching: shownNumber(list.size) }));
    const gone = choice.notAmong(items).filter(({ identifier }) => typeof identifier === 'number').length;
    if (gone > 0) parts.push(sharedText('picker.goneCount', { gone: shownNumber(gone) }));
    const renamed = items.filter((item) => choice.nameBefore(item) !== undefined).length;
    if (renamed > 0) parts.push(sharedText('picker.renamedCount', { renamed: shownNumber(renamed) }));
    if (more > 0) parts.push(sharedText('picker.more', { more: shownNumber(more) }));
    this.say(parts.join(' '), items.length === 0);
  }

  private say(words: string, isBad = false): void {
    this.status.textContent = words;
    this.status.classList.toggle('soil-data-bad', isBad);
  }
}
