import { atOnce } from '../time/steps';
import { plainDecimal, toDegrees } from './grid';
import type { RawGeometry } from './raw-geometry';
import { readPoints, readRings } from './read-positions';
import { orientRings } from './rings/check-rings';
import { leastRotation } from './rings/least-rotation';
import { partCount, type Rings } from './rings/rings';
import { readWkt } from './wkt/read-wkt';

/**
 * One text for one area, however its WKT is spelled: white space, case, number format, heights, the corner at which a ring begins, its
 * direction, closing and repeated positions, and the order of holes, parts, points and members of a collection make no difference. Each member is
 * one by itself: some services intersect them. Text for comparing and hashing, not for the service; areas are not checked beyond what it takes
 * to read them.
 * @throws SoilError `SOIL_GEOMETRY` where the text is no WKT of points or polygons
 */
export function canonicalGeometry(wkt: string): string {
  return atOnce(readWkt(wkt)).geometries.map(canonicalMember).sort().join(' and ');
}

function canonicalMember(geometry: RawGeometry): string {
  if (geometry.type.endsWith('Point')) return `points ${atOnce(readPoints([geometry], [])).map(place).sort().join(',')}`;
  return `polygons ${canonicalParts(atOnce(readRings([geometry], []))).join(';')}`;
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

/** The ring from its westernmost corner on, the southern one of several. One that comes by that place again begins where what follows is least. */
function canonicalRing({ x, y, ringStart }: Rings, ring: number): string {
  const from = ringStart[ring]!;
  const to = ringStart[ring + 1]!;
  const start = from + leastRotation(x.subarray(from, to), y.subarray(from, to));
  const texts: string[] = [];
  for (let i = start; i < to; i++) texts.push(place([toDegrees(x[i]!), toDegrees(y[i]!)]));
  for (let i = from; i < start; i++) texts.push(place([toDegrees(x[i]!), toDegrees(y[i]!)]));
  return texts.join(',');
}

function place([longitude, latitude]: [number, number]): string {
  return `${plainDecimal(longitude)} ${plainDecimal(latitude)}`;
}
