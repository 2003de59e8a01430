import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { settingText } from './setting-text';
import { isEmpty, isFromEnvironment } from './validation';

/** A field of each line of a list, by its name in the flow; an optional one that is empty is not in the flow. */
interface EntryField {
  name: string;
  optional?: boolean;
}

/** A setting of soil-profile that is a list of lines with several fields each. */
export interface EntryList {
  setting: 'units' | 'methodNames';
  fields: readonly EntryField[];
  /** The field of a filled line that does not go with the others of its line, or with a line before it. */
  clash: (entry: Entry, earlier: readonly Entry[]) => string | undefined;
}

/** The texts of a line, by its fields, without the blanks around them. */
export type Entry = Record<string, string>;

/** Of a list, whether a person removed a line: who removes the only one wants none. */
const REMOVED = 'soilDataRemoved';

/** The button of a line that removes it: Node-RED gives it an icon, and its words to a mouse alone. */
const REMOVE = '.red-ui-editableList-item-remove';

function readEntries(given: unknown, fields: readonly EntryField[]): Entry[] {
  const entries: unknown[] = Array.isArray(given) ? given : [];
  return entries.map((entry) => {
    const texts = (entry ?? {}) as Partial<Entry>;
    return Object.fromEntries(fields.map(({ name }) => [name, settingText(texts[name]).trim()]));
  });
}

interface Fault {
  line: number;
  field: string;
  words: string;
}

function faultsOf(entries: readonly Entry[], { setting, fields, clash }: EntryList): Fault[] {
  return entries.flatMap((entry, line) => {
    const missing = fields.filter(({ name, optional }) => !optional && entry[name] === '');
    if (missing.length > 0) return missing.map(({ name }) => ({ line, field: name, words: sharedText(`invalid.${setting}`) }));
    const field = clash(entry, entries.slice(0, line));
    return field === undefined ? [] : [{ line, field, words: sharedText(`invalid.${setting}Clash`) }];
  });
}

function isUsed(entry: Entry): boolean {
  return Object.values(entry).some((text) => text !== '');
}

/** Shows the list of a node's setting in the open dialog, with what is wrong with it below. */
export function showEntries(node: EditorNode, entryList: EntryList): void {
  const { setting, fields } = entryList;
  const list = $(`#soil-profile-${setting}`);
  const problem = $(`#soil-profile-${setting}-problem`);
  const check = (): void => {
    const entries = linesOf(entryList);
    const faults = faultsOf(entries, entryList).filter(({ line }) => isUsed(entries[line] ?? {}));
    for (const [line, row] of list.editableList('items').toArray().entries()) {
      for (const field of fields) {
        const isFaulty = faults.some((fault) => fault.line === line && fault.field === field.name);
        inputOf($(row), field).toggleClass('input-error', isFaulty).attr('aria-invalid', String(isFaulty));
      }
    }
    // What is no list has no line, and stays.
    const isList = Array.isArray(node[setting]) || isFromEnvironment(node[setting]);
    problem.text(faults[0]?.words ?? (isList || savedEntries(node, entryList) !== node[setting] ? '' : sharedText(`invalid.${setting}`)));
  };
  list.editableList<Entry>({
    addItem: (row, _index, entry) => {
      for (const field of fields) {
        const words = node._(`soil-profile.placeholder.${field.name}`);
        const input = $(`<input type="text" class="soil-profile-${field.name}">`).attr('placeholder', words);
        row.append(input.attr('aria-label', words).val(entry[field.name] ?? ''));
      }
      row.addClass('soil-profile-row').on('change', check);
      row.children().attr('aria-describedby', problem.attr('id') ?? '');
      row.siblings(REMOVE).attr('aria-label', node._('soil-profile.label.removeLine'));
      passFocusOn(row.parent(), list);
      // Of a line that a person adds, nothing is known yet: they go on in it.
      if (Object.keys(entry).length === 0) window.setTimeout(() => row.children().first().trigger('focus'));
    },
    removeItem: () => {
      list.data(REMOVED, true);
      check();
    },
    removable: true,
    sortable: false,
  });
  for (const entry of readEntries(node[setting], fields)) list.editableList('addItem', entry);
  check();
}

/** The lines in the open dialog, with those that are empty. */
function linesOf({ setting, fields }: EntryList): Entry[] {
  const rows = $(`#soil-profile-${setting}`).editableList('items').toArray();
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field.name, String(inputOf($(row), field).val()).trim()])));
}

/**
 * The list in the open dialog as it is saved: without its empty lines, and without optional fields that are empty. What a node had stays as it was
 * written, also as an environment variable, as what is no list, or with its fields in another order or further ones in it, where nobody changed a line.
 */
export function savedEntries(node: EditorNode, list: EntryList): unknown {
  const optional = new Set(list.fields.filter((field) => field.optional).map(({ name }) => name));
  const used = linesOf(list).filter(isUsed);
  const before = node[list.setting];
  const isReplaced = !Array.isArray(before) && $(`#soil-profile-${list.setting}`).data(REMOVED) === true;
  if (!isReplaced && JSON.stringify(readEntries(before, list.fields)) === JSON.stringify(used)) return before;
  return used.map((entry) => Object.fromEntries(Object.entries(entry).filter(([name, text]) => text !== '' || !optional.has(name))));
}

/** Every line has what it needs, and none is at odds with itself or with another. */
export function entriesRule(list: EntryList): EditorValidator {
  return named(function (value, _options) {
    if (!isEmpty(value) && !Array.isArray(value)) return sharedText(`invalid.${list.setting}`);
    return faultsOf(readEntries(value, list.fields), list)[0]?.words ?? true;
  });
}

function inputOf(row: JQuery, { name }: EntryField): JQuery {
  return row.find(`.soil-profile-${name}`);
}

/** A line takes the focus along where it is removed: whoever works by keys goes on at the next line, or at the button that adds one. */
function passFocusOn(line: JQuery, list: JQuery): void {
  const stays = ':not(.red-ui-editableList-item-deleting)';
  line.children(REMOVE).on('click', () => {
    const near = line.prevAll(stays).first().add(line.nextAll(stays).first()).last().children(REMOVE);
    (near.length > 0 ? near : list.closest('.red-ui-editableList').find('.red-ui-editableList-addButton')).trigger('focus');
  });
}
