import { named } from './field-name';
import { liveValue } from './live-value';
import { sharedText } from './shared-text';
import { isFromEnvironment, numberRule } from './validation';

/** The longest time between two polls: not below the first. */
export function longestPollRule(): EditorValidator {
  const number = numberRule({ low: 0.01, high: 86400 });
  return named(function (value, options) {
    const checked = number.call(this, value, options);
    if (checked !== true || isFromEnvironment(value)) return checked;
    const first = liveValue(this, 'firstPoll');
    return isFromEnvironment(first) || Number(first) <= Number(value) ? true : sharedText('invalid.pollOrder');
  });
}
