import { inputOf } from './live-value';
import { problemBy } from './named-rule';

/** The place that says what is wrong with a field. */
interface FieldProblem {
  element: JQuery;
  /**
   * Marks the field as faulty, or not, and says what is wrong; while a person types, only that a fault is mended is worth telling.
   * @param isHere false if another part of the dialog says it
   */
  tell: (problem: string | undefined, isLeft: boolean, isHere?: boolean) => void;
}

/**
 * Makes room below a field for what is wrong with it: Node-RED's own hint appears only under a mouse, and becomes the name of the field for
 * those who cannot see it, even after the fault is mended. Here, the name stays what the label says.
 *
 * @param input the element that takes the keys, if that is not the field itself
 */
export function problemBelow(field: JQuery, input = field): FieldProblem {
  const id = field.attr('id') ?? '';
  const element = $('<p class="soil-data-problem soil-data-bad" role="status">').attr('id', `${id}-problem`);
  const row = field.closest('.form-row');
  element.insertAfter(row.nextUntil(':not(.soil-data-problem)').addBack().last());
  // Neither the label nor an input with a name of its own has words yet: they come with the catalogue.
  const label = `${id}-label`;
  $(`label[for="${id}"]`).attr('id', label);
  if (!input.is('[data-i18n*="[aria-label]"]')) input.attr('aria-labelledby', label);
  input.attr('aria-describedby', [input.attr('aria-describedby'), `${id}-problem`].filter(Boolean).join(' '));
  return {
    element,
    tell: (problem, isLeft, isHere = true) => {
      input.attr('aria-invalid', String(problem !== undefined));
      const words = isHere ? (problem ?? '') : '';
      if (isLeft || words === '') element.text(words);
    },
  };
}

/**
 * Says at each field of a dialog what its rule finds when a person leaves the field, until it is mended. The text is visible while the field has the
 * focus, and floats over what comes next: a line that came and went between the fields would move a button away from under the pointer.
 */
export function explainFields(node: EditorNode): void {
  const rules = Object.entries({ ...node._def.defaults, ...node._def.credentials });
  const checks = rules.flatMap(([setting, { validate }]) => {
    const field = inputOf(node, setting);
    // A field with a menu of types has its own.
    if (!validate || field.length === 0 || field.next('.red-ui-typedInput-container').length > 0) return [];
    const problem = problemBelow(field);
    problem.element.addClass('soil-data-floating');
    // Under a pointer, Node-RED's own hint appears in this place.
    field.on('focus blur pointerenter pointerleave', () => void problem.element.toggleClass('soil-data-shown', field.is(':focus') && !field.is(':hover')));
    return (isLeft: boolean): void => problem.tell(problemBy(validate, field.val(), node), isLeft);
  });
  const checkAll = ({ type }: { type: string }): void => checks.forEach((check) => check(type === 'change'));
  inputOf(node, 'name').closest('.soil-data').on('input change', checkAll);
  checkAll({ type: 'change' });
}
