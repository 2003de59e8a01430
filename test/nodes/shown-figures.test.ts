import assert from 'node:assert/strict';
import { shownArea, shownBytes, shownCount } from '../../nodes/runtime/shown-figures';

describe('The figures of a status', () => {
  it('are areas in hectares, large ones in square kilometres', () => {
    assert.deepEqual([0, 0.0123, 7.34, 123.6, 99_999].map((area) => shownArea(area, 'en-US')), ['0 ha', '0.012 ha', '7.3 ha', '124 ha', '99,999 ha']);
    assert.deepEqual([100_000, 3e9].map((area) => shownArea(area, 'en-US')), ['1,000 km²', '30,000,000 km²']);
  });

  it('are sizes in powers of a thousand', () => {
    assert.deepEqual([0, 999, 1_000, 1_024_000, 52_428_800, 1.5e9].map((bytes) => shownBytes(bytes, 'en-US')), ['0 B', '999 B', '1 kB', '1 MB', '52 MB', '1.5 GB']);
  });

  it('are written as in the language of the words', () => {
    // Spanish leaves four digits together.
    assert.deepEqual(['en-US', 'de', 'es', 'pt-BR'].map((language) => [shownArea(7.34, language), shownCount(9137, language), shownCount(22_600, language)]), [
      ['7.3 ha', '9,137', '22,600'], ['7,3 ha', '9.137', '22.600'], ['7,3 ha', '9137', '22.600'], ['7,3 ha', '9.137', '22.600'],
    ]);
    assert.match(shownCount(22_600, 'fr'), /^22\s600$/);
  });
});
