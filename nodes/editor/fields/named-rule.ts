import { sharedText } from '../words/shared-text';
import { isFromEnvironment } from './from-environment';

/** What the dialog of a node calls the setting that a rule belongs to; `undefined` if the rule belongs to none directly. */
function fieldName({ type, _def: { defaults, credentials } }: EditorNode, rule: EditorValidator): string | undefined {
  const setting = Object.entries({ ...defaults, ...credentials }).find(([, { validate }]) => validate === rule)?.[0];
  return setting && RED._(`node-red-contrib-soil-data/${type}:${type}.label.${setting}`);
}

/** Finds what is wrong with a value of a setting; `undefined` if nothing is. */
type FindProblem = (value: unknown, node: EditorNode) => string | undefined;

/**
 * A rule for a setting. Its words begin with the name of its field: Node-RED also shows them on the flow, where no field is visible. The value of an
 * environment variable is for the runtime to check.
 */
export function named(find: FindProblem): EditorValidator {
  const rule: EditorValidator = function (value, _options) {
    const problem = isFromEnvironment(value) ? undefined : find(value, this);
    const name = problem === undefined ? undefined : fieldName(this, rule);
    return name ? sharedText('invalid.field', { field: name, problem }) : (problem ?? true);
  };
  return rule;
}

/** What a rule finds wrong with a value; `undefined` if nothing is, or if there is no rule. */
export function problemBy(rule: EditorValidator | undefined, value: unknown, node: EditorNode): string | undefined {
  const found = rule?.call(node, value, {});
  return typeof found === 'string' ? found : undefined;
}
