/**
 * The H3 index in a text that has the form of one, in lower case: 15 hexadecimal digits, also after `0x`, or the 18 decimal ones of the same number,
 * as databases without hexadecimal columns give it.
 */
export function cellIn(text: string): string | undefined {
  if (!/^\d{18}$/.test(text)) return /^(?:0x)?([0-9a-f]{15})$/i.exec(text)?.[1]?.toLowerCase();
  return isNearCell(Number(text)) ? BigInt(text).toString(16) : undefined;
}

/** Whether a number may be that of an H3 index, which JavaScript cannot hold to its last digits. */
export function isNearCell(number: number): boolean {
  return number > 0x800000000000000 && number < 0x900000000000000;
}

/** Whether a text is an H3 index as a spreadsheet leaves it, which holds 15 digits of the 18: with zeros at its end, or as a power of ten. */
export function isRoundedCell(text: string): boolean {
  return /^\d([.,]\d+)?e\+?17$/i.test(text) || (/^\d{15}000$/.test(text) && isNearCell(Number(text)) && !looksLikeCell(text));
}

/**
 * Whether a text among others is an H3 index, by its bits: the digits below its resolution are all 7. So the number of a device with as many digits
 * is not taken for one.
 */
export function looksLikeCell(text: string): boolean {
  const cell = cellIn(text.trim());
  if (cell === undefined) return false;
  const index = BigInt(`0x${cell}`);
  const resolution = (index >> 52n) & 15n;
  const unused = (1n << (3n * (15n - resolution))) - 1n;
  return index >> 59n === 1n && (index & unused) === unused;
}
