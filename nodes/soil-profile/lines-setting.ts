import { SettingError } from '../../src/errors/setting-error';
import { fieldOf } from '../../src/foreign/foreign-value';
import { filledIn } from '../runtime/settings/filled-in';
import { textSetting } from '../runtime/settings/text-setting';

/**
 * The lines of a list in the dialog, with the trimmed texts of their fields; empty fields are left out.
 *
 * @param label of the setting in the dialog
 * @param example of such a list, as JSON
 * @throws SoilError `SOIL_CONFIG` if it is no list, a field is no text, or an environment variable is not set
 */
export function linesSetting<Field extends string>(label: string, setting: unknown, fields: readonly Field[], example: string): Partial<Record<Field, string>>[] {
  const lines = filledIn(label, setting);
  if (lines === undefined) return [];
  if (!Array.isArray(lines)) throw new SettingError(label, `is ${JSON.stringify(lines)}: it must be a list such as ${example}.`);
  return lines.map((entry) => {
    const line: Partial<Record<Field, string>> = {};
    for (const field of fields) {
      const text = textSetting(label, fieldOf(entry, field))?.trim();
      if (text) line[field] = text;
    }
    return line;
  });
}
