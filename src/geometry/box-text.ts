/** As in the `bbox` of a web address. Only if one has a decimal point: otherwise the commas may be those of two numbers (`5,6, 51,9`). */
const FOUR_NUMBERS = /^(?=[\d\s,+-]*\.)[+-]?\d+(?:\.\d+)?(?:\s*,\s*[+-]?\d+(?:\.\d+)?){3}$/;

/** What `ST_Extent` of PostGIS gives; a person puts a space after the comma. */
const EXTENT = /^BOX\(([^\s,()]+) ([^\s,()]+), ?([^\s,()]+) ([^\s,()]+)\)$/i;

/** West, south, east and north of a text that is a box without brackets, or an extent of PostGIS. */
export function sidesInText(text: string): string[] | undefined {
  const trimmed = text.trim();
  return FOUR_NUMBERS.test(trimmed) ? trimmed.split(',') : EXTENT.exec(trimmed)?.slice(1);
}
