import { SettingError } from '../../../src/errors/setting-error';
import { numberWithin, type NumberLimits } from '../../../src/foreign/number-limits';
import { filledIn } from './filled-in';

/**
 * A number of a dialog, within the limits that the dialog has as well: the default if it is empty.
 * Throws `SOIL_CONFIG` with the setting's label for anything else.
 */
export function numberSetting(label: string, value: unknown, byDefault: number, limits: NumberLimits): number {
  const given = filledIn(label, value);
  if (given === undefined) return byDefault;
  const number = numberWithin(given, limits);
  if (number !== undefined) return number;
  const { low, high, whole } = limits;
  throw new SettingError(label, `is ${JSON.stringify(value)}: fill in a ${whole ? 'whole ' : ''}number from ${low} to ${high}.`);
}
