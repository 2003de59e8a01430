import { inWords } from '../../src/geometry/in-words';
import type { Sentence } from '../../src/geometry/sentence';
import { sharedText } from './shared-text';
import { shownNumber } from './shown-values';

/** A complaint about a shape, or a repair of it, in the editor's language. */
export function sentenceText(sentence: Sentence): string {
  return inWords(sentence, (key, values) => sharedText(`geometry.${key}`, values), shownNumber);
}
