import { decodeReferences } from './character-references';
import { singleLine } from './single-line';

/**
 * A name as names are compared: without letter case, with its accents in one form (a Mac writes them as separate characters), and the same whether it
 * came as HTML (`Clay &amp; silt`) or not. Its blanks are those of a name from the service, which is one line. Decoded twice, since such a name was
 * decoded once: if it was written as HTML twice, records still have the whole of it.
 */
export function folded(name: string): string {
  return singleLine(decodeReferences(decodeReferences(name)), Infinity).normalize('NFC').toLowerCase();
}
