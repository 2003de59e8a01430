import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { problemBelow } from './field-problem';
import { liveValue } from './live-value';
import { settingText } from './setting-text';
import { choiceProblem, isEmpty, textProblem } from './validation';

/**
 * Prepares a field with a menu of types: its input gets the name of the field for those who cannot see it, and a line below says what is
 * wrong with it, because Node-RED's hint belongs to an input that is hidden here.
 *
 * @param isExplained whether another part of the dialog says what is wrong with a value of this type
 */
export function prepareTypedField(node: EditorNode, setting: string, options: TypedInputOptions, isExplained = (_type: string): boolean => false): void {
  const field = $(`#node-input-${setting}`);
  field.typedInput(options);
  const input = field.next('.red-ui-typedInput-container').find('input');
  const problem = problemBelow(field, input);
  const check = (isLeft: boolean): void => {
    const found = node._def.defaults[setting]?.validate?.call(node, field.typedInput('value'), {});
    const words = typeof found === 'string' && !isExplained(field.typedInput('type')) ? found : '';
    problem.mark(typeof found === 'string');
    // While a person types, only a mended fault is worth telling.
    if (isLeft || words === '') problem.say(words);
  };
  field.on('change', () => check(true));
  input.on('input', () => check(false));
  check(true);
}

/** A place in a message, a context or the environment, written as Node-RED reads it, or the text itself; an empty property takes the default. */
export function typedFieldRule(typeSetting: string, types: readonly string[]): EditorValidator {
  return named(function (value, _options) {
    const type = liveType(this, typeSetting);
    const problem = choiceProblem(type, types);
    if (problem !== undefined) return problem;
    const noText = textProblem(value);
    if (noText !== undefined) return noText;
    const text = settingText(value).trim();
    if (text === '') return type === 'str' || type === 'env' ? sharedText('invalid.needed') : true;
    return RED.utils.validateTypedProperty(text, type, {});
  });
}

/** The current type of a typed field; `msg` if a flow leaves it out. */
export function liveType(node: EditorNode, typeSetting: string): string {
  const type = liveValue(node, typeSetting);
  return isEmpty(type) ? 'msg' : settingText(type);
}
