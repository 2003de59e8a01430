import type { Steps } from '../time/steps';
import { fingerprintOf } from './fingerprint';
import type { RawGeometry } from './raw-geometry';
import { readPoints, readRings } from './read-positions';
import { orientRings } from './rings/check-rings';
import { pointGeometry, polygonGeometry } from './to-geometry';
import { readWkt } from './wkt/read-wkt';

/**
 * One text for one area, however its WKT is spelled: white space, case, number format, heights, the corner at which a ring begins, its
 * direction, closing and repeated positions, and the order of holes, parts, points and members of a collection make no difference. Each member is
 * one by itself: some services intersect them. Text for comparing and hashing, not for the service; areas are not checked beyond what it takes
 * to read them.
 * @throws SoilError `SOIL_GEOMETRY` if the text is not WKT of points or polygons
 */
export function* canonicalGeometry(wkt: string): Steps<string> {
  const { geometries } = yield* readWkt(wkt);
  const members: string[] = [];
  for (const geometry of geometries) members.push(yield* canonicalMember(geometry));
  return members.sort().join(' and ');
}

function* canonicalMember(geometry: RawGeometry): Steps<string> {
  if (geometry.type.endsWith('Point')) return yield* fingerprintOf(pointGeometry(yield* readPoints([geometry], []), true));
  const rings = yield* readRings([geometry], []);
  orientRings(rings, []);
  return yield* fingerprintOf(yield* polygonGeometry(rings, true));
}
