import assert from 'node:assert/strict';
import { retryDelay } from '../../src/transport/retry-delay';

describe('The delay before another try', () => {
  it('doubles from 0.5 s to 30 s', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => retryDelay(failures, 1)),
      [0.5, 1, 2, 4, 8, 16, 30, 30, 30],
    );
  });

  it('is half fixed, half by chance', () => {
    assert.equal(retryDelay(3, 0), 1);
    assert.equal(retryDelay(3, 0.5), 1.5);
  });
});
