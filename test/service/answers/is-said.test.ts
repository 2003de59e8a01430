import assert from 'node:assert/strict';
import { isSaid } from '../../../src/service/answers/is-said';
import { timesAsLong } from '../../time/times-as-long';

describe('A field of an answer', () => {
  it('says something if it holds more than a word for nothing', () => {
    for (const value of ['clay', ' none of them', true, { a: 1 }, [['x']]]) assert.equal(isSaid(value), true, JSON.stringify(value));
    for (const value of ['', ' \n', 'none', ' NULL ', 'ok', '0', false, null, undefined, {}, [], [0], { a: { b: '' } }]) assert.equal(isSaid(value), false, JSON.stringify(value));
  });

  it('is checked in time that grows with its length, not with the square of it', () => {
    const tabs = (count: number): (() => void) => {
      const text = `${'\t'.repeat(count)}S`;
      return () => assert.ok(isSaid(text));
    };
    const ratio = timesAsLong(tabs(16_000), tabs(2000));
    // In quadratic time, 64.
    assert.ok(ratio < 24, `${ratio} times as long for 8 times as much`);
  });
});
