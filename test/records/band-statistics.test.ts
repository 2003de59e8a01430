import assert from 'node:assert/strict';
import { type BandStatistics, BandTally } from '../../src/records/rasters/band-statistics';
import type { CellValues } from '../../src/records/rasters/cell-histogram';

type Pass = (take: (block: CellValues, from: number, to: number) => void) => void;

/** Makes the second pass only if it is asked for: with kept cells, it would have none to look at. */
const resultOf = (tally: BandTally, pass: Pass): BandStatistics => {
  pass((...cells) => tally.count(...cells));
  if (tally.choose()) pass((...cells) => tally.refine(...cells));
  return tally.result()!;
};

const tallied = (values: CellValues, mostKept?: number): BandStatistics =>
  resultOf(new BandTally([], mostKept), (take) => take(values, 0, values.length));

/** Quantile of type 7, from all values at once. */
const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)]!;
  return low + (sorted[Math.ceil(position)]! - low) * (position - Math.floor(position));
};

describe('The statistics of a band', () => {
  for (const [how, mostKept] of [['kept', undefined], ['counted', 0], ['first kept, then counted', 4]] as const) {
    describe(`of cells that are ${how}`, () => ofCells(mostKept));
  }

  it('are exact for floats below zero, even if they are counted', () => {
    const { p5, median, p95 } = tallied(Float32Array.of(-8, -4, -2, -2, 1), 0);
    assert.deepEqual([p5, median, p95].map((number) => Number(number.toPrecision(9))), [-7.2, -2, 0.4]);
  });

  it('need one pass if the cells are no more than 65,536', () => {
    for (const [cells, value, more] of [[3, 1, false], [65_536, 1, false], [65_537, 1, true], [65_537, NaN, false]] as const) {
      const tally = new BandTally([]);
      tally.count(new Float32Array(5 + cells).fill(value), 5, 5 + cells);
      assert.equal(tally.choose(), more, `${cells} of ${value}`);
    }
  });

  it('stay the same in a second pass that only other bands need', () => {
    const tally = new BandTally([]);
    for (const pass of ['count', 'refine'] as const) tally[pass](Float32Array.of(1, 2, 4), 0, 3);
    assert.deepEqual([tally.result()?.valid, tally.result()?.median], [3, 2]);
  });

  it('are of all cells if the number that stands for no value is larger than their kind can hold', () => {
    assert.equal(resultOf(new BandTally([Math.fround(-1.7e308), Infinity, NaN]), (take) => take(Float32Array.of(1, 2, 4), 0, 3)).valid, 3);
  });

  it('have seven digits if many 64-bit floats are counted, and all digits if few are kept', () => {
    const values = Float64Array.of(1, 1_000_000.25, 2_000_000);
    assert.equal(tallied(values).median, 1_000_000.25);
    assert.equal(tallied(values, 0).median, 1_000_000);
  });
});

function ofCells(mostKept: number | undefined): void {
  it('have the digits of the numbers, and not those of a smaller float', () => {
    const { mean, median, p5, p95, sd } = tallied(Float64Array.of(23.4, 23.4, 23.4), mostKept);
    assert.deepEqual([mean, median, p5, p95, sd], [23.4, 23.4, 23.4, 23.4, 0]);
    assert.equal(tallied(Float64Array.of(23.4), mostKept).sd, null, 'of one cell');
    const spread = tallied(Float64Array.of(23.4, 0.1, 1450.7, -3.3), mostKept);
    assert.deepEqual([Number(spread.median.toPrecision(12)), spread.min, spread.max], [11.75, -3.3, 1450.7]);
  });

  it('are those of all cells, however many blocks they come in, and of no others, nor of cells without a value', () => {
    // All but two share their upper bits with the number that stands for no value.
    const values = [100.25, 101, 100.5, 3, 100.25, 99.75, 104, 100.125];
    const blocks = [[100, 100], [100, ...values.slice(0, 2)], [...values.slice(2, 6), 100], [100], values.slice(6)];
    const { mean, sd, ...exact } = resultOf(new BandTally([100], mostKept), (take) => {
      for (const block of blocks) take(Float32Array.of(100.0625, ...block, 100.0625), 1, 1 + block.length);
    });
    const trueMean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const trueSd = Math.sqrt(values.reduce((sum, value) => sum + (value - trueMean) ** 2, 0) / (values.length - 1));
    assert.ok(Math.abs(mean - trueMean) < 1e-9 && Math.abs(sd! - trueSd) < 1e-9, `${mean} ${sd}`);
    const [p5, median, p95] = [0.05, 0.5, 0.95].map((share) => quantile(values, share));
    assert.deepEqual(exact, { valid: 8, min: 3, max: 104, p5, median, p95 });
  });

  it('are exact for whole numbers of 32 bits', () => {
    for (const values of [
      Int32Array.of(16_777_217, 16_777_217),
      Uint32Array.of(4_000_000_001, 4_000_000_003, 4_000_000_007),
      Int32Array.of(-2_147_483_648, 2_147_483_647, -1, 0, 1, 123_456_789, 123_456_791),
    ]) {
      const { median, p5, p95, min, max } = tallied(values, mostKept);
      assert.deepEqual([median, p5, p95], [quantile([...values], 0.5), quantile([...values], 0.05), quantile([...values], 0.95)]);
      assert.ok(min <= p5 && p5 <= median && median <= p95 && p95 <= max);
    }
  });

  it('lie within the least and the greatest value, whatever the kind of number', () => {
    let seed = 3;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let run = 0; run < 60; run += 1) {
      const some = Array.from({ length: 1 + Math.floor(random() * 9) }, () => (random() - 0.5) * 10 ** Math.floor(random() * 9));
      for (const values of [Float64Array.from(some), Float32Array.from(some), Int32Array.from(some), Int16Array.from(some)]) {
        const { median, p5, p95, min, max } = tallied(values, mostKept);
        assert.ok(min <= p5 && p5 <= median && median <= p95 && p95 <= max, `${values.constructor.name} ${values.join(' ')}`);
        const expected = quantile([...values], 0.5);
        const reach = Math.max(Math.abs(min), Math.abs(max)) * (values instanceof Float64Array ? 1e-6 : 1e-12);
        assert.ok(Math.abs(median - expected) <= reach, `${median} instead of ${expected}`);
      }
    }
  });
}
