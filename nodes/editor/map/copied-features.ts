/** QGIS copies features as a table with tabs, whose first column has the shapes as WKT. */
const HEADER = /^\s*wkt_geom(?=[\t\r\n])/;

/** The start of WKT. A feature without a shape makes a row that begins otherwise. */
const SHAPE = /^[a-z]+ ?z?m? ?\(/i;

/** A value with a line break or a tab in it. Earlier versions of QGIS have it without quotes: then the shapes cannot be told for certain. */
const QUOTED = /\t"(?:[^"]|""){0,10000}"(?=[\t\r\n]|$)/g;

/** Whether a text is what QGIS copies. */
export function areCopiedFeatures(text: string): boolean {
  return HEADER.test(text);
}

/** Such a table as WKT, several features as a collection; undefined if a row begins with no shape. */
export function wktOfCopied(text: string): string | undefined {
  const [, ...rows] = text.trim().replace(QUOTED, withoutLines).split(/\r?\n/);
  const shapes = rows.filter((row) => row.trim() !== '').map((row) => row.split('\t', 1)[0]!.trim());
  if (shapes.length === 0 || !shapes.every((shape) => SHAPE.test(shape))) return undefined;
  return shapes.length === 1 ? shapes[0] : `GEOMETRYCOLLECTION (${shapes.join(', ')})`;
}

/** From one quotation mark of a value to that of another, there may be whole rows. */
function withoutLines(value: string): string {
  return value.split('\n').some((line) => SHAPE.test(line)) ? value : '\t';
}
