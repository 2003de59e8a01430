import { liveValue } from './live-value';
import { named } from './field-name';
import { settingText } from './setting-text';

/**
 * Prepares a field with a menu of types: its input gets the name of the field for those who cannot see it, and below it stands what is
 * wrong with it, because Node-RED's hint hangs on an input that is hidden here.
 *
 * @param isExplained whether another part of the dialog says what is wrong with a value of this type
 */
export function prepareTypedField(node: EditorNode, setting: string, options: TypedInputOptions, isExplained = (_type: string): boolean => false): void {
  const field = $(`#node-input-${setting}`);
  const problemId = `node-input-${setting}-problem`;
  const problem = $('<p class="soil-data-hint soil-data-bad" role="status">').attr('id', problemId).insertAfter(field.closest('.form-row'));
  field.typedInput(options);
  // The label has no words yet: they come with the catalogue.
  const label = `node-input-${setting}-label`;
  $(`label[for="node-input-${setting}"]`).attr('id', label);
  const input = field.next('.red-ui-typedInput-container').find('input').attr({ 'aria-labelledby': label, 'aria-describedby': problemId });
  const check = (): void => {
    const found = node._def.defaults[setting]?.validate?.call(node, field.typedInput('value'), {});
    const words = typeof found === 'string' && !isExplained(field.typedInput('type')) ? found : '';
    problem.text(words).toggle(words !== '');
    input.attr('aria-invalid', String(typeof found === 'string'));
  };
  field.on('change', check);
  check();
}

/** Where in a message, a context or the environment something stands, in the form that Node-RED reads; empty takes the default. */
export function typedFieldRule(typeSetting: string): EditorValidator {
  return named(function (value, _options) {
    const text = settingText(value).trim();
    return text === '' || RED.utils.validateTypedProperty(text, String(liveValue(this, typeSetting)), {});
  });
}
