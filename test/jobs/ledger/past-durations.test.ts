import assert from 'node:assert/strict';
import { PastDurations, sortOf } from '../../../src/jobs/ledger/past-durations';

describe('The record of how long jobs took', () => {
  const job = { service: 's', kind: 'geometry' as const };

  it('sorts areas by size, each sort about twice as large as the one before, with a sort of its own for unknown sizes', () => {
    assert.deepEqual([0.1, 1, 100, 1000].map((hectares) => sortOf({ ...job, hectares })), ['s geometry 0', 's geometry 0', 's geometry 7', 's geometry 10']);
    assert.equal(sortOf(job), 's geometry unknown');
  });

  it('keeps the latest 64 jobs of a sort, and how many there were', () => {
    const durations = new PastDurations();
    for (let took = 1; took <= 100; took++) durations.add('sort', took);
    assert.deepEqual(durations.of('sort'), Array.from({ length: 64 }, (_, at) => at + 37));
    assert.equal(durations.frequency('sort'), 100);
    assert.deepEqual([durations.of('another'), durations.frequency('another')], [[], 0]);
  });

  it('counts earlier jobs half after five hundred more', () => {
    const durations = new PastDurations();
    for (let count = 0; count < 499; count++) durations.add(count < 100 ? 'old' : 'new', 1000);
    assert.deepEqual([durations.frequency('old'), durations.frequency('new')], [100, 399]);
    durations.add('new', 1000);
    assert.deepEqual([durations.frequency('old'), durations.frequency('new')], [50, 200]);
  });

  it('counts what is known of a sort from the disk', () => {
    const durations = new PastDurations();
    durations.replace('sort', [1, 2, 3]);
    assert.equal(durations.frequency('sort'), 3);
    durations.add('sort', 4);
    assert.deepEqual([durations.of('sort'), durations.frequency('sort')], [[1, 2, 3, 4], 4]);
  });

  it('keeps two hundred sorts: the one not seen for the longest time goes, with its count', () => {
    const durations = new PastDurations();
    for (let sort = 0; sort < 200; sort++) durations.add(`${sort}`, 1000);
    durations.add('0', 1000);
    durations.add('200', 1000);
    assert.deepEqual([durations.of('0'), durations.of('1'), durations.frequency('1')], [[1000, 1000], [], 0]);
    assert.equal([...durations].length, 200);
  });
});
