/** Figures as a status shows them: short, with a unit, never more exact than they are. */

/** Hectares below 1,000 km2, square kilometres above. */
export function shownArea(hectares: number): string {
  return hectares < 100_000 ? `${rounded(hectares)} ha` : `${rounded(hectares / 100)} km²`;
}

/** Bytes in kB, MB or GB (powers of 1,000). */
export function shownBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${rounded(bytes / 1_000_000)} MB`;
  return `${rounded(bytes / 1_000_000_000)} GB`;
}

function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}
