import type { Position } from 'geojson';

// Offsets in the contents of a record, in bytes from its type on. "Shape Types in X,Y Space": coordinates are doubles, numbers have 32 bits.
const X = 4;
const COUNT = 36;

/** Each shape but the single point begins with its box. Measures come after everything else and are not read. */
const POINTS_OF_MULTIPOINT = 40;
const POINTS_COUNT_OF_POLYGON = 40;
const PARTS = 44;

const POSITION = 16;
const RANGE = 16;
const DOUBLE = 8;

/** The point of a record (Point, PointZ, PointM), or undefined if it does not fit. */
export function readPoint(content: DataView, hasHeight: boolean): Position[] | undefined {
  return readPositions(content, X, 1, hasHeight ? X + POSITION : undefined);
}

/** The points of a record (MultiPoint, MultiPointZ, MultiPointM), or undefined if they do not fit. */
export function readPoints(content: DataView, hasHeight: boolean): Position[] | undefined {
  if (content.byteLength < POINTS_OF_MULTIPOINT) return undefined;
  const count = content.getInt32(COUNT, true);
  return readPositions(content, POINTS_OF_MULTIPOINT, count, hasHeight ? POINTS_OF_MULTIPOINT + count * POSITION + RANGE : undefined);
}

/** The rings of a record (Polygon, PolygonZ, PolygonM), or undefined if they do not fit: each position belongs to one ring, and no ring is empty. */
export function readRings(content: DataView, hasHeight: boolean): Position[][] | undefined {
  if (content.byteLength < PARTS) return undefined;
  const ringCount = content.getInt32(COUNT, true);
  const count = content.getInt32(POINTS_COUNT_OF_POLYGON, true);
  const from = PARTS + ringCount * 4;
  if (ringCount < 0 || from > content.byteLength) return undefined;
  const positions = readPositions(content, from, count, hasHeight ? from + count * POSITION + RANGE : undefined);
  const starts = Array.from({ length: ringCount }, (_, ring) => content.getInt32(PARTS + 4 * ring, true));
  const ends = [...starts.slice(1), count];
  if (!positions || (starts[0] ?? count) !== 0 || starts.some((start, ring) => start >= ends[ring]!)) return undefined;
  return starts.map((start, ring) => positions.slice(start, ends[ring]));
}

/** Positions, with heights if there are some at offset `heights`; undefined if they do not fit, or if x or y is not finite. */
function readPositions(content: DataView, from: number, count: number, heights: number | undefined): Position[] | undefined {
  const end = heights === undefined ? from + count * POSITION : heights + count * DOUBLE;
  if (count < 0 || end > content.byteLength) return undefined;
  const positions: Position[] = [];
  for (let i = 0; i < count; i++) {
    const x = content.getFloat64(from + i * POSITION, true);
    const y = content.getFloat64(from + i * POSITION + DOUBLE, true);
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    const height = heights === undefined ? NaN : content.getFloat64(heights + i * DOUBLE, true);
    positions.push(Number.isFinite(height) ? [x, y, height] : [x, y]);
  }
  return positions;
}
