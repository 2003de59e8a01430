import { SoilError } from '../../src/errors/soil-error';
import { textSetting } from './text-setting';

/**
 * The entries of a list of a dialog; none where it is empty. An environment variable gives them as a text with commas between them (`102,104`).
 * Throws `SOIL_CONFIG` with the setting's label for anything else: a list that cannot be understood must not let everything through.
 */
export function listSetting(label: string, given: unknown): unknown[] {
  if (Array.isArray(given)) return given as unknown[];
  if (typeof given === 'object' && given !== null) {
    throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(given)}: it must be a list.`);
  }
  const text = textSetting(label, given);
  if (text === undefined) return [];
  const entries = text.split(',').map((entry) => entry.trim());
  if (!entries.includes('')) return entries;
  throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(given)}: give a value before and after each comma.`);
}
