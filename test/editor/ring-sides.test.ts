import assert from 'node:assert/strict';
import { RingSides } from '../../nodes/editor/map/ring-sides';

describe('The sides of a ring', () => {
  // An L: the place north-east of its inner corner is outside.
  const sides = new RingSides([[0, 0], [10, 0], [10, 5], [5, 5], [5, 10], [0, 10], [0, 0]]);
  for (const [what, position, place] of [
    ['have a place in the ring inside', [2, 2], 1],
    ['have one in line with a side inside', [2, 5], 1],
    ['have one west of a side, in line with it, outside', [-1, 10], -1],
    ['have one east of a side, in line with it, outside', [11, 5], -1],
    ['have one at the inner corner outside', [6, 6], -1],
    ['have one on themselves on the ring', [7, 5], 0],
    ['have their corners on the ring', [5, 5], 0],
  ] as const) {
    it(what, () => assert.equal(sides.placeOf([...position]), place));
  }
});
