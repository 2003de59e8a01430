import assert from 'node:assert/strict';
import type { Ring } from '../../src/geometry/rings/cut-part';
import { containsRing } from '../../src/geometry/rings/containment';
import { RingsBuilder } from '../../src/geometry/rings/rings';

/** Open to the north: the ground between its arms lies outside. */
const CUP: Ring = [[0, 0], [100, 0], [100, 100], [60, 100], [60, 40], [40, 40], [40, 100], [0, 100]];

function contains(outer: Ring, inner: Ring): boolean {
  const builder = new RingsBuilder();
  for (const ring of [outer, inner]) {
    for (const [x, y] of ring) builder.add(x, y);
    builder.endRing();
  }
  builder.endPart();
  return containsRing(builder.rings(), 0, 1);
}

describe('A ring in another one', () => {
  const cases: [where: string, inner: Ring, inside: boolean][] = [
    ['in an arm', [[20, 70], [30, 70], [20, 80]], true],
    ['between the arms', [[50, 70], [55, 70], [50, 80]], false],
    ['in line with edges that run north', [[40, -20], [60, -30], [0, -10]], false],
    ['in line with edges that run east, west of them', [[-10, 40], [-20, 100], [-30, 0]], false],
    ['in line with edges that run east, east of them', [[130, 40], [120, 100], [110, 0]], false],
    ['at corners, and then inside', [[40, 40], [0, 0], [30, 20]], true],
    ['at corners, and then outside', [[40, 100], [60, 100], [50, 60]], false],
    ['at corners alone', [[0, 0], [100, 0], [60, 40]], true],
  ];
  for (const [where, inner, inside] of cases) {
    it(`lies ${inside ? 'inside' : 'outside'} ${where}, whichever way the rings run`, () => {
      for (const outer of [CUP, CUP.toReversed()]) {
        for (const ring of [inner, inner.toReversed()]) assert.equal(contains(outer, ring), inside);
      }
    });
  }
});
