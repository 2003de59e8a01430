import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { isEmpty } from './validation';

/** A field of each line of a list, by its name in the flow; an optional one that is empty is not in the flow. */
interface EntryField {
  name: string;
  optional?: boolean;
}

/** A setting of soil-profile that is a list of lines with several fields each. */
export interface EntryList {
  setting: 'units' | 'methodNames';
  fields: readonly EntryField[];
}

type Entry = Record<string, string>;

/** The button of a line that removes it: Node-RED gives it an icon, and its words to a mouse alone. */
const REMOVE = '.red-ui-editableList-item-remove';

function readEntries(given: unknown, fields: readonly EntryField[]): Entry[] {
  const entries: unknown[] = Array.isArray(given) ? given : [];
  return entries.map((entry) => {
    const texts = (entry ?? {}) as Partial<Entry>;
    return Object.fromEntries(fields.map(({ name }) => [name, String(texts[name] ?? '')]));
  });
}

/** Shows the list of a node's setting in the open dialog, with what is wrong with it below. */
export function showEntries(node: EditorNode, { setting, fields }: EntryList): void {
  const list = $(`#soil-profile-${setting}`);
  const problem = $(`#soil-profile-${setting}-problem`);
  const check = (): void => {
    let isWhole = true;
    for (const row of list.editableList('items').toArray()) {
      const inputs = fields.map((field) => ({ ...field, input: inputOf($(row), field) }));
      const isUsed = inputs.some(({ input }) => input.val() !== '');
      for (const { input, optional } of inputs) {
        const isFaulty = isUsed && !optional && input.val() === '';
        input.toggleClass('input-error', isFaulty).attr('aria-invalid', String(isFaulty));
        isWhole &&= !isFaulty;
      }
    }
    problem.text(isWhole ? '' : sharedText(`invalid.${setting}`));
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
    removeItem: check,
    removable: true,
    sortable: false,
  });
  for (const entry of readEntries(node[setting], fields)) list.editableList('addItem', entry);
  check();
}

/** The list in the open dialog, without its empty lines. */
export function shownEntries({ setting, fields }: EntryList): Entry[] {
  const rows = $(`#soil-profile-${setting}`).editableList('items').toArray();
  const entries = rows.map((row) => {
    const entry: Entry = {};
    for (const field of fields) {
      const text = String(inputOf($(row), field).val()).trim();
      if (text !== '' || !field.optional) entry[field.name] = text;
    }
    return entry;
  });
  return entries.filter((entry) => Object.values(entry).some((text) => text !== ''));
}

/** Every line has what it needs. */
export function entriesRule({ setting, fields }: EntryList): EditorValidator {
  const needed = fields.filter(({ optional }) => !optional);
  return named(function (value, _options) {
    if (!isEmpty(value) && !Array.isArray(value)) return sharedText(`invalid.${setting}`);
    return readEntries(value, needed).every((entry) => Object.values(entry).every((text) => text.trim() !== '')) || sharedText(`invalid.${setting}`);
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
