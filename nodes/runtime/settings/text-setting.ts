import { SoilError } from '../../../src/errors/soil-error';
import { unsetVariable } from '../../../src/foreign/environment-variable';

/**
 * A text of a dialog; nothing if it is empty or blank. It comes as a number if an environment variable of that type gives it. Node-RED leaves
 * `${NAME}` as it stands if there is no such variable. Throws `SOIL_CONFIG` with the setting's label then, since a folder of that name is not what
 * was meant, and for anything that is no text.
 */
export function textSetting(label: string, given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const value = typeof given === 'number' ? String(given) : given;
  if (typeof value !== 'string') throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(given)}: it must be a text.`);
  if (value.trim() === '') return undefined;
  const unset = unsetVariable(value);
  if (unset !== undefined) throw new SoilError('SOIL_CONFIG', `The setting "${label}" ${unset}.`);
  return value;
}
