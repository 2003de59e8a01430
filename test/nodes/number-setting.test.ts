import assert from 'node:assert/strict';
import { numberSetting } from '../../nodes/runtime/settings/number-setting';

describe('A number of a dialog', () => {
  it('is within its limits, or the default', () => {
    const limits = { low: 0.1, high: 3600 };
    for (const empty of ['', null, undefined]) assert.equal(numberSetting('Time limit', empty, 60, limits), 60);
    for (const [given, read] of [['0.5', 0.5], [2, 2], ['0.1', 0.1], [3600, 3600]] as const) assert.equal(numberSetting('Time limit', given, 60, limits), read);
    for (const wrong of [0, '0', 0.09, -1, 'soon', NaN, Infinity, 3600.1, {}, [5], true]) {
      assert.throws(() => numberSetting('Time limit', wrong, 60, limits), { code: 'SOIL_CONFIG', message: /^The setting "Time limit" is .*: fill in a number from 0\.1 to 3600\.$/ });
    }
  });

  it('is whole if only whole numbers are allowed', () => {
    const limits = { low: 0, high: 15, whole: true };
    assert.equal(numberSetting('H3 resolution', '8', 0, limits), 8);
    assert.throws(() => numberSetting('H3 resolution', 8.5, 0, limits), { code: 'SOIL_CONFIG', message: 'The setting "H3 resolution" is 8.5: fill in a whole number from 0 to 15.' });
  });

  it('that is an unset variable names it', () => {
    const refusal = { code: 'SOIL_CONFIG', message: /^The setting "Share" takes the environment variable NOBODY_SET_THIS, which is not set; / };
    assert.throws(() => numberSetting('Share', '${NOBODY_SET_THIS}', 60, { low: 0, high: 100 }), refusal);
  });
});
