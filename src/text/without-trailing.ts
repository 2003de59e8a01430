/**
 * The text without the trailing characters that match a one-character pattern. A pattern such as `/\/+$/` takes quadratic time on a text with many of
 * them elsewhere.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
