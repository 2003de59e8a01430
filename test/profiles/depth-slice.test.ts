import assert from 'node:assert/strict';
import { isSoilError } from '../../src/errors/soil-error';
import { depthSlices, type SliceChoice } from '../../src/profiles/depth-slice';

describe('Depth slices', () => {
  it('are those of GlobalSoilMap, of the topsoil, or a person’s own', () => {
    const written = (choice: SliceChoice, own?: string) =>
      depthSlices(choice, own)
        .map(({ top, bottom }) => `${top}-${bottom}`)
        .join(' ');
    assert.equal(written('globalsoilmap'), '0-5 5-15 15-30 30-60 60-100 100-200');
    assert.equal(written('0-30'), '0-30');
    assert.equal(written('0-20-50'), '0-20 20-50');
    assert.equal(written('own', ' 0-7.5,7.5 - 20 ,40-41'), '0-7.5 7.5-20 40-41');
  });

  it('are also accepted as in tables: with a unit, and with other dashes', () => {
    for (const own of ['0-10,10-30', '0-10 cm, 10-30CM', ' 0 – 10 , 10–30cm ', '0−10, 10‐30']) {
      assert.deepEqual(depthSlices('own', own), [{ top: 0, bottom: 10 }, { top: 10, bottom: 30 }], own);
    }
  });

  it('are refused if they are not slices', () => {
    for (const own of ['', 'x', '10-0', '5-5', '0-10,', '0-10 10-20', '-5-10', '-0-10', '0-10, -0.0 - 5 cm', Array(300).fill('0-1').join(',')]) {
      assert.throws(
        () => depthSlices('own', own),
        (error) => isSoilError(error, 'SOIL_CONFIG'),
        own,
      );
    }
    assert.throws(() => depthSlices('own', `0-10,abc${'x'.repeat(100)}`), /^The setting "Depths in cm" has "abcx{37}", which is not a slice:/);
    assert.throws(() => depthSlices('own', ' '), { message: 'The setting "Depths in cm" is empty: write slices from the top down, such as 0-10, 10-30, 30-60.' });
    assert.throws(() => depthSlices('own', Array(201).fill('0-1').join(',')), /^The setting "Depths in cm" has 201 slices; at most 200 are allowed\./);
    assert.equal(depthSlices('own', Array(200).fill('0-1').join(',')).length, 200);
  });
});
