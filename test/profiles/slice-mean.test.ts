import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import { depthSlices, type SliceChoice } from '../../src/profiles/depth-slice';
import { checkProfile } from '../../src/profiles/profile-check';
import { sliceMean, sliceSum } from '../../src/profiles/slice-mean';
import { statisticsOf } from '../../src/profiles/statistics';
import { quantileAt } from '../../src/records/quantile';

describe('The mean of a slice', () => {
  it('carries no rounding error of upper layers down: 1 - 1e17 + 1e17 is 0', () => {
    const above = [1e17, -1e17, 1].map((value) => ({ top: 0, bottom: 10, value }));
    const { mean } = sliceMean([...above, { top: 15, bottom: 20, value: 5 }], { top: 0, bottom: 20 })!;
    assert.equal(mean, ((1 / 3) * 10 + 5 * 5) / 15);
  });

  it('carries none down even if the layers are given from the bottom up', () => {
    const above = [1e17, -1e17].map((value) => ({ top: 0, bottom: 10, value }));
    assert.equal(sliceMean([{ top: 10, bottom: 20, value: 3 }, ...above], { top: 0, bottom: 20 })?.mean, 1.5);
  });

  it('is weighted by the length of overlap: 0-10 = 2 and 10-40 = 8 make 6.0 in 0-30', () => {
    const layers = [
      { top: 0, bottom: 10, value: 2 },
      { top: 10, bottom: 40, value: 8 },
    ];
    assert.deepEqual(sliceMean(layers, { top: 0, bottom: 30 }), { mean: 6, coverage: 1, layers });
  });

  it('is not extended past the data', () => {
    const layers = [{ top: 10, bottom: 20, value: 5 }];
    assert.deepEqual(sliceMean(layers, { top: 0, bottom: 30 }), { mean: 5, coverage: 1 / 3, layers });
    assert.deepEqual(sliceMean(layers, { top: 20, bottom: 30 }), null);
    assert.deepEqual(sliceMean([], { top: 0, bottom: 30 }), null);
  });

  it('counts a depth that several layers cover once, with their mean', () => {
    const layers = [
      { top: 0, bottom: 20, value: 1 },
      { top: 10, bottom: 30, value: 4 },
      { top: 12, bottom: 14, value: 4 },
    ];
    assert.deepEqual(sliceMean(layers, { top: 0, bottom: 40 }), { mean: (10 * 1 + 8 * 2.5 + 2 * 3 + 10 * 4) / 30, coverage: 0.75, layers });
  });

  it('is the same however often a layer is repeated', () => {
    const topsoil = { top: 0, bottom: 10, value: 2.1 };
    const subsoil = { top: 10, bottom: 40, value: 8.1 };
    for (const layers of [[topsoil, subsoil], [subsoil, ...Array<typeof topsoil>(20).fill(topsoil)]]) {
      assert.equal(sliceMean(layers, { top: 0, bottom: 30 })!.mean.toPrecision(12), '6.10000000000');
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
        const found = sliceMean(layers, { top, bottom: top + thickness });
        if (covered === 0) return assert.equal(found, null);
        assert.ok(Math.abs(found!.coverage - covered / thickness) < 1e-12);
        assert.ok(Math.abs(found!.mean - sum / covered) < 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

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
    for (const own of ['', 'x', '10-0', '5-5', '0-10,', '0-10 10-20', '-5-10', Array(300).fill('0-1').join(',')]) {
      assert.throws(
        () => depthSlices('own', own),
        (error) => isSoilError(error, 'SOIL_CONFIG'),
        own,
      );
    }
    assert.throws(() => depthSlices('own', `0-10,abc${'x'.repeat(100)}`), /^The setting "Depths in cm" has "abcx{37}", which is not a slice:/);
    assert.throws(() => depthSlices('own', Array(201).fill('0-1').join(',')), /^The setting "Depths in cm" has 201 slices; at most 200 are allowed\./);
    assert.equal(depthSlices('own', Array(200).fill('0-1').join(',')).length, 200);
  });
});

describe('The check of a profile', () => {
  const check = (...layers: [number | null, number | null][]) =>
    checkProfile(layers.map(([top, bottom]) => ({ top, bottom }))).map(({ fault, top, bottom }) => `${fault} ${top}-${bottom}`);

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

describe('The sum of a slice', () => {
  it('is not given if layers leave part of the slice uncovered', () => {
    assert.deepEqual(sliceSum([{ top: 5, bottom: 30, value: 1 }], { top: 0, bottom: 30 }), null);
    assert.deepEqual(sliceSum([{ top: 0, bottom: 20, value: 1 }], { top: 0, bottom: 30 }), null);
  });
});

describe('The statistics', () => {
  it('reach the certified values of NIST’s Statistical Reference Datasets NumAcc1 to NumAcc4', () => {
    const datasets: [number[], number, number][] = [
      [[10_000_001, 10_000_003, 10_000_002], 10_000_002, 1],
      [[1.2, ...Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? 1.1 : 1.3))], 1.2, 0.1],
      [[1_000_000.2, ...Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? 1_000_000.1 : 1_000_000.3))], 1_000_000.2, 0.1],
      [[10_000_000.2, ...Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? 10_000_000.1 : 10_000_000.3))], 10_000_000.2, 0.1],
    ];
    for (const [values, mean, sd] of datasets) {
      const found = statisticsOf(values);
      assert.ok(Math.abs(found.mean! - mean) / mean < 1e-14, String(found.mean));
      assert.ok(Math.abs(found.sd! - sd) / sd < 1e-7, String(found.sd));
    }
  });

  it('give quantiles of type 7, like R’s quantile(1:10, c(.05, .5, .95)) and the example of Excel’s PERCENTILE.INC', () => {
    const { p5, median, p95 } = statisticsOf([3, 1, 2, 4, 10, 9, 8, 7, 6, 5]);
    assert.deepEqual(
      [p5, median, p95].map((value) => Number(value!.toFixed(12))),
      [1.45, 5.5, 9.55],
    );
    assert.equal(quantileAt(4, 0.3, (rank) => rank + 1), 1.9);
    assert.equal(quantileAt(1, 0.95, () => 7), 7);
  });

  it('of equal values have a deviation of 0, whatever their sign and size', () => {
    for (const value of [0.1, -0.1, -1234.1, 1234.1]) assert.equal(statisticsOf(Array<number>(7).fill(value)).sd, 0);
    assert.equal(statisticsOf([-0.3, -(0.1 + 0.2)]).sd, 0);
    assert.equal(statisticsOf([1e6 + 0.3, 1e6 + 0.1 + 0.2]).sd, 0);
  });

  it('of one value have no deviation, and of no values nothing', () => {
    assert.deepEqual(statisticsOf([3]), { n: 1, mean: 3, median: 3, sd: null, p5: 3, p95: 3 });
    assert.deepEqual(statisticsOf([]), { n: 0, mean: null, median: null, sd: null, p5: null, p95: null });
  });
});
