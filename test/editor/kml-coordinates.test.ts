import assert from 'node:assert/strict';
import { joinedPositions } from '../../nodes/editor/map/kml-coordinates';

describe('The coordinates of KML', () => {
  for (const [what, text, joined] of [
    ['stay as they are', '5.6,51.9,0\n 5.8,51.9,0', '5.6,51.9,0\n 5.8,51.9,0'],
    ['lose white space behind the longitude', '5.6, 51.9,0 -5.8, -51.9,0', '5.6,51.9,0 -5.8,-51.9,0'],
    ['lose white space before commas', '5.6 ,51.9 ,0 5.8 , 51.9', '5.6,51.9,0 5.8,51.9'],
    ['stay apart where each ends in a comma', '5.6,51.9, 5.8,51.9,', '5.6,51.9, 5.8,51.9,'],
    ['lose line breaks within a position', '\n5.6,\n51.9\n5.8,\n51.9\n', '\n5.6,51.9\n5.8,51.9\n'],
    ['keep exponents', '1e-5, 51.9', '1e-5,51.9'],
  ] as const) {
    it(what, () => assert.equal(joinedPositions(text), joined));
  }
});
