import { isFromEnvironment } from './validation';

/** The settings that are environment variables, of each node that was opened, as they were then. */
const opened = new WeakMap<EditorNode, [setting: string, variable: string][]>();

/** The field of a setting in the dialog of a node. */
export function inputOf(node: EditorNode, setting: string): JQuery {
  return $(`#${node._def.category === 'config' ? 'node-config-input' : 'node-input'}-${setting}`);
}

/**
 * Shows the environment variables that a node's settings are: a text field does by itself, a menu gets an entry, and a box has neither yes nor no,
 * and the variable for who points at it.
 */
export function showVariables(node: EditorNode): void {
  const { defaults } = node._def;
  // Which services there are, from variables too, Node-RED knows.
  const settings = Object.keys(defaults).filter((setting) => isFromEnvironment(node[setting]) && !defaults[setting]?.type);
  const variables = settings.map((setting): [string, string] => [setting, String(node[setting])]);
  opened.set(node, variables);
  for (const [setting, variable] of variables) {
    const field = inputOf(node, setting);
    field.filter('[type=checkbox]').prop('indeterminate', true).attr('title', variable);
    field.filter('select').append(new Option(variable, variable, true, true));
  }
}

/**
 * Leaves the variables that a box or a list would put something else in the place of: that of a box that nobody pressed, and that of a list into
 * which nothing was put. To be called when the dialog has written its lists, and before Node-RED reads the fields.
 */
export function keepVariables(node: EditorNode): void {
  for (const [setting, variable] of opened.get(node) ?? []) {
    const field = inputOf(node, setting);
    const list = node[setting];
    // Of a box, Node-RED reads a yes or no.
    if (field.prop('indeterminate') === true) field.attr('type', 'hidden').val(variable);
    else if (Array.isArray(list) && list.length === 0) node[setting] = variable;
  }
}
