import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { placeFromText } from '../../nodes/editor/map/place';
import type { LongitudeLetters } from '../../src/geometry/place-words';

const ENGLISH = lettersOf('en-US');

function lettersOf(language: string): LongitudeLetters {
  const file = path.join(__dirname, `../../nodes/soil-service/locales/${language}/soil-service.json`);
  const { map } = (JSON.parse(readFileSync(file, 'utf8')) as { 'soil-service': { map: Record<string, string> } })['soil-service'];
  return { east: map.eastLetters ?? '', west: map.westLetters ?? '' };
}

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
    ['58.4 W, 34.6 S', undefined],
    ['34.6S, -58.4W', undefined],
    ['-34.6S, 58.4', undefined],
    ['34.6S, 58.4O', undefined],
    ['', undefined],
  ];
  for (const [text, place] of places) {
    it(`"${text}" is ${place ? place.join(', ') : 'none'}`, () => assert.deepEqual(placeFromText(text, ENGLISH), place));
  }

  const languages: [language: string, text: string, place: [number, number]][] = [
    ['de', '52,1N 5,2O', [52.1, 5.2]],
    ['de', '34,6S 58,4W', [-34.6, -58.4]],
    ['es', '34,6S 58,4O', [-34.6, -58.4]],
    ['fr', '48,4N 4,5O', [48.4, -4.5]],
    ['pt-BR', '15,8s 47,9o', [-15.8, -47.9]],
    ['pt-BR', '38,7N 1,5L', [38.7, 1.5]],
  ];
  for (const [language, text, place] of languages) {
    it(`"${text}" is ${place.join(', ')} in ${language}`, () => assert.deepEqual(placeFromText(text, lettersOf(language)), place));
  }
});
