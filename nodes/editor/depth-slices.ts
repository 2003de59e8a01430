import { liveValue } from './live-value';
import { sharedText } from './text';
import { isFromEnvironment } from './validation';
import { settingText } from './setting-text';

/** Depth slices as a person writes them: `0-10, 10-30`, in cm, each below the one before. */
export function ownSlicesRule(): EditorValidator {
  return function (value, _options) {
    if (liveValue(this, 'slices') !== 'own' || isFromEnvironment(value)) return true;
    let above = 0;
    for (const slice of settingText(value).split(',')) {
      const depths = /^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$/.exec(slice);
      if (!depths || Number(depths[1]) < above || Number(depths[2]) <= Number(depths[1])) return sharedText('invalid.slices');
      above = Number(depths[2]);
    }
    return true;
  };
}
