import assert from 'node:assert/strict';
import { isSaid } from '../../../src/service/answers/is-said';

describe('A field of an answer', () => {
  it('says something if it holds more than a word for nothing', () => {
    for (const value of ['clay', ' none of them', true, { a: 1 }, [['x']]]) assert.equal(isSaid(value), true, JSON.stringify(value));
    for (const value of ['', ' \n', 'none', ' NULL ', 'ok', '0', false, null, undefined, {}, [], [0], { a: { b: '' } }]) assert.equal(isSaid(value), false, JSON.stringify(value));
  });

  it('is checked in time that grows with its length, not with the square of it', () => {
    const before = process.cpuUsage();
    assert.equal(isSaid(`${'\t'.repeat(1_000_000)}S`), true);
    // In quadratic time, this would take twenty minutes.
    assert.ok(process.cpuUsage(before).user < 2_000_000);
  });
});
