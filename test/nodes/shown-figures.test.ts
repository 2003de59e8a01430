import assert from 'node:assert/strict';
import { shownArea, shownBytes } from '../../nodes/runtime/shown-figures';

describe('The figures of a status', () => {
  it('are areas in hectares, large ones in square kilometres', () => {
    assert.deepEqual([0, 0.0123, 7.34, 123.6, 99_999].map(shownArea), ['0 ha', '0.012 ha', '7.3 ha', '124 ha', '99999 ha']);
    assert.deepEqual([100_000, 3e9].map(shownArea), ['1000 km²', '30000000 km²']);
  });

  it('are sizes in powers of a thousand', () => {
    assert.deepEqual([0, 999, 1_000, 1_024_000, 52_428_800, 1.5e9].map(shownBytes), ['0 B', '999 B', '1 kB', '1 MB', '52 MB', '1.5 GB']);
  });
});
