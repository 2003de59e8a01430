import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { liveValue } from './live-value';
import { settingText } from './setting-text';
import { isFromEnvironment } from './validation';

/** An item picked in a dialog. The name is for people: the service is asked by identifier. */
export interface Chosen {
  /** A number, or the environment variable (`${NAME}`) that holds it. */
  identifier: number | string;
  name: string;
}

/** Reads a list of picked items: with names as the picker saves them, or bare identifiers as a person writes them. */
export function readChosen(setting: unknown): Chosen[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  return entries.flatMap((entry) => {
    const { identifier, name = '' } = typeof entry === 'object' && entry !== null ? (entry as Partial<Chosen>) : { identifier: entry };
    const read = typeof identifier === 'string' && !isFromEnvironment(identifier) ? Number(identifier.trim() || NaN) : identifier;
    return typeof read === 'string' || Number.isSafeInteger(read) ? [{ identifier: read as number | string, name: String(name) }] : [];
  });
}

/**
 * A list as it is saved: environment variables as a person wrote them. The list that was there before stays where it has the same items: in
 * another order, as where one was unticked and ticked again, Node-RED would take it for a change.
 */
export function savedChosen(chosen: Chosen[], before: unknown): unknown[] {
  if (Array.isArray(before) && before.length === chosen.length && inOrder(readChosen(before)) === inOrder(chosen)) return before;
  return chosen.map((one) => (typeof one.identifier === 'string' && one.name === '' ? one.identifier : one));
}

function inOrder(chosen: Chosen[]): string {
  return JSON.stringify(chosen.map(({ identifier, name }) => JSON.stringify([identifier, name])).sort());
}

/** The identifiers that are known while a dialog is open. */
export function knownIdentifiers(chosen: Chosen[]): number[] {
  return chosen.map(({ identifier }) => identifier).filter((identifier) => typeof identifier === 'number');
}

/** A name or a type is given where the selection looks for them: with neither, the flow takes everything that is found. */
export function matchRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'select') !== 'match' || liveValue(this, 'resource') === 'dataset') return true;
    const isGiven = /[^\s,]/.test(settingText(value)) || settingText(liveValue(this, 'matchType')).trim() !== '';
    return isGiven || sharedText('invalid.nothingToMatch');
  });
}

/** Something is chosen where the selection says so. */
export function chosenRule(): EditorValidator {
  return function (value, _options) {
    if (liveValue(this, 'select') !== 'chosen' || liveValue(this, 'resource') === 'dataset') return true;
    return isFromEnvironment(value) || readChosen(value).length > 0 ? true : sharedText('invalid.nothingChosen');
  };
}
