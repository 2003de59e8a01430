import assert from 'node:assert/strict';
import { boxWords } from '../../nodes/editor/map/box-words';

const shown = (degrees: number, decimals: number): string => degrees.toLocaleString('en', { maximumFractionDigits: decimals });
const english = { east: 'E', west: 'W' };

describe('The place of an area, in words', () => {
  for (const [box, words] of [
    [[5.6, 51.95, 5.75, 52.03], '5.6–5.75° E, 51.95–52.03° N'],
    // The same with latitude and longitude swapped: in the sea off Somalia.
    [[51.95, 5.6, 52.03, 5.75], '51.95–52.03° E, 5.6–5.75° N'],
    [[-58.45, -34.65, -58.4, -34.6], '58.45–58.4° W, 34.65–34.6° S'],
    [[-2, -1, 3, 1], '2° W – 3° E, 1° S – 1° N'],
    [[5.66541, 51.98721, 5.66633, 51.98777], '5.66541–5.66633° E, 51.98721–51.98777° N'],
    [[5.2, 52.1, 5.2, 52.1], '5.2° E, 52.1° N'],
    [[179.5, -17, -179.5, -16], '179.5° E – 179.5° W, 17–16° S'],
    [[179.998, -17.002, -179.999, -17], '179.998° E – 179.999° W, 17.002–17° S'],
    [[-180, -17, 180, -16], '180° W – 180° E, 17–16° S'],
  ] as [[number, number, number, number], string][]) it(`is ${words}`, () => assert.equal(boxWords(box, english, shown), words));

  it('has the compass letters of its language: in German, O is east, in Spanish west', () => {
    assert.equal(boxWords([5, 51, 6, 52], { east: 'EO', west: 'W' }, shown), '5–6° O, 51–52° N');
    assert.equal(boxWords([-6, 51, -5, 52], { east: 'E', west: 'WO' }, shown), '6–5° O, 51–52° N');
  });
});
