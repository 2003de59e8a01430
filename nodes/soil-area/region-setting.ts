import { SettingError } from '../../src/errors/setting-error';
import { SoilError } from '../../src/errors/soil-error';
import type { AreaDescription } from '../../src/geometry/area-of-interest';
import { liesIn, readRegion, type Region, wouldLieIn } from '../../src/geometry/region';
import { textSetting } from '../runtime/settings/text-setting';

const LABEL = 'Must lie in';

/** The setting "Must lie in": nothing if it is empty. Throws `SOIL_CONFIG` for what is no region. */
export function regionSetting(setting: unknown): Region | undefined {
  const text = textSetting(LABEL, setting);
  if (text === undefined) return undefined;
  const region = readRegion(text);
  if (region) return region;
  throw new SettingError(LABEL, `is ${JSON.stringify(text.slice(0, 100))}: write west, south, east and north in degrees, such as 3.3, 50.7, 7.3, 53.6.`);
}

/**
 * Refuses an area that does not lie in the region: the flow would get the soil of another place without a word.
 *
 * @throws SoilError `SOIL_GEOMETRY`, with where the area lies, and whether it would lie in the region with latitude and longitude swapped
 */
export function assertInside(bbox: AreaDescription['bbox'], region: Region): void {
  if (liesIn(bbox, region)) return;
  const advice = wouldLieIn(bbox, region) ? 'With latitude and longitude swapped, it would: check their order in the area, and in the setting.' : 'Check the area, or the setting.';
  throw new SoilError('SOIL_GEOMETRY', `The area (${bbox.join(', ')}: west, south, east, north) does not lie wholly in the region that "${LABEL}" gives (${region.join(', ')}). ${advice}`);
}
