import { textIn, wholeNumberOf } from '../../../src/foreign/foreign-value';
import { identifierIn, listEntries, withoutBlanks } from '../../../src/foreign/list-entries';
import type { PickerResource } from '../../admin/admin-answers';
import { sharedText } from '../words/shared-text';
import { isFromEnvironment } from './from-environment';
import { liveValue } from './live-value';
import { named } from './named-rule';
import { settingText } from './setting-text';
import { isEmpty, partProblem } from './validation';

/** An item picked in a dialog. The name is for people: the service is asked by identifier. */
export interface Chosen {
  /** A number, the environment variable (`${NAME}`) that holds it, or whatever else a flow has there: see {@link isIdentifier}. */
  identifier: number | string;
  name: string;
}

/**
 * Reads a list of picked items as the runtime does: with names as the picker saves them, or bare identifiers as a person writes them. What is no
 * identifier stays in the list as text: otherwise *Done* would lose it, and an empty list asks for everything.
 */
export function readChosen(setting: unknown): Chosen[] {
  if (isFromEnvironment(setting)) return [];
  // A single item is not a list of one.
  const entries = listEntries(setting) ?? [JSON.stringify(setting)];
  return entries.map((entry) => {
    const given = identifierIn(entry);
    const text = typeof given === 'string' && given.trim() !== '' ? given : String(JSON.stringify(given));
    return { identifier: wholeNumberOf(given) ?? text, name: textIn(entry, 'name') ?? '' };
  });
}

/** Reads the items that soil-discover selects; empty entries are skipped. */
export function readSelected(setting: unknown): Chosen[] {
  return readChosen(withoutBlanks(setting));
}

/** Whether the runtime takes it: a whole number, or a variable that holds one. */
export function isIdentifier(identifier: Chosen['identifier']): boolean {
  return typeof identifier === 'number' || isFromEnvironment(identifier);
}

/** What is wrong with a list of picked items; nothing if all are identifiers. It does not quote what it found: Node-RED shows the text as HTML. */
export function chosenProblem(chosen: readonly Chosen[]): string | undefined {
  return chosen.every(({ identifier }) => isIdentifier(identifier)) ? undefined : sharedText('invalid.identifiers');
}

/**
 * A list as it is saved: environment variables as a person wrote them. The former list stays if it has the same items: Node-RED would take another
 * order, as after unticking and ticking one again, for a change.
 */
export function savedChosen(chosen: Chosen[], before: unknown, read = readChosen): unknown {
  if (!isEmpty(before) && inOrder(read(before)) === inOrder(chosen)) return before;
  return chosen.map((one) => (typeof one.identifier === 'string' && one.name === '' ? one.identifier : one));
}

function inOrder(chosen: Chosen[]): string {
  return JSON.stringify(chosen.map(({ identifier, name }) => JSON.stringify([identifier, name])).sort());
}

/** The identifiers that are known while a dialog is open. */
export function knownIdentifiers(chosen: Chosen[]): number[] {
  return chosen.map(({ identifier }) => identifier).filter((identifier) => typeof identifier === 'number');
}

/** A name or a type is given if the selection looks for them: with neither, the flow would take everything that is found. */
export function matchRule(): EditorValidator {
  return named((value, node) => {
    if (liveValue(node, 'select') !== 'match' || liveValue(node, 'resource') === 'dataset') return undefined;
    const isGiven = /[^\s,]/.test(settingText(value)) || settingText(liveValue(node, 'matchType')).trim() !== '';
    return isGiven ? undefined : sharedText('invalid.nothingToMatch');
  });
}

/** If the selection is "chosen", something is chosen, and by its identifier. */
export function chosenRule(): EditorValidator {
  return function (value, _options) {
    if (liveValue(this, 'select') !== 'chosen' || liveValue(this, 'resource') === 'dataset' || isFromEnvironment(value)) return true;
    return partProblem(value) ?? selectedProblem(readSelected(value)) ?? true;
  };
}

/** What is wrong with the items that soil-discover should select. */
export function selectedProblem(chosen: readonly Chosen[]): string | undefined {
  return chosen.length === 0 ? sharedText('invalid.nothingChosen') : chosenProblem(chosen);
}

/** A list of picked items that narrows a request; if empty, the message decides. */
export function pickedRule(resource: PickerResource): EditorValidator {
  return function (value, _options) {
    const problem = partProblem(value) ?? chosenProblem(readChosen(value));
    return problem === undefined ? true : sharedText('invalid.field', { field: sharedText(`picker.label.${resource}`), problem });
  };
}
