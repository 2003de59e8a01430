import { isFromEnvironment } from './from-environment';
import { inputOf } from './live-value';

/**
 * Shows environment variables that stand for settings: a text field does by itself, a menu gets an entry, and a box shows neither yes nor no, with
 * the variable as its tooltip; so does the box of a text that is neither.
 */
export function showVariables(node: EditorNode): void {
  for (const [setting, { type, value: byDefault }] of Object.entries(node._def.defaults)) {
    const given = node[setting];
    const field = inputOf(node, setting);
    // Node-RED gives a new configuration node no defaults that are false.
    if (typeof byDefault === 'boolean' && setting in node && typeof given !== 'boolean') field.prop('indeterminate', true).attr('title', String(given));
    // The menu of services is Node-RED's, including variables.
    else if (!type && isFromEnvironment(given)) field.filter('select').append(new Option(String(given), String(given), true, true));
  }
}
