/** An ellipsoid of revolution: its equatorial radius in metres, and its flattening. */
export interface Ellipsoid {
  radius: number;
  flattening: number;
}

export const WGS84: Ellipsoid = { radius: 6_378_137, flattening: 1 / 298.257223563 };
export const GRS80: Ellipsoid = { radius: 6_378_137, flattening: 1 / 298.257222101 };

export const RADIANS = Math.PI / 180;

/** Degrees of longitude from a meridian eastwards, -180 to 180: grids may go over the antimeridian. */
export function degreesFrom(meridian: number, longitude: number): number {
  const apart = (longitude - meridian) % 360;
  return apart > 180 ? apart - 360 : apart < -180 ? apart + 360 : apart;
}
