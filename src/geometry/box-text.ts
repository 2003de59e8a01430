/** As in the `bbox` of a web address. Only if one has a decimal point: otherwise the commas may be those of two numbers (`5,6, 51,9`). */
const FOUR_NUMBERS = /^(?=[\d\s,+-]*\.)[+-]?\d+(?:\.\d+)?(?:\s*,\s*[+-]?\d+(?:\.\d+)?){3}$/;

/** What `ST_Extent` of PostGIS gives, and `ST_3DExtent` with heights; a person puts a space after the comma. */
const EXTENT = /^BOX(?:3D)?\(([^\s,()]+) ([^\s,()]+)( [\d.e+-]+)?, ?([^\s,()]+) ([^\s,()]+)( [\d.e+-]+)?\)$/i;

interface BoxText {
  /** West, south, east and north. */
  readonly sides: readonly string[];
  /** How many of the two corners have a height. */
  readonly heights: number;
}

/** Reads a text that is a box without brackets, or an extent of PostGIS. */
export function boxInText(text: string): BoxText | undefined {
  const trimmed = text.trim();
  if (FOUR_NUMBERS.test(trimmed)) return { sides: trimmed.split(','), heights: 0 };
  const extent = EXTENT.exec(trimmed);
  if (!extent) return undefined;
  const [, west, south, low, east, north, high] = extent;
  return { sides: [west!, south!, east!, north!], heights: [low, high].filter((height) => height !== undefined).length };
}
