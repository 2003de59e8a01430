import { inputOf } from './live-value';
import { isFromEnvironment } from './validation';

/**
 * Shows the environment variables that a node's settings are: a text field does by itself, a menu gets an entry, and a box has neither yes nor no,
 * and the variable for who points at it; so has the box of a text that says neither.
 */
export function showVariables(node: EditorNode): void {
  for (const [setting, { type, value: byDefault }] of Object.entries(node._def.defaults)) {
    const given = node[setting];
    const field = inputOf(node, setting);
    // Node-RED gives a configuration node that is new none of the defaults that say no.
    if (typeof byDefault === 'boolean' && setting in node && typeof given !== 'boolean') field.prop('indeterminate', true).attr('title', String(given));
    // Which services there are, from variables too, Node-RED knows.
    else if (!type && isFromEnvironment(given)) field.filter('select').append(new Option(String(given), String(given), true, true));
  }
}
