import assert from 'node:assert/strict';
import { turnedRings } from '../../nodes/editor/map/turned-rings';

type Ring = [number, number][];

const clockwise: Ring = [[5, 51], [5, 52], [6, 52], [6, 51], [5, 51]];
const counterClockwise = clockwise.toReversed();

describe('The rings of a drawing', () => {
  it('run in the direction that GeoJSON wants, however they were drawn', () => {
    assert.deepEqual(turnedRings([clockwise, counterClockwise]), [counterClockwise, clockwise]);
    assert.deepEqual(turnedRings([counterClockwise, clockwise]), [counterClockwise, clockwise]);
  });

  it('stay as they are if they have no direction', () => {
    const figureOfEight: Ring = [[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]];
    assert.deepEqual(turnedRings([figureOfEight]), [figureOfEight]);
    assert.deepEqual(turnedRings([[]]), [[]]);
  });
});
