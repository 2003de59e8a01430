/** Reported for the first row or feature of a file that is not UTF-8: what could not be read there came out as U+FFFD. */
export const NOT_UTF8 = 'The text is not UTF-8: letters here and further on may be lost (\uFFFD). Save the file as UTF-8.';

/** Neither CSV nor JSON has a zero byte. */
export const UTF_16 = 'The file is not UTF-8 text, but UTF-16 perhaps. Save it as UTF-8.';

/** Why the rows of a file that begins with this line cannot be told apart; `null` if nothing is wrong with it. */
export function faultOfFirstLine(line: string): string | null {
  if (line.includes('\0')) return UTF_16;
  if (/\r(?!\n|$)/.test(line)) return 'Its lines end in carriage returns without line feeds. Save it with line feeds.';
  return null;
}
