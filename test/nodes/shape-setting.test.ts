import assert from 'node:assert/strict';
import { shapeSetting } from '../../nodes/runtime/settings/shape-setting';
import { isSoilError } from '../../src/errors/soil-error';
import { SHAPES } from '../../src/shapes/shape-name';

describe('A setting "Shaped for"', () => {
  it('is one of the shapes, or none where it is empty', () => {
    assert.deepEqual(['', undefined, null].map(shapeSetting), [null, null, null]);
    for (const shape of SHAPES) assert.equal(shapeSetting(shape), shape);
    assert.throws(
      () => shapeSetting('excel'),
      (error) => isSoilError(error, 'SOIL_CONFIG') && /"Shaped for" is "excel": choose worldmap/.test(error.message),
    );
  });
});
