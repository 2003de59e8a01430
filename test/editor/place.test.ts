import assert from 'node:assert/strict';
import { readPlace } from '../../nodes/editor/map/place';

describe('A place that a person types', () => {
  const places: [text: string, place: [number, number] | undefined][] = [
    ['52.1, 5.2', [52.1, 5.2]],
    ['52.1 5.2', [52.1, 5.2]],
    ['52.1;5.2', [52.1, 5.2]],
    ['  -34.6,-58.4 ', [-34.6, -58.4]],
    ['52.1N 5.2E', [52.1, 5.2]],
    ['34.6° S, 58.4° W', [-34.6, -58.4]],
    ['52,1; 5,2', [52.1, 5.2]],
    ['90, 180', [90, 180]],
    ['91, 5', undefined],
    ['52, 181', undefined],
    ['52', undefined],
    ['Wageningen', undefined],
    ['52.1, 5.2, 3', undefined],
    ['', undefined],
  ];
  for (const [text, place] of places) {
    it(`"${text}" is ${place ? place.join(', ') : 'none'}`, () => assert.deepEqual(readPlace(text), place));
  }
});
