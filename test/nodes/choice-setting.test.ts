import assert from 'node:assert/strict';
import { choiceSetting } from '../../nodes/runtime/settings/choice-setting';
import { isSoilError } from '../../src/errors/soil-error';

describe('A choice of a dialog', () => {
  const choices = ['replace', 'keep', 'number'] as const;

  it('is one of several, and the first if it is empty', () => {
    for (const choice of choices) assert.equal(choiceSetting('If the file exists', choice, choices), choice);
    for (const empty of [undefined, null, '', ' ']) assert.equal(choiceSetting('If the file exists', empty, choices), 'replace');
  });

  it('that is none of them is refused with its label and the choices there are', () => {
    for (const value of ['Keep', ' keep', '__proto__', 0, {}]) {
      assert.throws(
        () => choiceSetting('If the file exists', value, choices),
        (error) => isSoilError(error, 'SOIL_CONFIG') && error.message === `The setting "If the file exists" is ${JSON.stringify(value)}: choose replace, keep or number.`,
      );
    }
  });

  it('that is an unset variable names it', () => {
    const message = /^The setting "If the file exists" takes the environment variable NOBODY_SET_THIS, which is not set; /;
    assert.throws(() => choiceSetting('If the file exists', '${NOBODY_SET_THIS}', choices), { code: 'SOIL_CONFIG', message });
  });
});
