import { named } from '../fields/field-name';
import { sharedText } from '../words/shared-text';

/** A unit that a property is to be given in. */
interface WantedUnit {
  property: string;
  unit: string;
}

function readUnits(setting: unknown): WantedUnit[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  return entries.map((entry) => {
    const { property = '', unit = '' } = (entry ?? {}) as Partial<WantedUnit>;
    return { property: String(property), unit: String(unit) };
  });
}

/** The button of a line that removes it: Node-RED gives it an icon, and its words to a mouse alone. */
const REMOVE = '.red-ui-editableList-item-remove';

/** Prepares the dialog of soil-profile: the fields that the choices need, and the list of wanted units. */
export function prepareProfileDialog(node: EditorNode): void {
  const slices = $('#node-input-slices');
  const group = $('#node-input-group');
  const show = (): void => {
    $('.soil-profile-own').toggle(slices.val() === 'own');
    $('.soil-profile-h3').toggle(group.val() === 'h3');
  };
  slices.on('change', show);
  group.on('change', show);
  show();

  const list = $('#soil-profile-units');
  const problem = $('#soil-profile-units-problem');
  const check = (): void => {
    let isWhole = true;
    for (const row of list.editableList('items').toArray()) {
      const fields = $(row).find('input');
      const isHalf = new Set(fields.toArray().map((field) => $(field).val() === '')).size > 1;
      for (const field of fields.toArray()) markFaulty($(field), isHalf && $(field).val() === '');
      isWhole &&= !isHalf;
    }
    problem.text(isWhole ? '' : sharedText('invalid.units'));
  };
  list.editableList<WantedUnit>({
    addItem: (row, _index, wanted) => {
      const property = $('<input type="text" class="soil-profile-property">').attr('placeholder', node._('soil-profile.placeholder.property'));
      const unit = $('<input type="text" class="soil-profile-unit">').attr('placeholder', node._('soil-profile.placeholder.unit'));
      property.attr('aria-label', node._('soil-profile.placeholder.property')).val(wanted.property ?? '');
      unit.attr('aria-label', node._('soil-profile.placeholder.unit')).val(wanted.unit ?? '');
      row.addClass('soil-profile-row').append(property, unit).on('change', check);
      row.children().attr('aria-describedby', problem.attr('id') ?? '');
      row.siblings(REMOVE).attr('aria-label', node._('soil-profile.label.removeUnit'));
      passFocusOn(row.parent(), list);
      // Of a line that a person adds, nothing is known yet: they go on in it.
      if (wanted.property === undefined) window.setTimeout(() => property.trigger('focus'));
    },
    removeItem: check,
    removable: true,
    sortable: false,
  });
  for (const wanted of readUnits(node.units)) list.editableList('addItem', wanted);
  check();
}

/** A line takes the focus along where it is removed: whoever works by keys goes on at the next line, or at the button that adds one. */
function passFocusOn(line: JQuery, list: JQuery): void {
  const stays = ':not(.red-ui-editableList-item-deleting)';
  line.children(REMOVE).on('click', () => {
    const near = line.prevAll(stays).first().add(line.nextAll(stays).first()).last().children(REMOVE);
    (near.length > 0 ? near : list.closest('.red-ui-editableList').find('.red-ui-editableList-addButton')).trigger('focus');
  });
}

function markFaulty(field: JQuery, isFaulty: boolean): void {
  field.toggleClass('input-error', isFaulty).attr('aria-invalid', String(isFaulty));
}

export function saveProfileDialog(node: EditorNode): void {
  const rows = $('#soil-profile-units').editableList('items').toArray();
  node.units = rows
    .map((row) => ({
      property: String($(row).find('.soil-profile-property').val()).trim(),
      unit: String($(row).find('.soil-profile-unit').val()).trim(),
    }))
    .filter(({ property, unit }) => property !== '' || unit !== '');
}

/** Every line has a property and a unit. */
export function unitsRule(): EditorValidator {
  return named(function (value, _options) {
    return readUnits(value).every(({ property, unit }) => property !== '' && unit !== '') || sharedText('invalid.units');
  });
}
