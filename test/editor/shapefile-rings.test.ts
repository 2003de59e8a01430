import assert from 'node:assert/strict';
import type { Position } from 'geojson';
import { polygonsOf } from '../../nodes/editor/map/shapefile-rings';

/** A square, clockwise, as outer rings run. */
const square = (west: number, south: number, size: number): Position[] => [[west, south], [west, south + size], [west + size, south + size], [west + size, south], [west, south]];
const turned = (ring: Position[]): Position[] => ring.toReversed();

const FIELD = square(0, 0, 10);
const POND = turned(square(2, 2, 6));
const ISLAND = square(4, 4, 2);
const NEXT = square(20, 0, 10);
/** Two halves of a square along its diagonal: their boxes are the same. */
const LOWER: Position[] = [[0, 0], [9, 9], [10, 0], [0, 0]];
const UPPER: Position[] = [[0, 1], [0, 10], [9, 10], [0, 1]];
const IN_LOWER = turned(square(7, 2, 1));
const IN_UPPER = turned(square(2, 7, 1));

/** A ring that ends whatever looks at its corners more often than `most` times: work is counted, since time depends on the machine. */
function seenAtMost(most: number, ring: Position[]): Position[] {
  let seen = 0;
  return new Proxy(ring, {
    get(corners, key) {
      if (typeof key === 'string' && key !== 'length' && ++seen > most) throw new Error(`${seen} looks at ${corners.length} corners`);
      return Reflect.get(corners, key) as unknown;
    },
  });
}

describe('The rings of a shapefile', () => {
  for (const [what, rings, polygons] of [
    ['are none', [], []],
    ['are an outer one and its hole', [FIELD, POND], [[FIELD, POND]]],
    ['may begin with the hole', [POND, FIELD], [[FIELD, POND]]],
    ['have islands in holes', [ISLAND, POND, FIELD], [[ISLAND], [FIELD, POND]]],
    ['have ponds on islands', [FIELD, POND, ISLAND, turned(square(4.5, 4.5, 1))], [[FIELD, POND], [ISLAND, turned(square(4.5, 4.5, 1))]]],
    ['lie side by side with boxes that overlap', [LOWER, UPPER, IN_LOWER, IN_UPPER], [[LOWER, IN_LOWER], [UPPER, IN_UPPER]]],
    ['stay in the order of the file', [square(40, 0, 1), NEXT, FIELD], [[square(40, 0, 1)], [NEXT], [FIELD]]],
    ['are outer ones where they lie in no other one, however they run', [FIELD, turned(NEXT)], [[FIELD], [turned(NEXT)]]],
    ['may all run the other way', [turned(FIELD), turned(POND), turned(ISLAND)], [[turned(FIELD), turned(POND)], [turned(ISLAND)]]],
    ['may run the other way in one part alone', [FIELD, POND, turned(NEXT), square(22, 2, 1)], [[FIELD, POND], [turned(NEXT), square(22, 2, 1)]]],
    ['are two areas where one runs as the one around it', [FIELD, turned(POND)], [[FIELD], [turned(POND)]]],
    ['are holes in the order of the file', [FIELD, turned(square(1, 1, 1)), turned(square(4, 4, 2))], [[FIELD, turned(square(1, 1, 1)), turned(square(4, 4, 2))]]],
    ['may touch the outer ring', [FIELD, [[0, 0], [4, 1], [1, 4], [0, 0]]], [[FIELD, [[0, 0], [4, 1], [1, 4], [0, 0]]]]],
    ['may have all corners on the outer ring', [FIELD, [[0, 0], [10, 10], [0, 10], [0, 0]]], [[FIELD, [[0, 0], [10, 10], [0, 10], [0, 0]]]]],
    ['stay where they have no area', [FIELD, [[1, 1], [2, 2], [1, 1]]], [[FIELD], [[[1, 1], [2, 2], [1, 1]]]]],
  ] as const) {
    it(what, () => assert.deepEqual(polygonsOf(rings as unknown as Position[][]), polygons));
  }

  it('are sorted, even tens of thousands, side by side or in one ring', () => {
    const many = Array.from({ length: 80_000 }, (_, i) => square(10 * (i % 300), 10 * Math.floor(i / 300), 8));
    const around = square(-10, -10, 5000);
    assert.equal(polygonsOf(many).length, many.length);
    assert.deepEqual(polygonsOf([...many.map(turned), around]), [[around, ...many.map(turned)]]);
  });

  it('look at few corners of one around them, even thousands in one with hundreds of thousands of corners, as in the border of a region', () => {
    const turn = (i: number): number => (-i * 2 * Math.PI) / 300_000;
    const border = Array.from({ length: 300_001 }, (_, i): Position => [10 + 7.5 * Math.cos(turn(i % 300_000)), 10 + 7.5 * Math.sin(turn(i % 300_000))]);
    const lakes = Array.from({ length: 5_000 }, (_, i) => turned(square(5 + (i % 70) / 7, 5 + Math.floor(i / 70) / 7.2, 0.1)));
    assert.deepEqual(polygonsOf([seenAtMost(20 * border.length, border), ...lakes]).map((rings) => rings.length), [5_001]);
  });

  it('are read even if some have no width, or lie farther apart than a number can hold', () => {
    const line: Position[] = [[1, 1], [1, 5], [1, 1]];
    assert.deepEqual(polygonsOf([line, line]), [[line], [line]]);
    const far = square(-1e308, -1e308, 1e300);
    assert.equal(polygonsOf([far, square(1e308, 1e308, 1)]).length, 2);
  });

  it('have holes that touch the sides of their ring, in any direction: rounding does not decide', () => {
    for (let step = 1; step < 100; step++) {
      const [cos, sin] = [Math.cos(step / 10), Math.sin(step / 10)];
      const at = (x: number, y: number): Position => [5 + (x * cos - y * sin) / 100, 52 + (x * sin + y * cos) / 100];
      const outer = [at(0, 0), at(0, 3), at(3, 3), at(3, 0), at(0, 0)];
      const hole = [at(0, 1.1), at(1.3, 3), at(1.5, 1.2), at(0, 1.1)].reverse();
      assert.deepEqual(polygonsOf([outer, hole]), [[outer, hole]], `turned by ${step / 10}`);
    }
  });
});
