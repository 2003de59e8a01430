/** Codes are words too: `AREA_TOO_LARGE`, `area-too-large`, `AreaTooLarge`. */
export function wordsApart(words: string): string {
  return words.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]/gu, ' ');
}
