import { getOrInsert } from '../../src/maps/get-or-insert';

/** Measures as a language writes them, in the unit that fits their size: in English `25 MB`, in French `25 Mo`. They are as exact as they come. */

const NO_BREAK_SPACE = '\u00a0';

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than all else of a status, or of a line in the list of jobs. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  return getOrInsert(formats, key, () => new Intl.NumberFormat(language, options));
}

/** So many digits that none of what comes is cut off, and none of what floating point adds is seen. */
const ALL_DIGITS = 15;

/**
 * A number with a unit. In languages other than English, no line may break between the two: `Intl` sees to that in French alone, with a space as narrow
 * as that between thousands, as if the unit were more digits.
 */
export function measureText(value: number, unit: string, language: string, unitDisplay: 'short' | 'long' = 'short'): string {
  const parts = numberFormat(language, { style: 'unit', unit, unitDisplay, maximumSignificantDigits: ALL_DIGITS }).formatToParts(value);
  const isEnglish = language.startsWith('en');
  return parts.map(({ type, value }) => (type === 'literal' && !isEnglish ? value.replace(/\s/, NO_BREAK_SPACE) : value)).join('');
}

/** Hectares from which on an area is told in square kilometres: 1,000 of them. */
export const LARGE_AREA = 100_000;

/** An area in hectares, a large one in square kilometres, which `Intl` does not know. */
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
