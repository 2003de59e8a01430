import { hasVariableInPart, isSpacedVariable } from '../../../src/foreign/environment-variable';
import { isBlank, wholeNumberOf } from '../../../src/foreign/foreign-value';
import { numberWithin, type NumberLimits } from '../../../src/foreign/number-limits';
import { yesOrNo } from '../../../src/foreign/yes-or-no';
import { readRegion } from '../../../src/geometry/region';
import { isEmailAddress } from '../../../src/service/email-address';
import { YEARS } from '../../../src/service/query';
import { isUnlimited, SETTING_LIMITS } from '../../../src/service/service-settings';
import { withoutQuotes } from '../../../src/text/without-quotes';
import { unreplacedIn } from '../../soil-download/folder';
import { unfilledIn } from '../../soil-download/unfilled';
import { COVERAGE, isShareOfOne } from '../../soil-profile/limits';
import { sharedText } from '../words/shared-text';
import { isFromEnvironment } from './from-environment';
import { liveValue } from './live-value';
import { named, problemBy } from './named-rule';
import { settingText } from './setting-text';

/** What is wrong with a list written as text in which a variable is only a part. */
export function partProblem(list: unknown): string | undefined {
  return typeof list === 'string' && hasVariableInPart(list) ? sharedText('invalid.variableInPart') : undefined;
}

/** Whether a flow gives no value; blanks are a value. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

interface NumberRule extends NumberLimits {
  /** An empty field is fine. */
  optional?: boolean;
  /** How the runtime reads the number. */
  read?: (value: unknown) => unknown;
}

/** A number as half of Europe writes its decimals, or America its thousands. */
const WITH_COMMA = /^\s*[-+]?\d[\d.]*,[\d.,]*\s*$/;
/** A whole number with something between its thousands. */
const GROUPED = /^\s*[-+]?\d{1,3}(?:[.,]\d{3})+\s*$/;

/** What is wrong with what is no number from `low` to `high`: if it is written as elsewhere, that is not its size. */
export function wrongNumber(value: unknown, { low, high, whole }: { low: number; high: number | string; whole?: boolean }): string {
  if ((whole ? GROUPED : WITH_COMMA).test(settingText(value))) return sharedText('invalid.comma');
  return sharedText(whole ? 'invalid.whole' : 'invalid.number', { low, high });
}

/** What is wrong with a value that should be a number from `low` to `high`. */
export function numberProblem(value: unknown, { optional = false, read = (given) => given, ...limits }: NumberRule): string | undefined {
  if (optional && isBlank(value)) return undefined;
  return numberWithin(read(value), limits) === undefined ? wrongNumber(value, limits) : undefined;
}

/** A number from `low` to `high`. */
export function numberRule(rule: NumberRule): EditorValidator {
  return named((value) => numberProblem(value, rule));
}

/** The identifier of a dataset; empty leaves it to the message. How large it may be, is of no use to a person. */
export function identifierRule(): EditorValidator {
  const rule = { low: 0, high: Number.MAX_SAFE_INTEGER, whole: true, optional: true, read: wholeNumberOf };
  return named((value) => (numberProblem(value, rule) === undefined ? undefined : sharedText('invalid.identifier')));
}

/** How many requests a second a service gets; 0 for no limit. */
export function requestRateRule(): EditorValidator {
  return named((value) => (isUnlimited(value) ? undefined : numberProblem(value, SETTING_LIMITS.requestsPerSecond)));
}

/** A rule for a field that is visible and used only if another setting has a certain value, or one of several. */
export function usedWhere(setting: string, choices: string | readonly string[], rule: EditorValidator): EditorValidator {
  const used: readonly unknown[] = [choices].flat();
  return named((value, node) => (used.includes(liveValue(node, setting)) ? problemBy(rule, value, node) : undefined));
}

/** How much of a slice must be covered, percent. */
export function percentRule(): EditorValidator {
  return named((value) => numberProblem(value, COVERAGE) ?? (isShareOfOne(Number(value)) ? sharedText('invalid.percent') : undefined));
}

/** An end of a range of years; empty leaves the range open. The runtime reads it by the same limits. */
const YEAR: NumberRule = { ...YEARS, whole: true, optional: true, read: wholeNumberOf };

/** First year of a range. */
export function startYearRule(): EditorValidator {
  return numberRule(YEAR);
}

/** Last year of a range. */
export function endYearRule(): EditorValidator {
  return named((value, node) => {
    const problem = numberProblem(value, YEAR);
    const first = liveValue(node, 'startYear');
    if (problem !== undefined || isBlank(value) || isBlank(first) || isFromEnvironment(first)) return problem;
    return Number(first) <= Number(value) ? undefined : sharedText('invalid.years');
  });
}

/** An e-mail address; empty sends none. The runtime reads it by the same function. */
export function emailRule(): EditorValidator {
  return named((value) => (isBlank(value) || isEmailAddress(settingText(value).trim()) ? undefined : sharedText('invalid.email')));
}

/** A folder, which is taken literally. An environment variable counts as one only if it is the whole setting. */
export function folderRule(): EditorValidator {
  return named((value) => textProblem(value) ?? (unreplacedIn(withoutQuotes(settingText(value))) === undefined ? undefined : sharedText('invalid.folder')));
}

/** A file name with properties of the message. An environment variable counts as one only if it is the whole setting. */
export function fileNameRule(): EditorValidator {
  return named((value) => textProblem(value) ?? (unfilledIn(settingText(value)) === undefined ? undefined : sharedText('invalid.fileName')));
}

/** A reference to a usable configuration node; it may be missing if the node can do without. */
export function serviceRule(): EditorValidator {
  return function (value, _options) {
    // For a service that is not in the menu, the menu shows nothing, and the node keeps it.
    const given = value ?? this.service;
    if (isEmpty(given) || given === '_ADD_') return this._def.defaults['service']?.required === false || sharedText('invalid.service');
    if (isFromEnvironment(given)) return true;
    const service = RED.nodes.node(String(given));
    if (!service || service.d) return sharedText('invalid.serviceGone');
    return service.valid === false ? sharedText('invalid.serviceInvalid') : true;
  };
}

/** A yes or no. Looks at the setting itself: for a box, Node-RED passes `on` to the rule whatever the box shows. */
export function flagRule(setting: string): EditorValidator {
  return named((_value, node) => {
    const flag = liveValue(node, setting);
    return isBlank(flag) || isFromEnvironment(flag) || yesOrNo(flag) !== undefined ? undefined : sharedText('invalid.yesOrNo');
  });
}

/** A text, which may be a number, or empty. */
export function textRule(): EditorValidator {
  return named(textProblem);
}

/** What is wrong with a text: a flow written by hand may have anything in its place. */
export function textProblem(value: unknown): string | undefined {
  if (typeof value === 'string') return isSpacedVariable(value) ? sharedText('invalid.variableInPart') : undefined;
  return value === undefined || value === null || typeof value === 'number' ? undefined : sharedText('invalid.text');
}

/** One of a set of values. */
export function choiceRule(...choices: string[]): EditorValidator {
  return named((value) => choiceProblem(value, choices));
}

/** What is wrong with a choice; nothing if it is one of the choices. */
export function choiceProblem(value: unknown, choices: readonly string[]): string | undefined {
  if (typeof value === 'string' && (choices.includes(value) || isFromEnvironment(value))) return undefined;
  return sharedText('invalid.choice', { choices: choices.filter((choice) => choice !== '').join(', ') });
}

/** A region in degrees; empty is fine. */
export function regionRule(): EditorValidator {
  return named((value) => (isBlank(value) || readRegion(settingText(value)) ? undefined : sharedText('invalid.region')));
}
