/** QGIS copies features as a table with tabs, whose first column has the shapes as WKT. */
const HEADER = /^\s*wkt_geom(?=[\t\r\n])/;

/** The start of WKT. A value with a line break in it makes a row that begins otherwise; so does a feature without a shape. */
const SHAPE = /^[a-z]+ ?z?m? ?\(/i;

/** Whether a text is what QGIS copies. */
export function areCopiedFeatures(text: string): boolean {
  return HEADER.test(text);
}

/** Such a table as WKT, several features as a collection; undefined if a row begins with no shape. */
export function wktOfCopied(text: string): string | undefined {
  const [, ...rows] = text.trim().split(/\r?\n/);
  const shapes = rows.filter((row) => row.trim() !== '').map((row) => row.split('\t', 1)[0]!.trim());
  if (shapes.length === 0 || !shapes.every((shape) => SHAPE.test(shape))) return undefined;
  return shapes.length === 1 ? shapes[0] : `GEOMETRYCOLLECTION (${shapes.join(', ')})`;
}
