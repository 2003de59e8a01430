import { RADIANS } from '../radians';

/** An ellipsoid of revolution: its equatorial radius in metres, and its flattening. */
export interface Ellipsoid {
  radius: number;
  flattening: number;
}

/** That of WGS 84 (EPSG 7030). */
export const WGS84: Ellipsoid = { radius: 6_378_137, flattening: 1 / 298.257223563 };
/** That of ETRS89, NAD83 and others (EPSG 7019). */
export const GRS80: Ellipsoid = { radius: 6_378_137, flattening: 1 / 298.257222101 };

function eccentricityOf({ flattening }: Ellipsoid): number {
  return Math.sqrt(flattening * (2 - flattening));
}

/**
 * A number in proportion to the surface between the equator and a latitude (`q` of Snyder 1987, USGS Professional Paper 1395, equation 3-12).
 *
 * @param sine of the latitude
 */
export function zoneTo(sine: number, ellipsoid: Ellipsoid): number {
  const e = eccentricityOf(ellipsoid);
  return (1 - e * e) * (sine / (1 - (e * sine) ** 2) + Math.atanh(e * sine) / e);
}

/** How far a latitude is from the equator on a conformal map, in equatorial radii. */
export function isometricLatitude(degrees: number, ellipsoid: Ellipsoid): number {
  const [sine, e] = [Math.sin(degrees * RADIANS), eccentricityOf(ellipsoid)];
  return Math.atanh(sine) - e * Math.atanh(e * sine);
}

/** Radius of a parallel, in equatorial radii (`m` of Snyder 1987, equation 14-15). */
export function parallelRadius(degrees: number, ellipsoid: Ellipsoid): number {
  const latitude = degrees * RADIANS;
  return Math.cos(latitude) / Math.sqrt(1 - (eccentricityOf(ellipsoid) * Math.sin(latitude)) ** 2);
}

/** Degrees of longitude from a meridian eastwards, -180 to 180: grids may cross the antimeridian. */
export function degreesFrom(meridian: number, longitude: number): number {
  const apart = longitude - meridian;
  return apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart;
}
