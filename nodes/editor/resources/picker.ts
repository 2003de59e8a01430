import './picker.css';
import type { PickerItem, PickerList } from '../../admin/admin-answers';
import type { Chosen } from '../fields/chosen';
import { iconButton, makeElement } from '../make-element';
import { typeWords } from '../words/type-words';

export interface PickerOptions {
  label: string;
  chosen: Chosen[];
  /** Whether what is chosen can be asked for: a flow written by hand may have anything in its place. */
  isIdentifier: (identifier: Chosen['identifier']) => boolean;
  lockedToo: () => boolean;
  /** Fixed: the flow has an area, and `text` names where. Otherwise a person types one, and `text` is what they typed last. */
  area: { fixed: boolean; text: string };
  /** Reads the list for an area; `null` where an area is needed and there is none. Rejects with a message for people. */
  load: (area: string) => Promise<PickerList | null>;
  onChange: (chosen: Chosen[]) => void;
  number: (value: number) => string;
  text: (key: string, values?: Record<string, unknown>) => string;
}

/** A row of the list: an item of the service, or one that was chosen and is no longer offered. */
interface Row extends Omit<PickerItem, 'identifier'> {
  identifier: Chosen['identifier'];
  offered: boolean;
}

const NOT_OFFERED = { type: '', description: '', units: '', format: '', size: '', sizeUnit: '', licence: '', locked: false, offered: false };

let pickers = 0;

export interface Picker {
  /** Reads the list again, for example after another list has narrowed it. */
  reload: () => void;
}

/** A searchable list to choose several items from. All text that comes from the service is set as text. */
export function createPicker(container: HTMLElement, options: PickerOptions): Picker {
  const { text, number } = options;
  const id = `soil-picker-${++pickers}`;
  const chosen = new Map<Row['identifier'], Chosen>(options.chosen.map((one) => [one.identifier, one]));
  let items: PickerItem[] | undefined;
  /** How many more the service has than the list. */
  let more = 0;
  /** What the list shows: what was found, as far as it has the words of the search. */
  let shown: Row[] = [];
  let active = 0;
  let loads = 0;

  const search = makeElement('input', { type: 'search', placeholder: text('picker.search'), 'aria-label': text('picker.search'), 'aria-controls': id });
  const refresh = iconButton('fa-refresh', text('picker.refresh'), () => void load());
  const list = makeElement('ul', { id, role: 'listbox', tabindex: '0', 'aria-multiselectable': 'true', 'aria-label': options.label });
  const status = makeElement('p', { class: 'soil-picker-status', role: 'status', 'aria-live': 'polite' });
  const area = makeElement('input', { type: 'text', spellcheck: 'false', placeholder: text('picker.areaPlaceholder'), 'aria-label': text('picker.area') });
  const bar = makeElement('div', { class: 'soil-picker-bar' });
  bar.append(search, refresh);
  container.classList.add('soil-picker');
  container.append(areaLine(), bar, list, status);

  function areaLine(): HTMLElement {
    const line = makeElement('div', { class: 'soil-picker-area' });
    if (options.area.fixed) {
      line.textContent = text('picker.areaOf', { node: options.area.text });
    } else {
      const label = makeElement('span', {}, text('picker.area'));
      area.value = options.area.text;
      area.addEventListener('change', () => void load());
      line.append(label, area);
    }
    return line;
  }

  function rows(): Row[] {
    const offered = (items ?? []).map((item) => ({ ...item, offered: true }));
    const known = new Set<Row['identifier']>(offered.map(({ identifier }) => identifier));
    const others = [...chosen.values()].filter(({ identifier }) => !known.has(identifier));
    const all = [...others.map((one) => ({ ...NOT_OFFERED, ...one, name: one.name || nameOf(one.identifier) })), ...offered];
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = all.filter((row) => {
      const haystack = `${row.name} ${row.type} ${typeWords(row.type)} ${row.units} ${row.format} ${row.licence} ${row.description} ${row.identifier}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    });
    // "ph" is in "Physical property", too: what is called so comes first.
    const isCalled = ({ name }: Row): boolean => words.every((word) => name.toLowerCase().includes(word));
    return words.length === 0 ? found : [...found.filter(isCalled), ...found.filter((row) => !isCalled(row))];
  }

  /** Of what is known by its identifier alone; a variable names itself. */
  function nameOf(identifier: Row['identifier']): string {
    return typeof identifier === 'string' ? identifier : text('picker.number', { identifier });
  }

  /** What an item was called when it was chosen, where it is called something else now: at another service, its identifier may mean another thing. */
  function nameBefore({ identifier, name }: Pick<Row, 'identifier' | 'name'>): string | undefined {
    const before = chosen.get(identifier)?.name;
    return before && before !== name ? before : undefined;
  }

  function mayToggle(row: Row): boolean {
    return chosen.has(row.identifier) || !row.locked || options.lockedToo();
  }

  function draw(): void {
    shown = rows();
    list.replaceChildren(...shown.map((row, index) => drawRow(row, index)));
    activate(active);
  }

  /** Draws what came. Whoever works by keys goes on at the line that they were at, which may be in another place now. */
  function drawAnew(): void {
    const at = document.activeElement === list ? shown[active]?.identifier : undefined;
    draw();
    if (at !== undefined) move(shown.findIndex(({ identifier }) => identifier === at));
  }

  /** Marks the line that keys act on. The other lines stay as they are, as they do in `toggle`: there may be thousands. */
  function activate(wanted: number): void {
    list.querySelector('.soil-picker-active')?.classList.remove('soil-picker-active');
    active = Math.max(0, Math.min(wanted, shown.length - 1));
    list.children[active]?.classList.add('soil-picker-active');
    if (shown.length > 0) list.setAttribute('aria-activedescendant', `${id}-${active}`);
    else list.removeAttribute('aria-activedescendant');
  }

  function drawRow(row: Row, index: number): HTMLElement {
    const picked = chosen.has(row.identifier);
    const line = makeElement('li', { id: `${id}-${index}`, role: 'option', 'aria-selected': String(picked), 'data-identifier': String(row.identifier) });
    if (!mayToggle(row)) line.setAttribute('aria-disabled', 'true');
    const head = makeElement('div', { class: 'soil-picker-head' });
    head.append(makeElement('i', { class: picked ? 'fa fa-check-square-o' : 'fa fa-square-o', 'aria-hidden': 'true' }), spanOf('soil-picker-name', row.name));
    if (row.type !== '') head.append(makeElement('span', { class: 'soil-picker-tag soil-picker-type', title: row.type }, typeWords(row.type)));
    for (const [kind, value] of [['units', row.units], ['format', row.format], ['size', sizeWords(row, number)], ['licence', row.licence]] as const) {
      if (value !== '') head.append(spanOf(`soil-picker-tag soil-picker-${kind}`, value));
    }
    if (row.locked) head.append(mark('fa fa-lock', text('picker.locked')));
    if (!row.offered && items && typeof row.identifier === 'number') head.append(...attention(text('picker.gone')));
    if (!options.isIdentifier(row.identifier)) head.append(...attention(text('picker.noIdentifier')));
    const before = nameBefore(row);
    if (before !== undefined) head.append(...attention(text('picker.renamed', { name: before })));
    line.append(head);
    if (row.description !== '') line.append(spanOf('soil-picker-description', row.description));
    line.addEventListener('click', () => {
      activate(index);
      toggle(index);
    });
    return line;
  }

  function toggle(index: number): void {
    const row = shown[index];
    if (!row || !mayToggle(row)) return;
    if (!chosen.delete(row.identifier)) chosen.set(row.identifier, { identifier: row.identifier, name: row.name });
    options.onChange([...chosen.values()]);
    if (row.offered) {
      list.children[index]?.replaceWith(drawRow(row, index));
      activate(active);
    } else {
      // What is no longer offered leaves the list with its choice.
      draw();
    }
    tell();
  }

  function tell(): void {
    if (!items) return;
    const offered = new Set<Row['identifier']>(items.map(({ identifier }) => identifier));
    const gone = [...chosen.keys()].filter((identifier) => typeof identifier === 'number' && !offered.has(identifier)).length;
    const parts = items.length === 0 ? [text('picker.foundNone')] : [];
    parts.push(text('picker.found', { found: number(items.length + more), chosen: number(chosen.size) }));
    if (search.value.trim() !== '') parts.push(text('picker.matching', { matching: number(shown.length) }));
    if (gone > 0) parts.push(text('picker.goneCount', { gone: number(gone) }));
    const renamed = items.filter((item) => nameBefore(item) !== undefined).length;
    if (renamed > 0) parts.push(text('picker.renamedCount', { renamed: number(renamed) }));
    if (more > 0) parts.push(text('picker.more', { more: number(more) }));
    say(parts.join(' '), items.length === 0);
  }

  function say(words: string, bad = false): void {
    status.textContent = words;
    status.classList.toggle('soil-data-bad', bad);
  }

  async function load(): Promise<void> {
    const turn = ++loads;
    say(text('picker.loading'));
    list.setAttribute('aria-busy', 'true');
    try {
      const found = await options.load(area.value.trim());
      if (turn !== loads) return;
      items = found?.items;
      more = found?.more ?? 0;
      drawAnew();
      if (found) tell();
      else say(text('picker.areaNeeded'));
    } catch (error) {
      if (turn !== loads) return;
      items = undefined;
      drawAnew();
      say(`${(error as Error).message} ${chosen.size > 0 ? text('picker.remembered') : ''}`.trim(), true);
    } finally {
      if (turn === loads) list.removeAttribute('aria-busy');
    }
  }

  function move(to: number): void {
    activate(to);
    list.querySelector('.soil-picker-active')?.scrollIntoView({ block: 'nearest' });
  }

  list.addEventListener('keydown', (event) => {
    // Those with Ctrl are Node-RED's: Ctrl+Enter is Done.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: Infinity, PageDown: active + 8, PageUp: active - 8 };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === ' ' || event.key === 'Enter') toggle(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  search.addEventListener('input', () => {
    active = 0;
    draw();
    tell();
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') list.focus();
    if (event.key === 'Enter') event.preventDefault();
  });

  draw();
  void load();
  return { reload: () => void load() };
}

/** How much a dataset holds: the service gives a whole number as its digits alone. */
function sizeWords({ size, sizeUnit }: Row, number: (value: number) => string): string {
  return `${/^\d{1,15}$/.test(size) ? number(Number(size)) : size} ${sizeUnit}`.trim();
}

/** A text of the service, in whichever direction it is written. */
function spanOf(className: string, content: string): HTMLElement {
  return makeElement('span', { class: className, dir: 'auto' }, content);
}

/** Words that a person should see, with their sign. */
function attention(words: string): HTMLElement[] {
  return [makeElement('i', { class: 'soil-picker-mark fa fa-exclamation-triangle', 'aria-hidden': 'true' }), spanOf('', words)];
}

function mark(icon: string, meaning: string): HTMLElement {
  return makeElement('i', { class: `soil-picker-mark ${icon}`, role: 'img', 'aria-label': meaning, title: meaning });
}
