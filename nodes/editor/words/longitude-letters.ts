import type { LongitudeLetters } from '../../../src/geometry/place-words';
import { sharedText } from './shared-text';

/** What a longitude ends with in the editor's language: the English letter first, which people type as well. */
export function longitudeLetters(): LongitudeLetters {
  return { east: sharedText('map.eastLetters'), west: sharedText('map.westLetters') };
}
