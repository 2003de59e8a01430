import { inWords } from '../../../src/geometry/in-words';
import { ownLetters, placeWords } from '../../../src/geometry/place-words';
import type { Sentence } from '../../../src/geometry/sentence';
import { longitudeLetters } from './longitude-letters';
import { sharedText } from './shared-text';
import { shownDegrees, shownNumber } from './shown-values';

/** Decimals of a degree with which an area is read: a centimetre. */
const DECIMALS = 7;

/** A complaint about a shape, or a repair of it, in the editor's language. */
export function sentenceText(sentence: Sentence): string {
  const letters = ownLetters(longitudeLetters());
  return inWords(sentence, (key, values) => sharedText(`geometry.${key}`, values), {
    figure: shownNumber,
    place: (place) => placeWords(place, letters, (degrees) => shownDegrees(degrees, DECIMALS)),
  });
}
