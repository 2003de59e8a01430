import { SoilError } from '../../../src/errors/soil-error';
import { noValuesOf } from '../../../src/records/fields/missing-value';
import { listSetting } from './list-setting';

const LABEL = 'Missing values';

/**
 * What stands for "no value" in a source, as a person knows. Throws `SOIL_CONFIG` for anything but a list of texts and numbers: with a list
 * that cannot be understood, such values would be in every mean.
 */
export function noValueSetting(setting: unknown): ReadonlySet<number | string> {
  const entries = listSetting(LABEL, setting);
  if (entries.some((entry) => typeof entry !== 'string' && typeof entry !== 'number')) {
    throw new SoilError('SOIL_CONFIG', `The setting "${LABEL}" needs a list of texts and numbers, such as ["-9999"]. Open the node and write one per line.`);
  }
  return noValuesOf(entries);
}
