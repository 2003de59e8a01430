/** QGIS copies features as a table with tabs, whose first column has the shapes as WKT; without attributes, as the shapes alone. */
const HEADER = /^wkt_geom(?=[\t\r\n])/;

/** WKT, whole. A feature without a shape makes a row that begins otherwise. */
const SHAPE = /^[a-z]+ ?z?m? ?\(.*\)\s*$/i;

/** A value with a line break or a tab in it. Earlier versions of QGIS have it without quotes: then the shapes cannot be told for certain. */
const QUOTED = /\t"(?:[^"]|""){0,10000}"(?=[\t\r\n]|$)/g;

/** Whether a text is what QGIS copies. One shape alone is WKT like any other. */
export function areCopiedFeatures(text: string): boolean {
  const trimmed = text.trim();
  if (HEADER.test(trimmed)) return true;
  const lines = linesIn(trimmed);
  return lines.length > 1 && lines.every(isShape);
}

/** Such a text as WKT, several features as a collection; undefined if a row begins with no shape. */
export function wktOfCopied(text: string): string | undefined {
  const trimmed = text.trim();
  const lines = linesIn(trimmed.replace(QUOTED, withoutLines));
  const shapes = (HEADER.test(trimmed) ? lines.slice(1) : lines).map(firstCell);
  if (shapes.length === 0 || !shapes.every(isShape)) return undefined;
  const wkts = shapes.map((shape) => shape.trim());
  return wkts.length === 1 ? wkts[0] : `GEOMETRYCOLLECTION (${wkts.join(', ')})`;
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function firstCell(row: string): string {
  return row.split('\t', 1)[0]!;
}

function isShape(text: string): boolean {
  return SHAPE.test(text);
}

/** From one quotation mark of a value to that of another, there may be whole rows. */
function withoutLines(value: string): string {
  return value.split('\n').some((line) => isShape(firstCell(line))) ? value : '\t';
}
