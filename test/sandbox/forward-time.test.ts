import assert from 'node:assert/strict';
import { forwardTime } from '../../src/sandbox/forward-time';

describe('the time of a sandbox', () => {
  it('is that of the machine, follows a clock that is set forward, and goes on if it is set back', () => {
    let [wall, monotonic] = [1_000_000, 5];
    const now = forwardTime(() => wall, () => monotonic);
    const after = (ms: number, set: number): number => {
      monotonic += ms;
      wall += ms + set;
      return now();
    };
    assert.equal(now(), 1_000_000);
    assert.equal(after(1_000, 0), 1_001_000);
    assert.equal(after(1_000, 3_600_000), 4_602_000);
    assert.equal(after(1_000, -7_200_000), 4_603_000);
    assert.equal(after(1_000, 0), 4_604_000);
  });
});
