/** Foreign words as a sentence of a message: with a full stop, where no mark ends them. */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
