import { isFromEnvironment } from './validation';

/** The field of a setting in the dialog of a node. */
export function inputOf(node: EditorNode, setting: string): JQuery {
  return $(`#${node._def.category === 'config' ? 'node-config-input' : 'node-input'}-${setting}`);
}

/**
 * Shows the environment variables that a node's settings are: a text field does by itself, a menu gets an entry, and a box has neither yes nor no,
 * and the variable for who points at it.
 */
export function showVariables(node: EditorNode): void {
  for (const [setting, { type }] of Object.entries(node._def.defaults)) {
    // Which services there are, from variables too, Node-RED knows.
    if (type || !isFromEnvironment(node[setting])) continue;
    const variable = String(node[setting]);
    const field = inputOf(node, setting);
    field.filter('[type=checkbox]').prop('indeterminate', true).attr('title', variable);
    field.filter('select').append(new Option(variable, variable, true, true));
  }
}

/** Leaves the variable of a box that nobody pressed, of which Node-RED would read a yes or no. To be called before Node-RED reads the fields. */
export function keepVariables(node: EditorNode): void {
  for (const setting of Object.keys(node._def.defaults)) {
    const field = inputOf(node, setting);
    if (field.prop('indeterminate') === true) field.attr('type', 'hidden').val(String(node[setting]));
  }
}
