/**
 * The text without the characters at its end that a pattern of one character matches. A pattern as `/\/+$/` takes time that grows with the square of a
 * text in which they stand elsewhere.
 */
export function withoutTrailing(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
