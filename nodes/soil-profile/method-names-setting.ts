import { SettingError } from '../../src/errors/setting-error';
import type { MethodRename } from '../../src/profiles/renamed-methods';
import { folded } from '../../src/text/folded';
import { linesSetting } from './lines-setting';

/**
 * The lines under Method names.
 *
 * @throws SoilError `SOIL_CONFIG` if a line lacks its method or its name, or if two lines give one method two names
 */
export function methodNamesSetting(setting: unknown): MethodRename[] {
  const names = new Map<string, string>();
  return linesSetting('Method names', setting, ['method', 'as'], '[{"method": "pH_H2O", "as": "in water, 1:5"}]').map(({ method, as }) => {
    if (method === undefined || as === undefined) throw new SettingError('Method names', 'needs a method and the name to give it on each line.');
    const other = names.get(folded(method));
    if (other !== undefined && other !== as) {
      throw new SettingError('Method names', `gives the method "${method}" two names, "${other}" and "${as}": remove one of the two lines.`);
    }
    names.set(folded(method), as);
    return { method, as };
  });
}
