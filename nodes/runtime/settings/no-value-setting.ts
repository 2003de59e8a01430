import { SettingError } from '../../../src/errors/setting-error';
import { DecimalMarks, hasDoubtfulComma } from '../../../src/records/fields/decimal-marks';
import { isSeveralNumbers, noValuesOf } from '../../../src/records/fields/missing-value';
import { listSetting } from './list-setting';

const LABEL = 'Missing values';
const NOBODY = { lost: () => undefined, told: () => undefined };

/**
 * What stands for "no value" in a source, as a person knows. Throws `SOIL_CONFIG` for anything but a list of texts and numbers, and for a text that
 * may be either of two numbers or is several: with a list that cannot be understood, such values would be in every mean.
 */
export function noValueSetting(setting: unknown): ReadonlySet<number | string> {
  const entries = listSetting(LABEL, setting);
  if (entries.some((entry) => typeof entry !== 'string' && typeof entry !== 'number')) {
    throw new SettingError(LABEL, 'needs a list of texts and numbers, such as ["-9999"]. Open the node and write one per line.');
  }
  const several = entries.find((entry) => typeof entry === 'string' && isSeveralNumbers(entry));
  if (several !== undefined) throw new SettingError(LABEL, `has several values in one line, ${JSON.stringify(several)}. Open the node and write one per line.`);
  const doubtful = entries.find((entry) => typeof entry === 'string' && hasDoubtfulComma(entry));
  if (doubtful !== undefined) {
    throw new SettingError(LABEL, `has ${JSON.stringify(doubtful)}, whose comma may mark decimals or thousands: write the number with a decimal point, and without thousands.`);
  }
  return noValuesOf(entries.flatMap((entry) => (typeof entry === 'string' ? [entry, inPlainForm(entry)] : [entry])));
}

/** A number as people write it, with a decimal comma or the sign for minus, in the form that records have; any other text as it is. */
function inPlainForm(text: string): string {
  return new DecimalMarks(() => 'other', NOBODY).value(text.replace('\u2212', '-'));
}
