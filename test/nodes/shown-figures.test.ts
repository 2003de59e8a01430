import assert from 'node:assert/strict';
import { areaFigure, bytesFigure, shownCount } from '../../nodes/runtime/status/shown-figures';

describe('The figures of a status', () => {
  it('are areas in hectares, large ones in square kilometres, and rounded for a continent', () => {
    assert.deepEqual([0, 0.0123, 7.34, 123.6, 4567.8].map((area) => areaFigure(area)('en-US')), ['0 ha', '0.012 ha', '7.3 ha', '124 ha', '4,568 ha']);
    assert.deepEqual([99_999, 100_000, 1_234_567_890, 3e9].map((area) => areaFigure(area)('en-US')), ['1,000 km²', '1,000 km²', '12,350,000 km²', '30,000,000 km²']);
  });

  it('are sizes in powers of a thousand', () => {
    assert.deepEqual([0, 999, 1_000, 999_999, 1_024_000, 52_428_800, 123_456_789, 1.5e9].map((bytes) => bytesFigure(bytes)('en-US')), ['0 bytes', '999 bytes', '1 kB', '1 MB', '1 MB', '52 MB', '123 MB', '1.5 GB']);
  });

  it('are written as is usual in the language of the words', () => {
    // Spanish leaves four digits together.
    assert.deepEqual(['en-US', 'de', 'es', 'pt-BR'].map((language) => [areaFigure(7.34)(language), shownCount(9137, language), shownCount(22_600, language)]), [
      ['7.3 ha', '9,137', '22,600'], ['7,3\u00a0ha', '9.137', '22.600'], ['7,3\u00a0ha', '9137', '22.600'], ['7,3\u00a0ha', '9.137', '22.600'],
    ]);
    const french = [shownCount(22_600, 'fr'), ...[900, 1_500, 52_428_800, 1.5e9].map((bytes) => bytesFigure(bytes)('fr')), areaFigure(1e6)('fr')];
    // The narrow no-break space.
    assert.deepEqual(french.map((words) => words.replaceAll('\u202f', '\u00a0')), ['22 600', '900 octets', '1,5 ko', '52 Mo', '1,5 Go', '10 000 km²'].map((words) => words.replaceAll(' ', '\u00a0')));
  });
});
