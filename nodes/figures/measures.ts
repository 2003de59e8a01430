import { getOrInsert } from '../../src/maps/get-or-insert';

/** Measures as a language writes them, in the unit that fits their size: in English `25 MB`, in French `25 Mo`. They are as exact as they come. */

const NO_BREAK_SPACE = '\u00a0';

const formats = new Map<string, Intl.NumberFormat>();

/** A cached format: making one takes longer than the rest of a status, or of a line in the list of jobs. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  return getOrInsert(formats, key, () => new Intl.NumberFormat(language, options));
}

/** Enough digits to cut nothing off, and few enough to hide the noise of floating point. */
const ALL_DIGITS = 15;

/**
 * A number with a unit. In languages other than English, no line may break between the two: `Intl` ensures that only in French, with a space as
 * narrow as that between thousands, which makes the unit look like more digits.
 */
export function measureText(value: number, unit: string, language: string, unitDisplay: 'short' | 'long' = 'short'): string {
  const parts = numberFormat(language, { style: 'unit', unit, unitDisplay, maximumSignificantDigits: ALL_DIGITS }).formatToParts(value);
  const isEnglish = language.startsWith('en');
  return parts.map(({ type, value }) => (type === 'literal' && !isEnglish ? value.replace(/\s/, NO_BREAK_SPACE) : value)).join('');
}

/** Hectares from which on an area is given in square kilometres (1,000 km²). */
export const LARGE_AREA = 100_000;

/** An area in hectares, or, if large, in square kilometres, which `Intl` does not know. */
export function areaText(hectares: number, language: string): string {
  return hectares < LARGE_AREA ? measureText(hectares, 'hectare', language) : `${measureText(hectares / 100, 'kilometer', language)}²`;
}

/** Bytes, or the largest of kB, MB and GB (powers of 1,000) that fits. */
export function bytesText(bytes: number, language: string): string {
  // Short, `Intl` has "999 byte" in English.
  if (bytes < 1e3) return measureText(bytes, 'byte', language, 'long');
  if (bytes < 1e6) return measureText(bytes / 1e3, 'kilobyte', language);
  if (bytes < 1e9) return measureText(bytes / 1e6, 'megabyte', language);
  return measureText(bytes / 1e9, 'gigabyte', language);
}

/** A distance in metres or kilometres. */
export function distanceText(metres: number, language: string): string {
  return metres < 1000 ? measureText(metres, 'meter', language) : measureText(metres / 1000, 'kilometer', language);
}
