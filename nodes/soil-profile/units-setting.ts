import { SettingError } from '../../src/errors/setting-error';
import { conversion } from '../../src/profiles/units/unit-conversion';
import type { WantedUnit } from '../../src/profiles/wanted-units';
import { folded } from '../../src/text/folded';
import { linesSetting } from './lines-setting';

/**
 * The lines under Units.
 *
 * @throws SoilError `SOIL_CONFIG` if a line lacks its property or unit, if the unit assumed for values without one cannot be converted into it, or if
 *   two lines for one property differ
 */
export function unitsSetting(setting: unknown): WantedUnit[] {
  const earlier = new Map<string, WantedUnit>();
  return linesSetting('Units', setting, ['property', 'unit', 'missing'], '[{"property": "clay", "unit": "g/kg"}]').map(({ property, unit, missing }) => {
    if (property === undefined || unit === undefined) throw new SettingError('Units', 'needs a property and a unit on each line.');
    const result = missing === undefined ? undefined : conversion(missing, unit, property);
    if (result && 'refused' in result) {
      throw new SettingError(
        'Units',
        `takes values of "${property}" without a unit to be in "${missing}", and wants them in "${unit}". ${result.refused} ` +
          'Correct one of the two units, or empty the third field of that line (in a flow file: missing).',
      );
    }
    const other = earlier.get(folded(property));
    if (other !== undefined && (other.unit !== unit || other.missing !== missing)) {
      throw new SettingError('Units', `has two lines for "${property}" that differ: remove one of the two.`);
    }
    const wanted = { property, unit, missing };
    earlier.set(folded(property), wanted);
    return wanted;
  });
}
