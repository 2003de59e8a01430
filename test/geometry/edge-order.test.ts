import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EdgeOrder } from '../../src/geometry/rings/edge-order';

const MOST = 1200;

/** The edges from the lowest to the highest, and back. */
function walked(order: EdgeOrder): number[] {
  const up: number[] = [];
  for (let edge = order.above(order.end); edge !== order.end; edge = order.above(edge)) up.push(edge);
  const down: number[] = [];
  for (let edge = order.below(order.end); edge !== order.end; edge = order.below(edge)) down.push(edge);
  assert.deepEqual(down.reverse(), up);
  return up;
}

describe('A sorted sequence of edges', () => {
  it('stays sorted whatever is inserted, replaced and removed', () => {
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const step = fc.record({ kind: fc.constantFrom('insert', 'insert', 'insertAbove', 'replace', 'remove'), place, count: fc.integer({ min: 1, max: 90 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const order = new EdgeOrder(MOST);
        const heights = new Map<number, number>();
        const expected: number[] = [];
        let next = 0;
        const gone: number[] = [];
        for (const { kind, place, count } of steps) {
          const at = Math.floor(place * expected.length);
          if (kind === 'insert') {
            for (let i = 0; i < count && next < MOST; i++, next++) {
              const height = ((place + i * 0.618034) % 1) + next * 1e-7;
              heights.set(next, height);
              order.insert(next, (other) => height > heights.get(other)!);
              expected.push(next);
            }
            expected.sort((a, b) => heights.get(a)! - heights.get(b)!);
          } else if (kind === 'remove') {
            for (const edge of expected.splice(at, count)) {
              gone.push(edge);
              order.remove(edge);
            }
          } else if (expected.length > 0 && next < MOST) {
            const edge = expected[at]!;
            const height = heights.get(edge)!;
            if (kind === 'replace') {
              heights.set(next, height);
              gone.push(edge);
              order.replace(edge, next);
              expected.splice(at, 1, next++);
            } else {
              heights.set(next, (height + (heights.get(expected[at + 1] ?? -1) ?? 2)) / 2);
              order.insertAbove(next, edge);
              expected.splice(at + 1, 0, next++);
            }
          }
          assert.deepEqual(walked(order), expected);
        }
        assert.ok(order.has(order.end) && expected.every((edge) => order.has(edge)) && !gone.some((edge) => order.has(edge)));
      }),
      { numRuns: 200 },
    );
  });
});
