import assert from 'node:assert/strict';
import { oddPosition, positionsIn } from '../../nodes/editor/map/kml-coordinates';

describe('The coordinates of KML', () => {
  for (const [what, text, positions] of [
    ['positions', '5.6,51.9,0\n 5.8,51.9,0', ['5.6,51.9,0', '5.8,51.9,0']],
    ['none', ' \n ', []],
    ['positions with white space behind the longitude', '5.6, 51.9,0 -5.8, -51.9,0', ['5.6,51.9,0', '-5.8,-51.9,0']],
    ['positions with white space at all commas', '5.6 ,51.9 ,0 5.8 , 51.9', ['5.6,51.9,0', '5.8,51.9']],
    ['positions with white space behind all commas', '5.6, 51.9, 0 5.8, 51.9, 0', ['5.6,51.9,0', '5.8,51.9,0']],
    ['positions that each end in a comma', '5.6,51.9, 5.8,51.9,0,', ['5.6,51.9', '5.8,51.9,0']],
    ['positions over several lines', '\n5.6,\n51.9\n5.8,\n51.9,\n', ['5.6,51.9', '5.8,51.9']],
    ['numbers with signs and exponents, and without a digit on one side', '+1e-5,-.5 1.,1E2', ['+1e-5,-.5', '1.,1E2']],
  ] as const) {
    it(`are ${what}`, () => assert.deepEqual(positionsIn(text), positions));
  }

  for (const [text, odd] of [
    ['5.6,51.9 5.7;52 5.7,51.9', '5.7;52'],
    ['5.6,51.9 5.7 52 0', '5.7'],
    ['5.6,51.9 x,52', 'x,52'],
    ['5.6W,51.9N', '5.6W,51.9N'],
    ['5°36\'00"E,51°54\'00"N', '5°36\'00"E,51°54\'00"N'],
    ['5.7,NaN,52', '5.7,NaN,52'],
    ['5.7,,52', '5.7,,52'],
    ['5,7,51,9', '5,7,51,9'],
    ['5.6,51.9,0,5.7,51.9,0', '5.6,51.9,0,5.7,51.9,0'],
    ['5.6, 51.9, 0, 5.7, 51.9, 0', '5.6,'],
    ['0x5,51', '0x5,51'],
    ['5.6 51.9', '5.6'],
    ['5.6,51.9 , ,', ','],
  ] as const) {
    it(`are not ${text}`, () => {
      assert.equal(positionsIn(text), undefined);
      assert.equal(oddPosition(text), odd);
    });
  }

  it('are read in no time even if they are endless blanks or digits', () => {
    for (const text of [`5${' '.repeat(1e6)}x`, `${'5'.repeat(1e6)}x`, `5,${'5 '.repeat(5e5)}`]) assert.equal(positionsIn(text), undefined);
  });
});
