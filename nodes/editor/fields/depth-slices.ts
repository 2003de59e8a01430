import { depthSlices } from '../../../src/profiles/depth-slice';
import { sharedText } from '../words/shared-text';
import { liveValue } from './live-value';
import { named } from './named-rule';
import { settingText } from './setting-text';

/** Depth slices as a person writes them: `0-10, 10-30`, in cm. The runtime reads them by the same function. */
export function ownSlicesRule(): EditorValidator {
  return named((value, node) => {
    if (liveValue(node, 'slices') !== 'own') return undefined;
    try {
      depthSlices('own', settingText(value));
      return undefined;
    } catch {
      return sharedText('invalid.slices');
    }
  });
}
