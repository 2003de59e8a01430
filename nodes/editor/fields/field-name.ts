import { sharedText } from '../words/shared-text';

/** What the dialog of a node calls the setting that a rule belongs to; `undefined` if the rule belongs to none directly. */
function fieldName({ type, _def: { defaults, credentials } }: EditorNode, rule: EditorValidator): string | undefined {
  const setting = Object.entries({ ...defaults, ...credentials }).find(([, { validate }]) => validate === rule)?.[0];
  return setting && RED._(`node-red-contrib-soil-data/${type}:${type}.label.${setting}`);
}

/** A rule whose words begin with the name of its field: Node-RED also shows them on the flow, where no field is visible. */
export function named(rule: EditorValidator): EditorValidator {
  const namedRule: EditorValidator = function (value, options) {
    const found = rule.call(this, value, options);
    const name = typeof found === 'string' ? fieldName(this, namedRule) : undefined;
    return name ? sharedText('invalid.field', { field: name, problem: found }) : found;
  };
  return namedRule;
}
