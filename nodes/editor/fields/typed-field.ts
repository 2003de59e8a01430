import { sharedText } from '../words/shared-text';
import { named, problemBy } from './named-rule';
import { problemBelow } from './field-problem';
import { liveValue } from './live-value';
import { settingText } from './setting-text';
import { choiceProblem, isEmpty, textProblem } from './validation';

/**
 * Prepares a field with a menu of types: its input and its menu, which may show a mere icon, get the name of the field for those who cannot see it,
 * and a line below says what is wrong with it, because Node-RED's hint belongs to an input that is hidden here.
 *
 * @param explainedBy the id of another part of the dialog, if that says what is wrong with a value of this type
 */
export function prepareTypedField(node: EditorNode, setting: string, options: TypedInputOptions, explainedBy = (_type: string): string | undefined => undefined): void {
  const field = $(`#node-input-${setting}`);
  field.typedInput(options);
  const container = field.next('.red-ui-typedInput-container');
  const input = container.find('input');
  const problem = problemBelow(field, input);
  const id = field.attr('id') ?? '';
  const menu = container.find('.red-ui-typedInput-type-select').attr({ id: `${id}-menu`, 'aria-labelledby': `${id}-label ${id}-menu` });
  const check = (isLeft: boolean): void => {
    const elsewhere = explainedBy(field.typedInput('type'));
    menu.attr('aria-label', menu.attr('title') ?? '');
    input.attr('aria-describedby', elsewhere ?? `${id}-problem`);
    problem.tell(problemBy(node._def.defaults[setting]?.validate, field.typedInput('value'), node), isLeft, elsewhere === undefined);
  };
  field.on('change', () => check(true));
  input.on('input', () => check(false));
  check(true);
}

/** A place in a message, a context or the environment, written as Node-RED reads it, or the text itself; an empty property takes the default. */
export function typedFieldRule(typeSetting: string, types: readonly string[]): EditorValidator {
  return named((value, node) => {
    const type = liveType(node, typeSetting);
    const problem = choiceProblem(type, types) ?? textProblem(value);
    if (problem !== undefined) return problem;
    const text = settingText(value).trim();
    if (text === '') return type === 'str' || type === 'env' ? sharedText('invalid.needed') : undefined;
    return typedProblem(text, type);
  });
}

/** What is wrong with a text as a value of a type that Node-RED has. */
export function typedProblem(text: string, type: string): string | undefined {
  const found = RED.utils.validateTypedProperty(text, type, {});
  return found === true ? undefined : found;
}

/** The current type of a typed field; `msg` if a flow leaves it out. */
export function liveType(node: EditorNode, typeSetting: string): string {
  const type = liveValue(node, typeSetting);
  return isEmpty(type) ? 'msg' : settingText(type);
}
