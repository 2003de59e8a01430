import { SoilError } from '../../../src/errors/soil-error';
import { finiteNumber } from '../../../src/foreign/foreign-value';
import { textSetting } from './text-setting';

/** Of any unit: seconds beyond this lead to times that no date can hold. */
const HIGHEST = 1_000_000_000;

/**
 * A number of a dialog, above 0 and up to `highest`: the default where it is empty. Fractions are allowed.
 * Throws `SOIL_CONFIG` with the setting's label where it is none.
 */
export function numberSetting(label: string, value: unknown, byDefault: number, highest = HIGHEST): number {
  const given = setValue(label, value);
  if (given === undefined) return byDefault;
  const number = finiteNumber(given);
  if (number !== undefined && number > 0 && number <= highest) return number;
  throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(value)}: fill in a number above 0 and up to ${highest}.`);
}

/**
 * A number of a dialog from 0 to `highest`: the default where it is empty.
 * Throws `SOIL_CONFIG` with the setting's label where it is none.
 */
export function limitedSetting(label: string, value: unknown, byDefault: number, { highest, whole = false }: { highest: number; whole?: boolean }): number {
  const given = setValue(label, value);
  if (given === undefined) return byDefault;
  const number = finiteNumber(given);
  if (number !== undefined && number >= 0 && number <= highest && (!whole || Number.isInteger(number))) return number;
  throw new SoilError('SOIL_CONFIG', `The setting "${label}" is ${JSON.stringify(value)}: fill in a ${whole ? 'whole ' : ''}number from 0 to ${highest}.`);
}

/** Nothing where the field is empty. A text may be a variable that nobody set. */
function setValue(label: string, value: unknown): unknown {
  return typeof value === 'string' ? textSetting(label, value) : (value ?? undefined);
}
