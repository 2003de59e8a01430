import { SettingError } from '../../../src/errors/setting-error';
import { yesOrNo } from '../../../src/foreign/yes-or-no';
import { filledIn } from './filled-in';

/**
 * A yes or no of a dialog: the default if it is empty. It comes as text if an environment variable gives it (`${NAME}`).
 * Throws `SOIL_CONFIG` with the setting's label if it is neither.
 */
export function flagSetting(label: string, value: unknown, byDefault: boolean): boolean {
  const given = filledIn(label, value);
  if (given === undefined) return byDefault;
  const flag = yesOrNo(given);
  if (flag !== undefined) return flag;
  throw new SettingError(label, `is ${JSON.stringify(value)}: it must be true or false.`);
}
