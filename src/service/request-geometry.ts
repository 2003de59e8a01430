import { canonicalGeometry } from '../geometry/canonical-geometry';
import { checkWkt } from '../geometry/wkt/check-wkt';

/** The geometry of requests (section 2.6): WKT, checked before it is sent, so that its faults are named with their position. */

const EWKT_PREFIX = /^\s*SRID\s*=\s*4326\s*;\s*/i;

/**
 * The geometry as the service takes it: as it was written, without the prefix of EWKT.
 *
 * @throws SoilError `SOIL_GEOMETRY` with the position in the text, and what was expected there
 */
export function requestGeometry(wkt: string): string {
  checkWkt(wkt);
  return wkt.replace(EWKT_PREFIX, '').trim();
}

/**
 * The geometry as text for comparing: the same for the same area, however it is written. A collection is marked: deployments that take
 * one take it for the intersection of its members, where a `MULTI` geometry is their union.
 *
 * @throws SoilError `SOIL_GEOMETRY`
 */
export function comparableGeometry(wkt: string): string {
  const text = canonicalGeometry(wkt);
  return /^GEOMETRYCOLLECTION/i.test(wkt.replace(EWKT_PREFIX, '').trim()) ? `collection of ${text}` : text;
}
