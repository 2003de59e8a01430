import assert from 'node:assert/strict';
import { readRetryAfter } from '../../src/transport/retry-after';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);

  for (const [field, seconds] of [
    ['120', 120],
    [' 7 ', 7],
    ['0.5', 0.5],
    ['1.25', 1.25],
    ['1000000000', 1e9],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['30, 60', 60],
    ['60,30', 60],
    ['30, ', undefined],
    ['30, soon', undefined],
    ['1.2.3', undefined],
    ['Thu, 01 Jan 2026 12:01:30 GMT', 90],
    ['Thursday, 01-Jan-26 12:01:30 GMT', 90],
    ['Thu Jan  1 12:01:30 2026', 90],
    ['Friday, 01-Jan-99 12:00:00 GMT', undefined],
    ['Thu, 01 Jan 2026 11:59:59 GMT', undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
    ['0', undefined],
    ['-5', undefined],
    ['', undefined],
    ['   ', undefined],
    ['soon', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['12 s', undefined],
    ['Infinity', undefined],
    ['2026-01-01T12:01:30Z', undefined],
    ['Thu, 01 Foo 2026 12:01:30 GMT', undefined],
    ['Thu, 01 Jan 2026 12:01:30 CET', undefined],
    [undefined, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(field)} as ${seconds === undefined ? 'nothing' : `${seconds} s`}`, () => {
      assert.equal(readRetryAfter(field === undefined ? {} : { 'retry-after': field }, now), seconds);
    });
  }

  it('takes a year of two digits for the nearest one that is at most 50 years ahead', () => {
    assert.equal(readRetryAfter({ 'retry-after': 'Saturday, 01-Jan-76 12:00:00 GMT' }, now), (Date.UTC(2076, 0, 1, 12) - now) / 1000);
    assert.equal(readRetryAfter({ 'retry-after': 'Sunday, 01-Jan-77 12:00:00 GMT' }, now), undefined);
    const later = Date.UTC(2060, 0, 1);
    assert.equal(readRetryAfter({ 'retry-after': 'Thursday, 01-Jan-99 00:00:00 GMT' }, later), (Date.UTC(2099, 0, 1) - later) / 1000);
  });

  it('compares a date with that of the answer: a clock that is a day off neither waits a day nor comes too early', () => {
    for (const days of [-1, 0, 1]) {
      const headers = { 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT', date: 'Thu, 01 Jan 2026 12:00:00 GMT' };
      assert.equal(readRetryAfter(headers, now + days * 86_400_000), 90);
    }
    assert.equal(readRetryAfter({ 'retry-after': '7', date: 'Thu, 01 Jan 2026 11:00:00 GMT' }, now), 7);
    assert.equal(readRetryAfter({ 'retry-after': 'Thu, 01 Jan 2026 12:01:30 GMT', date: 'today' }, now), 90);
  });
});
