import { getOrInsert } from '../maps/get-or-insert';

/**
 * Gives each text a number, the same for equal texts, and so makes short keys of several texts, however long: if many keys held a text itself, they
 * would take many times its memory.
 */
export class NumberedTexts {
  private readonly numbers = new Map<string | null, number>();

  /** A key that is the same only for the same texts in the same order. */
  keyOf(...texts: readonly (string | null)[]): string {
    return texts.map((text) => getOrInsert(this.numbers, text, () => this.numbers.size)).join(' ');
  }
}
