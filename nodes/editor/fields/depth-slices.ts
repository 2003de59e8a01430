import { depthSlices } from '../../../src/profiles/depth-slice';
import { sharedText } from '../words/shared-text';
import { named } from './field-name';
import { liveValue } from './live-value';
import { settingText } from './setting-text';
import { isFromEnvironment } from './validation';

/** Depth slices as a person writes them: `0-10, 10-30`, in cm. The runtime reads them by the same function. */
export function ownSlicesRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'slices') !== 'own' || isFromEnvironment(value)) return true;
    try {
      depthSlices('own', settingText(value));
      return true;
    } catch {
      return sharedText('invalid.slices');
    }
  });
}
