import { SoilError } from '../../../src/errors/soil-error';
import { fieldOf } from '../../../src/foreign/foreign-value';
import { textSetting } from './text-setting';

/**
 * The entries of a list of a dialog; none where it is empty. An environment variable gives them as a text with commas between them (`102,104`),
 * or one of them, of which an empty one is left out.
 * Throws `SOIL_CONFIG` with the setting's label for anything else: a list that cannot be understood must not let everything through.
 */
export function listSetting(label: string, given: unknown): unknown[] {
  if (Array.isArray(given)) {
    const entries = given.map((entry: unknown) => (typeof entry === 'string' ? (textSetting(label, entry) ?? '') : entry));
    const filledIn = entries.filter((entry) => entry !== '');
    // A list of nothing but empty entries was to narrow the request: who reads it says that it does not.
    return filledIn.length > 0 ? filledIn : entries;
  }
  if (typeof given === 'object' && given !== null) {
    throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(given)}: it must be a list.`);
  }
  const text = textSetting(label, given);
  if (text === undefined) return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.includes('')) return entries;
  throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(given)}: give a value before and after each comma.`);
}

/** A list whose entries a picker saves, each identifier with the name that it showed: the identifiers. Throws as {@link listSetting} does. */
export function pickedSetting(label: string, given: unknown): unknown[] {
  return listSetting(label, Array.isArray(given) ? given.map((entry) => fieldOf(entry, 'identifier') ?? (entry as unknown)) : given);
}
