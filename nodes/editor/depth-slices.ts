import { named } from './field-name';
import { liveValue } from './live-value';
import { sharedText } from './shared-text';
import { isFromEnvironment } from './validation';
import { settingText } from './setting-text';

/** Depth slices as a person writes them: `0-10, 10-30`, in cm. */
export function ownSlicesRule(): EditorValidator {
  return named(function (value, _options) {
    if (liveValue(this, 'slices') !== 'own' || isFromEnvironment(value)) return true;
    for (const slice of settingText(value).split(',')) {
      const depths = /^\s*(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)\s*$/.exec(slice);
      if (!depths || Number(depths[2]) <= Number(depths[1])) return sharedText('invalid.slices');
    }
    return true;
  });
}
