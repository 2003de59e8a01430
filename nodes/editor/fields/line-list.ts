import { isBlank } from '../../../src/foreign/foreign-value';
import { listEntries } from '../../../src/foreign/list-entries';
import { hasDoubtfulComma } from '../../../src/records/fields/decimal-marks';
import { isSeveralNumbers } from '../../../src/records/fields/missing-value';
import { sharedText } from '../words/shared-text';
import { problemBelow } from './field-problem';
import { isFromEnvironment } from './from-environment';
import { liveValue } from './live-value';
import { named, problemBy } from './named-rule';
import { partProblem } from './validation';

/** Settings that are lists of texts, one per line. */
type LineSetting = 'licences' | 'noValues';

/** Shows the list that a node has, one entry per line, with what is wrong with it below, and with its field, which some choices hide. */
export function showLines(node: EditorNode, setting: LineSetting): void {
  const field = $(`#soil-${setting}`).val(linesOf(node[setting]));
  const row = field.closest('.form-row');
  const problem = problemBelow(field);
  problem.element.addClass((row.attr('class') ?? '').replace('form-row', ''));
  const check = (isLeft: boolean): void => {
    const found = problemBy(node._def.defaults[setting]?.validate, savedLines(node, setting), node);
    field.toggleClass('input-error', found !== undefined);
    problem.tell(found, isLeft);
  };
  field.on('input', () => check(false));
  row.parent().on('change', () => check(true));
  check(true);
}

function linesOf(given: unknown): string {
  // What is no list stays visible, as its text.
  const entries = isFromEnvironment(given) ? [] : (listEntries(given) ?? [given]);
  const text = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');
  // Line breaks as the field has them.
  return text.replace(/\r\n?/g, '\n');
}

/** The list of the open dialog as it is saved; if nobody changed a line, the former setting, however it is written. */
export function savedLines(node: EditorNode, setting: LineSetting): unknown {
  const shown = String($(`#soil-${setting}`).val());
  if (shown === linesOf(node[setting])) return node[setting];
  return shown.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

/** A list of texts, or also of numbers for missing values; empty is fine. */
export function linesRule(setting: LineSetting): EditorValidator {
  return named((value) => linesProblem(setting, value));
}

function linesProblem(setting: LineSetting, value: unknown): string | undefined {
  const part = partProblem(value);
  if (part !== undefined) return part;
  const types = setting === 'noValues' ? ['string', 'number'] : ['string'];
  const entries = listEntries(value);
  // Between two commas there must be a value.
  const isWhole = Array.isArray(value) || !entries?.includes('');
  const texts = setting === 'noValues' && entries ? entries.filter((entry) => typeof entry === 'string') : [];
  if (!isWhole || !entries?.every((entry) => types.includes(typeof entry)) || texts.some(isSeveralNumbers)) return sharedText(`invalid.${setting}`);
  return texts.some(hasDoubtfulComma) ? sharedText('invalid.comma') : undefined;
}

/** The licences of soil-data: an answer that is passed on as it is holds all of them. */
export function licencesRule(): EditorValidator {
  return named((value, node) => {
    const problem = linesProblem('licences', value);
    if (problem !== undefined || liveValue(node, 'output') !== 'raw') return problem;
    return listEntries(value)?.every(isBlank) ? undefined : sharedText('invalid.licencesOfRaw');
  });
}
