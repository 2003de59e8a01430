import { inputOf } from './live-value';

/** Key of what a field showed before anybody changed it. */
const SHOWN = 'soilDataShown';

/** What a field says; `null` for a box with neither yes nor no. */
function stateOf(field: JQuery): string | number | string[] | boolean | null {
  if (!field.is(':checkbox')) return field.val() ?? null;
  return field.prop('indeterminate') === true ? null : field.prop('checked') === true;
}

function fieldsOf(node: EditorNode): [setting: string, field: JQuery][] {
  return Object.keys(node._def.defaults).map((setting): [string, JQuery] => [setting, inputOf(node, setting)]).filter(([, field]) => field.length > 0);
}

/** Notes what the fields of a dialog show. To be called once all of them are filled in. */
export function noteFields(node: EditorNode): void {
  for (const [, field] of fieldsOf(node)) field.data(SHOWN, stateOf(field));
}

/**
 * Keeps settings whose fields nobody changed: a field cannot show everything that a flow may have, such as a line break, or a list in the place of a
 * text, and Node-RED would take what the field made of it for a change. Node-RED skips a setting that has no field. To be called before Node-RED
 * reads the fields.
 */
export function keepUnchanged(node: EditorNode): void {
  for (const [setting, field] of fieldsOf(node)) {
    if (field.data(SHOWN) === stateOf(field)) field.removeAttr('id');
    // To Node-RED, an emptied field equals the number 0, and is no change.
    else if (node[setting] === 0) node[setting] = '0';
  }
}
