import { named } from './field-name';
import { liveValue } from './live-value';
import { sharedText } from './shared-text';

/** A value with an environment variable in it is known only when the flow starts: the runtime checks it. */
export function isFromEnvironment(value: unknown): boolean {
  return typeof value === 'string' && value.includes('${');
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export interface NumberRule {
  low: number;
  high: number;
  whole?: boolean;
  /** An empty field is fine. */
  optional?: boolean;
}

function numberNeeded({ low, high, whole }: NumberRule): string {
  return whole ? sharedText('invalid.whole', { low, high }) : sharedText('invalid.number', { low, high });
}

function checkNumber(value: unknown, rule: NumberRule): true | string {
  const { low, high } = rule;
  const number = typeof value === 'string' ? Number(value.trim() || NaN) : Number(value);
  const fits = Number.isFinite(number) && number >= low && number <= high && (!rule.whole || Number.isInteger(number));
  return fits || numberNeeded(rule);
}

/** A number from `low` to `high`. */
export function numberRule(rule: NumberRule): EditorValidator {
  return named(function (value, _options) {
    if (isFromEnvironment(value)) return true;
    if (isEmpty(value)) return rule.optional ? true : numberNeeded(rule);
    return checkNumber(value, rule);
  });
}

/** A rule for a field that is seen and used only where another setting has a certain value. */
export function usedWhere(setting: string, choice: string, rule: EditorValidator): EditorValidator {
  return named(function (value, options) {
    return liveValue(this, setting) === choice ? rule.call(this, value, options) : true;
  });
}

/** The years that soil surveys can carry. */
const YEARS: NumberRule = { low: 1800, high: 2200, whole: true };

/** First year of a range; empty leaves the range open. */
export function startYearRule(): EditorValidator {
  return named(function (value, _options) {
    return isEmpty(value) || isFromEnvironment(value) ? true : checkNumber(value, YEARS);
  });
}

/** Last year of a range; empty leaves the range open. */
export function endYearRule(): EditorValidator {
  return named(function (value, _options) {
    if (isEmpty(value) || isFromEnvironment(value)) return true;
    const year = checkNumber(value, YEARS);
    if (year !== true) return year;
    const start = liveValue(this, 'startYear');
    return isEmpty(start) || isFromEnvironment(start) || Number(start) <= Number(value) ? true : sharedText('invalid.years');
  });
}

/** An e-mail address as the service can send to: something, `@`, a host with a dot. Empty sends none. */
export function emailRule(): EditorValidator {
  return named(function (value, _options) {
    if (isEmpty(value) || isFromEnvironment(value)) return true;
    return /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(String(value)) ? true : sharedText('invalid.email');
  });
}

/** A reference to a configuration node that must be chosen. */
export function serviceRule(): EditorValidator {
  return function (value, _options) {
    if (isEmpty(value) || value === '_ADD_') return sharedText('invalid.service');
    if (isFromEnvironment(value)) return true;
    const service = RED.nodes.node(String(value));
    if (!service || service.d) return sharedText('invalid.serviceGone');
    return service.valid === false ? sharedText('invalid.serviceInvalid') : true;
  };
}

/** One of a set of values. */
export function choiceRule(...choices: string[]): EditorValidator {
  return named(function (value, _options) {
    return choices.includes(String(value)) || isFromEnvironment(value) ? true : sharedText('invalid.choice', { choices: choices.filter((choice) => choice !== '').join(', ') });
  });
}
