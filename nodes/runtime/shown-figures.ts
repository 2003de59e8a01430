/** Figures as a status shows them: short, with a unit, never more exact than they are, and written as in the language of its words. */

/** Hectares below 1,000 km2, square kilometres above. */
export function shownArea(hectares: number, language: string): string {
  return hectares < 100_000 ? `${rounded(hectares, language)} ha` : `${rounded(hectares / 100, language)} km²`;
}

/** Bytes in kB, MB or GB (powers of 1,000). */
export function shownBytes(bytes: number, language: string): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000, language)} kB`;
  if (bytes < 1_000_000_000) return `${rounded(bytes / 1_000_000, language)} MB`;
  return `${rounded(bytes / 1_000_000_000, language)} GB`;
}

/** A whole number of things. */
export function shownCount(count: number, language: string): string {
  return formatOf(language).format(count);
}

function rounded(value: number, language: string): string {
  return formatOf(language).format(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));
}

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than all else of a status. */
function formatOf(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  formats.set(language, format);
  return format;
}
