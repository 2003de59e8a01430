import { SettingError } from '../../../src/errors/setting-error';
import { hasVariableInPart, VARIABLE_IN_PART } from '../../../src/foreign/environment-variable';
import { identifierIn, listEntries } from '../../../src/foreign/list-entries';
import { filledIn } from './filled-in';

/**
 * The entries of a list of a dialog; none if it is empty. An environment variable gives the whole list as a text with commas (`102,104`), or one of
 * its entries.
 * Throws `SOIL_CONFIG` with the setting's label for anything else: a list that cannot be understood must not let everything through.
 */
export function listSetting(label: string, given: unknown): unknown[] {
  const entries = listEntries(filledIn(label, given));
  if (typeof given === 'string' && hasVariableInPart(given)) throw new SettingError(label, `${VARIABLE_IN_PART}.`);
  if (!entries) throw new SettingError(label, `is ${JSON.stringify(given)}: it must be a list, or a text with commas.`);
  if (Array.isArray(given)) return entries.map((entry) => (typeof entry === 'string' ? (filledIn(label, entry) ?? '') : entry));
  if (!entries.includes('')) return entries;
  throw new SettingError(label, `is ${JSON.stringify(given)}: give a value before and after each comma.`);
}

/** The identifiers of a list that a picker saved, each with the name that it showed. Throws as {@link listSetting} does. */
export function pickedSetting(label: string, given: unknown): unknown[] {
  return listSetting(label, Array.isArray(given) ? given.map(identifierIn) : given);
}
