import assert from 'node:assert/strict';
import { statisticsOf } from '../../src/profiles/statistics';
import { quantileAt } from '../../src/records/quantile';

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
