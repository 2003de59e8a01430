import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Position } from '../../src/geometry/area-of-interest';
import { crossingsOf, RasterMask } from '../../src/records/rasters/raster-mask';
import { atOnce } from '../../src/time/steps';
import { square } from './raster-scenario';

const maskOf = (polygons: Position[][][]): RasterMask => atOnce(RasterMask.of(polygons));

function spansIn(row: number, spansOf: ReturnType<RasterMask['spans']>): [from: number, to: number][] {
  const ends = atOnce(spansOf(row));
  return ends.flatMap((from, at) => (at % 2 === 0 ? [[from, ends[at + 1]!]] : []));
}

describe('The mask of an area', () => {
  it('has the cells whose centre a point-in-polygon test finds inside, for any star-shaped polygon with a hole', () => {
    const star = fc.array(fc.double({ min: 0.5, max: 12, noNaN: true }), { minLength: 4, maxLength: 12 });
    const ringOf = (radii: number[], x: number, y: number, size: number): Position[] => {
      const ring = radii.map((radius, at): Position => [
        x + radius * size * Math.cos((at / radii.length) * 2 * Math.PI),
        y + radius * size * Math.sin((at / radii.length) * 2 * Math.PI),
      ]);
      return [...ring, ring[0]!];
    };
    const within = (ring: Position[], x: number, y: number): boolean => {
      let inside = false;
      for (let at = 0; at + 1 < ring.length; at += 1) {
        const [[x1, y1], [x2, y2]] = [ring[at]!, ring[at + 1]!];
        if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
      }
      return inside;
    };
    fc.assert(
      fc.property(
        star,
        star,
        fc.double({ min: 3, max: 17, noNaN: true }),
        fc.double({ min: 3, max: 17, noNaN: true }),
        (outer, other, x, y) => {
          const polygons = [[ringOf(outer, x, y, 1), ringOf(outer, x, y, 0.4)], [ringOf(other, 20 - x, y, 0.7)]];
          const mask = maskOf(polygons);
          const spansOf = mask.spans();
          const inside = (column: number, row: number): boolean =>
            polygons.some(([ring, hole]) => within(ring!, column + 0.5, row + 0.5) && !(hole && within(hole, column + 0.5, row + 0.5)));
          const centres = polygons.map(([ring, hole]) => {
            let count = 0;
            for (let row = -15; row < 35; row += 1)
              for (let column = -15; column < 35; column += 1)
                if (within(ring!, column + 0.5, row + 0.5) && !(hole && within(hole, column + 0.5, row + 0.5))) count += 1;
            return count;
          });
          if (centres.includes(0)) return;
          for (let row = 0; row < 20; row += 1) {
            const spans = spansIn(row, spansOf);
            for (let column = 0; column < 20; column += 1) {
              assert.equal(
                spans.some(([from, to]) => column >= from && column < to),
                inside(column, row),
                `${column} ${row}`,
              );
            }
          }
          let cells = 0;
          for (let row = -15; row < 35; row += 1) for (let column = -15; column < 35; column += 1) if (inside(column, row)) cells += 1;
          assert.equal(mask.cells, cells);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('measures an area too large to count, less its holes, wherever it lies', () => {
    for (const y of [0, -1e10]) {
      const hole = square(100, y + 100, 200, y + 1e9 + 100);
      const large = [...square(10, y + 20, 1010, y + 2e9 + 20), ...hole, ...square(300, y + 100, 301, y + 101)];
      const small = square(5000.1, y + 3.1, 5000.2, y + 3.2);
      assert.equal(maskOf([large, small]).cells, 2e12 - 1e11 - 1 + 1);
    }
  });

  it('has in an area too large to count the same cells of a field that is about as small as a cell, or as narrow, as in a small one', () => {
    const large = square(10, 20, 20, 2e6 + 20);
    // Between centres; around one; strips between two columns of centres, and between two rows.
    const fields = [square(50.6, 3.6, 51.4, 4.4), square(60.4, 3.4, 61.2, 4.2), square(70.6, 2.6, 71.4, 7.2), square(80.6, 0.6, 81.4, 30.2), square(90.2, 3.6, 97.2, 4.4)];
    const [alone, together] = [fields, [large, ...fields]].map(maskOf) as [RasterMask, RasterMask];
    assert.deepEqual([alone.cells, together.cells], [4 + 1 + 4 + 4 + 4, 2e7 + 17]);
    const [spansAlone, spansTogether] = [alone.spans(), together.spans()];
    for (let row = 0; row < 10; row += 1) assert.deepEqual(spansIn(row, spansTogether), spansIn(row, spansAlone), `row ${row}`);
  });

  it('measures narrow fields that are together too long to count', () => {
    assert.equal(maskOf([square(0.6, 0, 1.4, 2e6)]).cells, 1.6e6);
    // The first of two is still counted. It holds no centre, so it has the cells of its corners.
    assert.equal(maskOf([square(0.6, 0, 1.4, 3e5), square(10.6, 0, 11.4, 3e5)]).cells, 4 + 240_000);
  });

  it('measures many fields together: rounded one by one, they would seem to have other cells than they have', () => {
    const fields = Array.from({ length: 21 }, (_, i) => square(2 * i, 0, 2 * i + 1.00001, 60_000));
    assert.equal(maskOf(fields).cells, 21 * 60_000 + 13);
  });

  it('takes time only for the rows of the grid that its edges cross, whatever lies beyond', () => {
    const field = square(0, -5, 1, 20);
    const beyond = [square(0, -9, 1, -1), square(0, 30, 1, 40)];
    const crossings = [crossingsOf([field, ...beyond]), crossingsOf([field, ...beyond], 10), crossingsOf([square(0, 5, 1, 8)], 10)];
    assert.deepEqual(crossings.map(atOnce), [50 + 16 + 20, 20, 6]);
  });

  it('gives a cell whose centre lies on the border of two fields to one of them, and skips no row that has a corner at its middle', () => {
    const rowsOf = (polygons: Position[][][]): unknown[] => {
      const spansOf = maskOf(polygons).spans();
      return Array.from({ length: 6 }, (_, row) => spansIn(row, spansOf));
    };
    const [upper, lower] = [square(1, 0.5, 3, 2.5), square(1, 2.5, 3, 4.5)];
    assert.deepEqual([upper, lower, square(2, 0, 4, 1)].map((field) => maskOf([field]).cells), [4, 4, 2]);
    assert.deepEqual(rowsOf([upper]), [[[1, 3]], [[1, 3]], [], [], [], []]);
    assert.deepEqual(rowsOf([upper, lower]), [[[1, 3]], [[1, 3]], [[1, 3]], [[1, 3]], [], []]);
    assert.deepEqual(rowsOf([[[[1, 2.5], [3.5, 0], [6, 2.5], [3.5, 5], [1, 2.5]]]]), [[[3, 4]], [[2, 5]], [[1, 6]], [[2, 5]], [[3, 4]], []]);
  });

  it('skips what lies between distant polygons', () => {
    const field = (x: number, y: number): Position[][] => [
      [
        [x, y],
        [x + 3, y],
        [x + 3, y + 3],
        [x, y + 3],
        [x, y],
      ],
    ];
    assert.equal(maskOf([field(0, 0), field(5, 1e12), field(0, -1e12)]).cells, 27);
  });

  it('counts a cell once, however many parts smaller than it lie there', () => {
    const inRows = (mask: RasterMask): number => {
      const spansOf = mask.spans();
      let cells = 0;
      for (let row = 0; row < 10; row += 1) for (const [from, to] of spansIn(row, spansOf)) cells += to - from;
      return cells;
    };
    const small = (x: number, y: number): Position[][] => square(x, y, x + 0.1, y + 0.1);
    const cases: [polygons: Position[][][], cells: number][] = [
      [[small(3.1, 2.1), small(3.3, 2.7), small(3.8, 2.2)], 1],
      [[square(2, 2, 4, 4), small(2.1, 2.1)], 4],
      [[square(2, 2, 4, 4), square(6, 2, 8, 4), small(1.1, 2.1), small(2.1, 3.1), small(4.1, 3.1), small(7.1, 3.1), small(8.1, 3.1)], 11],
      // Between the centres of two cells.
      [[square(3.7, 2.4, 3.8, 2.6)], 1],
      // Whatever their order.
      [[square(2, 2, 4, 4), small(2.1, 7.1), small(2.1, 3.1)], 5],
      [[square(2, 2, 4, 4), small(5.1, 3.1), small(2.1, 3.1)], 5],
      [[small(1.1, 5.1), square(0.95, 5.1, 1.05, 5.2)], 2],
    ];
    for (const [polygons, cells] of cases) {
      const mask = maskOf(polygons);
      assert.deepEqual([mask.cells, inRows(mask)], [cells, cells], JSON.stringify(polygons));
    }
  });

  it('takes as long for many small parts in one row as for as many in rows of their own', () => {
    const processorTime = (polygons: Position[][][]): number => {
      const before = process.cpuUsage();
      assert.equal(maskOf(polygons).cells, polygons.length);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const numbers = Array.from({ length: 30_000 }, (_, number) => number);
    const inColumn = numbers.map((row) => square(3.1, row + 0.1, 3.2, row + 0.2));
    const inRow = numbers.map((column) => square(column + 0.1, 3.1, column + 0.2, 3.2));
    // The shortest of three: the garbage collector may run during one of them.
    const least = (polygons: Position[][][]): number => Math.min(...[1, 2, 3].map(() => processorTime(polygons)));
    const [apart, together] = [least(inColumn), least(inRow)];
    // About the same; if it grew with the square, more than twenty times as much.
    assert.ok(together < 5 * apart + 50_000, `${together} µs in one row, ${apart} µs in many`);
  });
});
