import assert from 'node:assert/strict';
import { checkProfile } from '../../src/profiles/profile-check';
import { atOnce } from '../../src/time/steps';

describe('The check of a profile', () => {
  const check = (...layers: [number | null, number | null][]) =>
    atOnce(checkProfile(layers.map(([top, bottom]) => ({ top, bottom, date: null })))).map(({ fault, top, bottom }) => `${fault} ${top}-${bottom}`);

  it('finds nothing wrong with layers that follow each other, in any order', () => {
    assert.deepEqual(check([10, 30], [0, 10], [30, 55]), []);
    assert.deepEqual(check([-5, 0], [0, 10]), []);
    assert.deepEqual(check(), []);
  });

  it('finds what checkHzDepthLogic of aqp finds: order, thickness, missing depths, gaps and overlaps, and repeats', () => {
    assert.deepEqual(check([0, 10], [20, 10]), ['upside down 20-10']);
    assert.deepEqual(check([0, 10], [10, 10]), ['no thickness 10-10']);
    assert.deepEqual(check([0, 10], [10, null], [null, 5]), ['no depth 10-null', 'no depth null-5']);
    assert.deepEqual(check([0, 10], [15, 30]), ['gap 10-15']);
    assert.deepEqual(check([0, 20], [15, 30]), ['overlap 15-20']);
    assert.deepEqual(check([0, 30], [5, 10], [30, 40]), ['overlap 5-10']);
    assert.deepEqual(check([0, 30], [0, 10]), ['overlap 0-10']);
    assert.deepEqual(check([0, 10], [0, 10], [10, 20]), ['repeat 0-10']);
    assert.deepEqual(check([0, 10], [0, 30], [0, 10]), ['repeat 0-10', 'overlap 0-10']);
  });
});
