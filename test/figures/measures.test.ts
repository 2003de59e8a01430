import assert from 'node:assert/strict';
import { areaText, bytesText, distanceText, measureText } from '../../nodes/figures/measures';
import { significant, significantBeside } from '../../nodes/figures/significant';

const LANGUAGES = ['en-US', 'de', 'es', 'fr', 'pt-BR'];
/** French has a narrow space in places where others have a wide one: both are no-break spaces. */
const wide = (words: string): string => words.replaceAll('\u202f', '\u00a0');

describe('A measure with its unit', () => {
  it('is written as is usual in each language, and no line breaks in it except in English', () => {
    const written = LANGUAGES.map((language) => [areaText(1234.5, language), bytesText(25e6, language), distanceText(1_500_000, language)].map(wide));
    assert.deepEqual(written, [
      ['1,234.5 ha', '25 MB', '1,500 km'],
      ['1.234,5\u00a0ha', '25\u00a0MB', '1.500\u00a0km'],
      ['1234,5\u00a0ha', '25\u00a0MB', '1500\u00a0km'],
      ['1\u00a0234,5\u00a0ha', '25\u00a0Mo', '1\u00a0500\u00a0km'],
      ['1.234,5\u00a0ha', '25\u00a0MB', '1.500\u00a0km'],
    ]);
  });

  it('is an area in square kilometres from a thousand square kilometres on', () => {
    for (const language of LANGUAGES) assert.match(areaText(100_000, language), /^1\D?000\skm²$/, language);
    assert.equal(areaText(99_999.5, 'en-US'), '99,999.5 ha');
  });

  it('has in French a wider space before its unit than between thousands', () => {
    assert.deepEqual([areaText(15_240, 'fr'), areaText(1e8, 'fr')], ['15\u202f240\u00a0ha', '1\u202f000\u202f000\u00a0km²']);
  });

  it('is in the largest unit that fits', () => {
    assert.deepEqual([1, 999, 1e3, 1e6, 1e9].map((bytes) => bytesText(bytes, 'en-US')), ['1 byte', '999 bytes', '1 kB', '1 MB', '1 GB']);
    assert.deepEqual([1, 999, 1e3, 1e6, 1e9].map((bytes) => wide(bytesText(bytes, 'fr'))), ['1\u00a0octet', '999\u00a0octets', '1\u00a0ko', '1\u00a0Mo', '1\u00a0Go']);
    assert.deepEqual([500, 1000].map((metres) => distanceText(metres, 'en-US')), ['500 m', '1 km']);
  });

  it('has every digit that was given, and none that floating point added', () => {
    assert.equal(areaText(123456.789 * 100, 'en-US'), '123,456.789 km²');
    assert.equal(measureText(0.1 + 0.2, 'hectare', 'en-US'), '0.3 ha');
  });
});

describe('Significant digits', () => {
  it('are the first ones', () => {
    assert.deepEqual([12_345_678, 12.345678, 0.0123456, 0].map((value) => significant(value, 4)), [12_350_000, 12.35, 0.01235, 0]);
  });

  it('are more if fewer would show the wrong side of a limit', () => {
    assert.deepEqual([9.9996, 9.94999, 10.00004, 10, 9].map((value) => significantBeside(value, 4, 10)), [9.9996, 9.95, 10, 10, 9]);
    assert.equal(significantBeside(9.99999999, 4, 10), 9.99999999);
  });
});
