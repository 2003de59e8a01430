import { SettingError } from '../../../src/errors/setting-error';
import { unsetVariable } from '../../../src/foreign/environment-variable';
import { isBlank } from '../../../src/foreign/foreign-value';

/**
 * What a setting of a dialog holds; nothing if it is empty or blank. Node-RED leaves `${NAME}` as it stands if there is no such variable. Throws
 * `SOIL_CONFIG` with the setting's label then: that text is not what was meant.
 */
export function filledIn(label: string, given: unknown): unknown {
  if (isBlank(given)) return undefined;
  const unset = typeof given === 'string' ? unsetVariable(given) : undefined;
  if (unset !== undefined) throw new SettingError(label, `${unset}.`);
  return given;
}
