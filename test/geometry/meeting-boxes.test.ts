import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Box } from '../../src/geometry/rings/box';
import { meetingBoxes } from '../../src/geometry/rings/meeting-boxes';

const ENOUGH = 1e9;

const pairsOf = (boxes: Box[]): string[] => [...meetingBoxes(boxes, { left: ENOUGH })].map((pair) => pair.toSorted((a, b) => a - b).join(' ')).sort();

/** Found by trying them all. */
const allPairs = (boxes: Box[]): string[] =>
  boxes.flatMap((a, i) => boxes.flatMap((b, j) => (j > i && a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north ? [`${i} ${j}`] : []))).sort();

const box = (west: number, south: number, width: number, height: number): Box => ({ west, south, east: west + width, north: south + height });

describe('Boxes that meet', () => {
  it('are found, each pair once, whatever their sizes and places', () => {
    const place = fc.integer({ min: -60, max: 60 });
    const size = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 }));
    const boxes = fc.array(fc.tuple(place, place, size, size).map((sides) => box(...sides)), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(boxes, (some) => assert.deepEqual(pairsOf(some), allPairs(some))),
      { numRuns: 500 },
    );
  });

  it('do not meet if they only touch', () => {
    assert.deepEqual(pairsOf([box(0, 0, 10, 10), box(10, 0, 10, 10), box(0, 10, 10, 10), box(10, 10, 10, 10)]), []);
  });

  it('may be none, or have no width or height, or more than a number can hold', () => {
    assert.deepEqual(pairsOf([]), []);
    for (const piled of [box(3, 4, 0, 0), box(3, 4, 5, 0), box(3, 4, 0, 5), { west: -1e308, south: -1e308, east: 1e308, north: 1e308 }]) {
      for (const beside of [[], [box(3, 9, 0, 0)], [box(2, 2, 7, 7)]]) assert.deepEqual(pairsOf([piled, piled, ...beside]), allPairs([piled, piled, ...beside]));
    }
  });

  const layouts: [name: string, boxes: Box[], pairs: number][] = [
    ['strips one above the other', Array.from({ length: 20_000 }, (_, i) => box(0, 10 * i, 1e7, 15)), 19_999],
    ['strips side by side', Array.from({ length: 20_000 }, (_, i) => box(10 * i, 0, 15, 1e7)), 19_999],
    ['fields in rows and columns', Array.from({ length: 20_000 }, (_, i) => box(10 * (i % 200), 10 * Math.floor(i / 200), 10, 10)), 0],
    ['small ones in one as large as all of them', [...Array.from({ length: 20_000 }, (_, i) => box(1000 * (i % 200), 1000 * Math.floor(i / 200), 1, 1)), box(0, 0, 2e5, 1e5)], 20_000],
  ];
  for (const [name, boxes, pairs] of layouts) {
    it(`are found in few steps: ${name}`, () => {
      const budget = { left: ENOUGH };
      let found = 0;
      for (const pair of meetingBoxes(boxes, budget)) found += pair.length / 2;
      assert.equal(found, pairs);
      assert.ok(ENOUGH - budget.left < boxes.length, `${ENOUGH - budget.left} steps`);
    });
  }

  it('are looked for only as long as the budget lasts', () => {
    const budget = { left: 100 };
    const piled = Array.from({ length: 1000 }, () => box(0, 0, 10, 10));
    assert.ok([...meetingBoxes(piled, budget)].length < 2000);
    assert.ok(budget.left < 0);
  });
});
