import { SettingError } from '../../../src/errors/setting-error';
import { filledIn } from './filled-in';

/**
 * A text of a dialog; nothing if it is empty or blank. It comes as a number if an environment variable of that type gives it.
 * Throws `SOIL_CONFIG` with the setting's label as {@link filledIn} does, and for anything that is no text.
 */
export function textSetting(label: string, given: unknown): string | undefined {
  const value = filledIn(label, given);
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new SettingError(label, `is ${JSON.stringify(given)}: it must be a text.`);
}
