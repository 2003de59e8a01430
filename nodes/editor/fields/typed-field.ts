import { sharedText } from '../words/shared-text';
import { named } from './field-name';
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
    const found = node._def.defaults[setting]?.validate?.call(node, field.typedInput('value'), {});
    const elsewhere = explainedBy(field.typedInput('type'));
    const words = typeof found === 'string' && elsewhere === undefined ? found : '';
    menu.attr('aria-label', menu.attr('title') ?? '');
    input.attr('aria-describedby', elsewhere ?? `${id}-problem`);
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
