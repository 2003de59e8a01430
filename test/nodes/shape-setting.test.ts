import assert from 'node:assert/strict';
import { shapeSetting } from '../../nodes/runtime/settings/shape-setting';
import { isSoilError } from '../../src/errors/soil-error';
import { PROFILE_SHAPES, SHAPES } from '../../src/shapes/shape-name';

describe('A setting "Shaped for"', () => {
  it('is one of the shapes, or none if it is empty', () => {
    assert.deepEqual(['', undefined, null].map((value) => shapeSetting(value, SHAPES)), [null, null, null]);
    for (const shape of SHAPES) assert.equal(shapeSetting(shape, SHAPES), shape);
    assert.equal(shapeSetting('columns', PROFILE_SHAPES), 'columns');
    assert.throws(
      () => shapeSetting('excel', SHAPES),
      (error) => isSoilError(error, 'SOIL_CONFIG') && /"Shaped for" is "excel": choose worldmap/.test(error.message),
    );
    // Records have no row of all their values.
    assert.throws(() => shapeSetting('columns', SHAPES), (error) => isSoilError(error, 'SOIL_CONFIG'));
  });

  it('says that it may be empty', () => {
    assert.throws(() => shapeSetting('plain', SHAPES), /"Shaped for" is "plain": choose worldmap, .* or csv, or leave it empty for the plain form\.$/);
  });
});
