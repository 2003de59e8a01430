import { canonicalGeometry } from '../geometry/canonical-geometry';
import { checkWkt } from '../geometry/wkt/check-wkt';
import { withoutSystem } from '../geometry/wkt/wkt-keyword';
import type { Steps } from '../time/steps';

/** The geometry of requests (section 2.6): WKT, checked before it is sent, so that its faults are named with their position. */

/**
 * The geometry as the service takes it: as it was written, without the prefix of EWKT or GeoSPARQL.
 *
 * @throws SoilError `SOIL_GEOMETRY` with the position in the text, and what was expected there
 */
export function* requestGeometry(wkt: string): Steps<string> {
  yield* checkWkt(wkt);
  return withoutSystem(wkt);
}

/**
 * The geometry as text for comparing: the same for the same area, however it is written. A collection is marked: deployments that accept
 * one read it as the intersection of its members, whereas a `MULTI` geometry is their union.
 *
 * @throws SoilError `SOIL_GEOMETRY`
 */
export function* comparableGeometry(wkt: string): Steps<string> {
  const text = yield* canonicalGeometry(wkt);
  return /^GEOMETRYCOLLECTION/i.test(withoutSystem(wkt)) ? `collection of ${text}` : text;
}
