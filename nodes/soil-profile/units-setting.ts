import { SoilError } from '../../src/errors/soil-error';
import { conversion } from '../../src/profiles/units/unit-conversion';
import type { WantedUnit } from '../../src/profiles/wanted-units';
import { linesSetting } from './lines-setting';

/**
 * The lines under Units.
 *
 * @throws SoilError `SOIL_CONFIG` if a line lacks its property or unit, or if the unit assumed for values without one cannot be converted into it
 */
export function unitsSetting(setting: unknown): WantedUnit[] {
  return linesSetting('Units', setting, ['property', 'unit', 'missing'], '[{"property": "clay", "unit": "g/kg"}]').map(({ property, unit, missing }) => {
    if (property === undefined || unit === undefined) throw new SoilError('SOIL_CONFIG', 'The setting "Units" needs a property and a unit on each line.');
    const result = missing === undefined ? undefined : conversion(missing, unit, property);
    if (result && 'refused' in result) {
      throw new SoilError(
        'SOIL_CONFIG',
        `The setting "Units" takes values of "${property}" without a unit to be in "${missing}", and wants them in "${unit}". ${result.refused} ` +
          'Correct one of the two units, or empty the third field of that line (in a flow file: missing).',
      );
    }
    return { property, unit, missing };
  });
}
