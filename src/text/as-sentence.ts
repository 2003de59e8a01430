/** Words from elsewhere as a sentence of a message: with a full stop, unless a mark ends them. */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
