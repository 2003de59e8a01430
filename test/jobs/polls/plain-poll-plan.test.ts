import assert from 'node:assert/strict';
import fc from 'fast-check';
import { gapAfterFailure, plainGap } from '../../../src/jobs/polls/plain-poll-plan';

const defaults = { firstPollMs: 2_000, maxPollMs: 60_000 };
const bounds = fc.record({ firstPollMs: fc.double({ min: 0, max: 1e5, noNaN: true }), maxPollMs: fc.double({ min: 0, max: 1e5, noNaN: true }) });
const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('The plain schedule', () => {
  it('begins with 2 s and grows by 1.4 to 60 s', () => {
    const gaps = Array.from({ length: 12 }, (_, polls) => plainGap(defaults, polls, () => 0));
    assert.deepEqual(
      gaps.map((gap) => Math.round(gap)),
      [2000, 2800, 3920, 5488, 7683, 10756, 15059, 21083, 29516, 41322, 57851, 60000],
    );
  });

  it('varies each gap by up to 20 %, the first upwards and the others downwards', () => {
    assert.equal(plainGap(defaults, 0, () => 1), 2400);
    assert.equal(plainGap(defaults, 1, () => 1), 2800 * 0.8);
    assert.equal(plainGap(defaults, 50, () => 1), 48_000);
  });

  it('keeps within the bounds of the wait, and never reads without a pause', () => {
    fc.assert(
      fc.property(bounds, fc.nat(2000), random, (given, polls, drawn) => {
        const gap = plainGap(given, polls, () => drawn);
        assert.ok(polls > 0 ? gap <= given.maxPollMs : gap >= given.firstPollMs, String(gap));
        if (polls > 0) assert.ok(gap >= Math.min(20, given.maxPollMs), String(gap));
      }),
    );
  });

  it('doubles after failures, up to the longest gap', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, Infinity].map((failures) => gapAfterFailure(defaults, failures, 0, () => 0)),
      [4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000],
    );
  });

  it('waits as long as the service asks for, even beyond the longest gap', () => {
    fc.assert(
      fc.property(bounds, fc.nat(100), fc.nat(1e6), random, (given, failures, retryAfter, drawn) => {
        assert.ok(gapAfterFailure(given, failures, retryAfter, () => drawn) >= retryAfter);
      }),
    );
    assert.equal(Math.round(gapAfterFailure(defaults, 1, 90_000, () => 0.5)), 99_000);
  });
});
