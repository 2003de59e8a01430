/** Where the area is found, or the form in which it is written; the first is the default. */
export const AREA_TYPES = ['msg', 'flow', 'global', 'env', 'wkt', 'geojson', 'map'] as const;

const LITERAL: readonly unknown[] = ['wkt', 'geojson', 'map'];

/** Whether an area of this type is written in the node itself; the other types say where it is found. */
export function isLiteralArea(type: unknown): boolean {
  return LITERAL.includes(type);
}
