import { decodeReferences } from './character-references';

/**
 * A name as names are compared: without blanks around it and letter case, with its accents in one form (a Mac writes them as separate characters), and
 * the same whether it came as HTML (`Clay &amp; silt`) or not.
 */
export function folded(name: string): string {
  return decodeReferences(name).trim().normalize('NFC').toLowerCase();
}
