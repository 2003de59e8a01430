import { ImportProblem } from './import-problem';
import { readPoint, readPoints, readRings } from './shapefile-record';
import { polygonsOf } from './shapefile-rings';
import { noShapes, type Shapes } from './shapes';

// "ESRI Shapefile Technical Description", July 1998. The sections named here and in shapefile-record.ts are from this paper.

/** Bytes of "The Main File Header", and of "Record Headers". */
const HEADER = 100;
const RECORD_HEADER = 8;

const FILE_CODE = 9994;

/** Types of shapes ("The Main File Header"): those with heights are 10 higher, those with measures only 20. */
const NONE = 0;
const POINT = 1;
const LINES = 3;
const POLYGON = 5;
const POINTS = 8;

/**
 * Reads the main file (.shp) of a shapefile: its shapes, in its own coordinates. Throws, rather than read in part, if anything does not fit.
 * @param isDeleted whether the record of that number, from 0, is marked as deleted in the table
 * @throws ImportProblem
 */
export function readShapes(name: string, bytes: Uint8Array, isDeleted: (record: number) => boolean): Shapes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The stated length is in 16-bit words and includes the header.
  if (view.byteLength < HEADER || view.getInt32(0) !== FILE_CODE || view.getInt32(24) * 2 !== view.byteLength) throw damage(name);
  const type = view.getInt32(32, true);
  if (!isKnown(type)) throw new ImportProblem('otherShapes', { name, text: String(type) });
  const shapes = noShapes();
  let record = 0;
  for (const content of contentsOf(name, view)) {
    if (isDeleted(record++) || content.byteLength === 0) continue;
    const own = content.byteLength < 4 ? undefined : content.getInt32(0, true);
    // All shapes of a file are of its type, except null shapes ("Null Shapes").
    if (own !== NONE && (own !== type || !addShape(shapes, type, content))) throw damage(name);
  }
  return shapes;
}

function damage(name: string): ImportProblem {
  return new ImportProblem('damagedShapefile', { name });
}

/** MultiPatch (31) is not supported: its parts are also strips and fans of triangles in space, not only rings. */
function isKnown(type: number): boolean {
  return type === NONE || (type > 0 && type < 30 && [POINT, LINES, POLYGON, POINTS].includes(type % 10));
}

/** The contents of the records ("Record Headers", "Main File Record Contents"), up to the last byte of the file. */
function* contentsOf(name: string, view: DataView): Generator<DataView> {
  const numbers = new Set<number>();
  for (let at = HEADER; at < view.byteLength; ) {
    if (at + RECORD_HEADER > view.byteLength) throw damage(name);
    const number = view.getInt32(at);
    const length = view.getInt32(at + 4) * 2;
    at += RECORD_HEADER;
    // A number that comes twice is that of a changed shape: only the index would tell which of the two counts.
    if (length < 0 || at + length > view.byteLength || numbers.has(number)) throw damage(name);
    numbers.add(number);
    yield new DataView(view.buffer, view.byteOffset + at, length);
    at += length;
  }
}

/** False if the record is contradictory. */
function addShape(shapes: Shapes, type: number, content: DataView): boolean {
  const hasHeight = type > 10 && type < 20;
  const kind = type % 10;
  if (kind === LINES) {
    shapes.lines += 1;
    return true;
  }
  if (kind === POLYGON) {
    const rings = readRings(content, hasHeight);
    for (const polygon of polygonsOf(rings ?? [])) shapes.polygons.push(polygon);
    return rings !== undefined;
  }
  const points = kind === POINT ? readPoint(content, hasHeight) : readPoints(content, hasHeight);
  for (const point of points ?? []) shapes.points.push(point);
  return points !== undefined;
}
