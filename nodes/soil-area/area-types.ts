/** Where the area stands, or the form that it is written in; the first is the default. */
export const AREA_TYPES = ['msg', 'flow', 'global', 'env', 'wkt', 'geojson', 'map'] as const;

const LITERAL: readonly unknown[] = ['wkt', 'geojson', 'map'];

/** Whether an area type holds the area itself; the others say where the area stands. */
export function isLiteralArea(type: unknown): boolean {
  return LITERAL.includes(type);
}
