import { getOrInsert } from '../maps/get-or-insert';

/**
 * Gives each text a number, the same for the same, and so makes keys of several texts that are short however long these are: many keys that hold a text
 * take a multiple of it in memory.
 */
export class NumberedTexts {
  private readonly numbers = new Map<string | null, number>();

  /** The same for the same texts in the same order, and for no others. */
  keyOf(...texts: readonly (string | null)[]): string {
    return texts.map((text) => this.numberOf(text)).join(' ');
  }

  private numberOf(text: string | null): number {
    return getOrInsert(this.numbers, text, () => this.numbers.size);
  }
}
