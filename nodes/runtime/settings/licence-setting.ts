import { SettingError } from '../../../src/errors/setting-error';
import { listSetting } from './list-setting';

const LABEL = 'Only these licences';

/**
 * The licences that a dialog allows; none: all. Throws `SOIL_CONFIG` for anything but a list of texts: a list that cannot be understood
 * must not let everything through.
 */
export function licencesOf(setting: unknown): string[] {
  const licences = listSetting(LABEL, setting);
  if (licences.some((licence) => typeof licence !== 'string')) {
    throw new SettingError(LABEL, 'needs a list of texts, such as ["CC-BY-4.0"]. Open the node and write one licence per line.');
  }
  return (licences as string[]).map((licence) => licence.trim()).filter((licence) => licence !== '');
}
