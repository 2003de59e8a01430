import assert from 'node:assert/strict';
import { EarlierAreas } from '../../nodes/editor/map/earlier-areas';

describe('The areas before the changes on the map', () => {
  it('come back one by one, the last twenty of them, and none from before another area came', () => {
    const earlier = new EarlierAreas();
    const all = (): (string | undefined)[] => Array.from({ length: 21 }, () => earlier.takeLast());
    for (let area = 1; area <= 25; area++) earlier.keep(`${area}`);
    assert.deepEqual(all(), [...Array.from({ length: 20 }, (_, at) => `${25 - at}`), undefined]);
    earlier.keep('before');
    earlier.forget();
    earlier.keep('after');
    assert.deepEqual(all().slice(0, 2), ['after', undefined]);
  });
});
