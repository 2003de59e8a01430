import { decodeReferences } from './character-references';
import { singleLine } from './single-line';

/** A name as names are compared: {@link tidied}, without letter case, and with its accents in one form (a Mac writes them as separate characters). */
export function folded(name: string): string {
  return tidied(name).normalize('NFC').toLowerCase();
}

/**
 * A name as one line, without character references: as names from the service are, and those of records not (`Clay &amp; silt`). Decoded twice, since
 * such a name was decoded once: if it was written as HTML twice, records still have the whole of it.
 */
export function tidied(name: string): string {
  return singleLine(decodeReferences(decodeReferences(name)), Infinity);
}
