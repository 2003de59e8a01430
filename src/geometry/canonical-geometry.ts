import { orientRings } from './check-rings';
import { plainDecimal, toDegrees } from './grid';
import { readPoints, readRings } from './read-positions';
import { readWkt } from './read-wkt';
import { partCount, type Rings } from './rings';

/**
 * One text for one area, however its WKT is spelled: white space, case, number format, heights, the corner at which a ring begins, its
 * direction, closing and repeated positions, and the order of holes, parts and points make no difference. Text for comparing and hashing,
 * not for the service; areas are not checked beyond what it takes to read them.
 * @throws SoilError `SOIL_GEOMETRY` where the text is no WKT of points or polygons
 */
export function canonicalGeometry(wkt: string): string {
  const { geometries } = readWkt(wkt);
  const points = geometries.filter(({ type }) => type.endsWith('Point'));
  const polygons = geometries.filter(({ type }) => !type.endsWith('Point'));
  const texts: string[] = [];
  if (points.length > 0) texts.push(`points ${readPoints(points, []).map(place).sort().join(',')}`);
  if (polygons.length > 0) texts.push(`polygons ${canonicalParts(readRings(polygons, [])).join(';')}`);
  return texts.join(' ');
}

function canonicalParts(rings: Rings): string[] {
  orientRings(rings, []);
  const parts: string[] = [];
  for (let part = 0; part < partCount(rings); part++) {
    const texts: string[] = [];
    for (let ring = rings.partStart[part]!; ring < rings.partStart[part + 1]!; ring++) texts.push(canonicalRing(rings, ring));
    const [shell, ...holes] = texts;
    parts.push([shell, ...holes.sort()].join('|'));
  }
  return parts.sort();
}

/** The ring from its westernmost corner on, the southern one of several. A ring that comes by twice begins where its text is least. */
function canonicalRing({ x, y, ringStart }: Rings, ring: number): string {
  const from = ringStart[ring]!;
  const to = ringStart[ring + 1]!;
  let starts: number[] = [];
  for (let i = from; i < to; i++) {
    const first = starts[0] ?? i;
    const order = x[i]! - x[first]! || y[i]! - y[first]!;
    if (order < 0) starts = [i];
    else if (order === 0) starts.push(i);
  }
  const texts: string[] = [];
  for (let i = from; i < to; i++) texts.push(place([toDegrees(x[i]!), toDegrees(y[i]!)]));
  return starts
    .map((start) => [...texts.slice(start - from), ...texts.slice(0, start - from)].join(','))
    .sort()[0]!;
}

function place([longitude, latitude]: [number, number]): string {
  return `${plainDecimal(longitude)} ${plainDecimal(latitude)}`;
}
