import { sharedText } from '../words/shared-text';
import { isFromEnvironment } from './from-environment';
import { named } from './named-rule';
import { settingText } from './setting-text';
import { isEmpty } from './validation';

/** A field of each line of a list, by its name in the flow; an empty optional field is left out of the flow. */
interface EntryField {
  name: string;
  optional?: boolean;
}

/** A setting of soil-profile that is a list of lines with several fields each. */
export interface EntryList {
  setting: 'units' | 'methodNames';
  fields: readonly EntryField[];
  /** What of a filled line conflicts with the rest of its line, or with an earlier line. */
  clash: (entry: Entry, earlier: readonly Entry[]) => Clash | undefined;
}

/** A field, and what is wrong: a key of the words for settings that are not valid. */
interface Clash {
  field: string;
  words: 'unitsClash' | 'unitsTwice' | 'methodNamesClash';
}

/** The trimmed texts of a line, by field. */
type Entry = Record<string, string>;

/** Marks a list from which a person removed a line: removing the only one means that none is wanted. */
const REMOVED = 'soilDataRemoved';

/** The button that removes a line: Node-RED gives it only an icon, and words only for a mouse. */
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
    const found = clash(entry, entries.slice(0, line));
    return found === undefined ? [] : [{ line, field: found.field, words: sharedText(`invalid.${found.words}`) }];
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
    // A setting that is no list has no lines, and stays.
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
      // A line that a person adds is empty: the focus goes into it.
      if (Object.keys(entry).length === 0) window.setTimeout(() => row.children().first().trigger('focus'));
    },
    removeItem: () => {
      list.data(REMOVED, true);
      check();
    },
    removable: true,
    sortable: false,
  });
  addButtonOf(list).attr('aria-describedby', `soil-profile-${setting}-label soil-profile-${setting}-hint`);
  for (const entry of readEntries(node[setting], fields)) list.editableList('addItem', entry);
  check();
}

/** The lines in the open dialog, including empty ones. */
function linesOf({ setting, fields }: EntryList): Entry[] {
  const rows = $(`#soil-profile-${setting}`).editableList('items').toArray();
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field.name, String(inputOf($(row), field).val()).trim()])));
}

/**
 * The list in the open dialog as it is saved: without empty lines and empty optional fields. If nobody changed a line, the former setting stays as it
 * was written, even as an environment variable, as something that is no list, or with its fields in another order or with further ones.
 */
export function savedEntries(node: EditorNode, list: EntryList): unknown {
  const optional = new Set(list.fields.filter((field) => field.optional).map(({ name }) => name));
  const used = linesOf(list).filter(isUsed);
  const before = node[list.setting];
  const isReplaced = !Array.isArray(before) && $(`#soil-profile-${list.setting}`).data(REMOVED) === true;
  if (!isReplaced && JSON.stringify(readEntries(before, list.fields)) === JSON.stringify(used)) return before;
  return used.map((entry) => Object.fromEntries(Object.entries(entry).filter(([name, text]) => text !== '' || !optional.has(name))));
}

/** Every line has what it needs, and none conflicts with itself or with another. */
export function entriesRule(list: EntryList): EditorValidator {
  return named((value) => {
    if (!isEmpty(value) && !Array.isArray(value)) return sharedText(`invalid.${list.setting}`);
    return faultsOf(readEntries(value, list.fields), list)[0]?.words;
  });
}

function addButtonOf(list: JQuery): JQuery {
  return list.closest('.red-ui-editableList').find('.red-ui-editableList-addButton');
}

function inputOf(row: JQuery, { name }: EntryField): JQuery {
  return row.find(`.soil-profile-${name}`);
}

/** A removed line takes the focus with it: for people who use the keyboard, it goes to the next line, or to the button that adds one. */
function passFocusOn(line: JQuery, list: JQuery): void {
  const stays = ':not(.red-ui-editableList-item-deleting)';
  line.children(REMOVE).on('click', () => {
    const near = line.prevAll(stays).first().add(line.nextAll(stays).first()).last().children(REMOVE);
    (near.length > 0 ? near : addButtonOf(list)).trigger('focus');
  });
}
