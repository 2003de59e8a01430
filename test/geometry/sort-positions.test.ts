import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sortPositions } from '../../src/geometry/rings/sort-positions';
import { atOnce } from '../../src/time/steps';

describe('Positions', () => {
  for (const number of [50, 2500]) {
    it(`are sorted from west to east and from south to north, as many as ${number}, without others that are not asked for`, () => {
      const from = 100;
      // Few meridians with many positions each; steps of more and of less than sixteen bits, up to a full turn in grid units, and two.
      const place = (seed: number, i: number, step: number): number => (((seed + 1) * (i + 7) * 7919) % 60) * step - 30 * step;
      fc.assert(
        fc.property(fc.nat(1000), fc.constantFrom(1, 3000, 119_999_999 / 2, 120_000_000), fc.constantFrom(1, 3000, 59_999_999), (seed, stepX, stepY) => {
          const x = Float64Array.from({ length: from + number + 5 }, (_, i) => Math.round(place(seed, i, stepX)));
          const y = Float64Array.from({ length: x.length }, (_, i) => Math.round(place(seed + 3, i * i, stepY)));
          const order = [...atOnce(sortPositions(x, y, from, from + number))];
          assert.deepEqual(order.toSorted((a, b) => a - b), Array.from({ length: number }, (_, i) => from + i));
          for (let i = 1; i < number; i++) {
            const [one, next] = [order[i - 1]!, order[i]!];
            if (x[one]! > x[next]! || (x[one] === x[next] && y[one]! > y[next]!)) assert.fail(`${x[one]} ${y[one]} comes before ${x[next]} ${y[next]}`);
          }
        }),
        { numRuns: 8 },
      );
    });
  }
});
