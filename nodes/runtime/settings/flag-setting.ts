import { SoilError } from '../../../src/errors/soil-error';

/**
 * A yes or no of a dialog: the default where it is empty. It comes as text where an environment variable gives it (`${NAME}`).
 * Throws `SOIL_CONFIG` with the setting's label where it is neither.
 */
export function flagSetting(label: string, value: unknown, byDefault: boolean): boolean {
  if (value === undefined || value === null) return byDefault;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (text === '') return byDefault;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(value)}: it must be true or false.`);
}
