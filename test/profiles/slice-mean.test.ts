import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sliceMean, sliceSum } from '../../src/profiles/slice-mean';
import { atOnce } from '../../src/time/steps';

describe('The mean of a slice', () => {
  it('carries no rounding error of upper layers down: 1 - 1e17 + 1e17 is 0', () => {
    const above = [1e17, -1e17, 1].map((value) => ({ top: 0, bottom: 10, value }));
    const { mean } = atOnce(sliceMean([...above, { top: 15, bottom: 20, value: 5 }], { top: 0, bottom: 20 }))!;
    assert.equal(mean, ((1 / 3) * 10 + 5 * 5) / 15);
  });

  it('carries none down even if the layers are given from the bottom up', () => {
    const above = [1e17, -1e17].map((value) => ({ top: 0, bottom: 10, value }));
    assert.equal(atOnce(sliceMean([{ top: 10, bottom: 20, value: 3 }, ...above], { top: 0, bottom: 20 }))?.mean, 1.5);
  });

  it('is weighted by the length of overlap: 0-10 = 2 and 10-40 = 8 make 6.0 in 0-30', () => {
    const layers = [
      { top: 0, bottom: 10, value: 2 },
      { top: 10, bottom: 40, value: 8 },
    ];
    assert.deepEqual(atOnce(sliceMean(layers, { top: 0, bottom: 30 })), { mean: 6, coverage: 1, layers });
  });

  it('is not extended past the data', () => {
    const layers = [{ top: 10, bottom: 20, value: 5 }];
    assert.deepEqual(atOnce(sliceMean(layers, { top: 0, bottom: 30 })), { mean: 5, coverage: 1 / 3, layers });
    assert.deepEqual(atOnce(sliceMean(layers, { top: 20, bottom: 30 })), null);
    assert.deepEqual(atOnce(sliceMean([], { top: 0, bottom: 30 })), null);
  });

  it('counts a depth that several layers cover once, with their mean', () => {
    const layers = [
      { top: 0, bottom: 20, value: 1 },
      { top: 10, bottom: 30, value: 4 },
      { top: 12, bottom: 14, value: 4 },
    ];
    assert.deepEqual(atOnce(sliceMean(layers, { top: 0, bottom: 40 })), { mean: (10 * 1 + 8 * 2.5 + 2 * 3 + 10 * 4) / 30, coverage: 0.75, layers });
  });

  it('is the same however often a layer is repeated', () => {
    const topsoil = { top: 0, bottom: 10, value: 2.1 };
    const subsoil = { top: 10, bottom: 40, value: 8.1 };
    for (const layers of [[topsoil, subsoil], [subsoil, ...Array<typeof topsoil>(20).fill(topsoil)]]) {
      assert.equal(atOnce(sliceMean(layers, { top: 0, bottom: 30 }))!.mean.toPrecision(12), '6.10000000000');
    }
  });

  it('is the same as when counted centimetre by centimetre', () => {
    const layer = fc.record({
      top: fc.integer({ min: 0, max: 90 }),
      thickness: fc.integer({ min: 1, max: 60 }),
      value: fc.integer({ min: -50, max: 50 }),
    });
    const slice = fc.record({ top: fc.integer({ min: 0, max: 90 }), thickness: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(layer, { maxLength: 6 }), slice, (given, { top, thickness }) => {
        const layers = given.map((one) => ({ top: one.top, bottom: one.top + one.thickness, value: one.value }));
        let [sum, covered] = [0, 0];
        for (let depth = top + 0.5; depth < top + thickness; depth += 1) {
          const here = layers.filter((one) => one.top < depth && depth < one.bottom);
          if (here.length === 0) continue;
          covered += 1;
          sum += here.reduce((all, { value }) => all + value, 0) / here.length;
        }
        const found = atOnce(sliceMean(layers, { top, bottom: top + thickness }));
        if (covered === 0) return assert.equal(found, null);
        assert.ok(Math.abs(found!.coverage - covered / thickness) < 1e-12);
        assert.ok(Math.abs(found!.mean - sum / covered) < 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

describe('The sum of a slice', () => {
  it('is not given if layers leave part of the slice uncovered', () => {
    assert.deepEqual(atOnce(sliceSum([{ top: 5, bottom: 30, value: 1 }], { top: 0, bottom: 30 })), null);
    assert.deepEqual(atOnce(sliceSum([{ top: 0, bottom: 20, value: 1 }], { top: 0, bottom: 30 })), null);
  });
});
