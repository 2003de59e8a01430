import type { Steps } from '../time/steps';
import type { AreaGeometry, Position } from './area-of-interest';
import { toDegrees } from './grid';
import { partCount, type Rings } from './rings/rings';

/** Rings in grid units as the coordinates of polygons in degrees, as GeoJSON has them: rings closed. */
export function* polygonsOf(rings: Rings): Steps<Position[][][]> {
  const parts: Position[][][] = [];
  for (let part = 0; part < partCount(rings); part++) {
    const list: Position[][] = [];
    for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) list.push(yield* closedRing(rings, ring));
    parts.push(list);
  }
  return parts;
}

/** The same as a GeoJSON geometry. */
export function* polygonGeometry(rings: Rings, multiple: boolean): Steps<AreaGeometry> {
  const parts = yield* polygonsOf(rings);
  return multiple || parts.length !== 1 ? { type: 'MultiPolygon', coordinates: parts } : { type: 'Polygon', coordinates: parts[0]! };
}

/** Positions between two rests. */
const AT_ONCE = 4096;

function* closedRing({ x, y, ringStart }: Rings, ring: number): Steps<Position[]> {
  const positions: Position[] = [];
  const end = ringStart[ring + 1]!;
  for (let i = ringStart[ring]!; i < end; i++) {
    positions.push([toDegrees(x[i]!), toDegrees(y[i]!)]);
    // Over all rings: there may be many short ones.
    if (i % AT_ONCE === 0) yield;
  }
  positions.push([...positions[0]!]);
  return positions;
}

/** Points in degrees as a GeoJSON geometry. */
export function pointGeometry(points: Position[], multiple: boolean): AreaGeometry {
  return multiple || points.length !== 1 ? { type: 'MultiPoint', coordinates: points } : { type: 'Point', coordinates: points[0]! };
}
