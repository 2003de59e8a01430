import { inWords } from '../../src/geometry/in-words';
import { placeWords } from '../../src/geometry/place-words';
import type { Sentence } from '../../src/geometry/sentence';
import { sharedText } from './shared-text';
import { shownDegrees, shownNumber } from './shown-values';

/** Decimals of a degree that an area is read with: a centimetre. */
const DECIMALS = 7;

/** The last of several letters is that of the language itself; the first is the English one, which people type as well. */
function letters(): { east: string; west: string } {
  return { east: sharedText('map.eastLetters').slice(-1), west: sharedText('map.westLetters').slice(-1) };
}

/** A complaint about a shape, or a repair of it, in the editor's language. */
export function sentenceText(sentence: Sentence): string {
  return inWords(sentence, (key, values) => sharedText(`geometry.${key}`, values), {
    figure: shownNumber,
    place: (place) => placeWords(place, letters(), (degrees) => shownDegrees(degrees, DECIMALS)),
  });
}
