import type { Position } from '../area-of-interest';
import { RADIANS } from '../radians';
import { type Ellipsoid, WGS84, degreesFrom, isometricLatitude } from './ellipsoid';
import type { Projection } from './projection';

interface TransverseMercator {
  ellipsoid: Ellipsoid;
  centralMeridian: number;
  latitudeOfOrigin: number;
  scale: number;
  falseEasting: number;
  falseNorthing: number;
}

/** Beyond this, the series is meaningless; no grid goes there. */
const FARTHEST_DEGREES = 70;

/**
 * The transverse Mercator projection by Krüger's series to the fourth order in the third flattening (Karney 2011, J. Geodesy 85: 475-485,
 * equations 7 to 10 and 35; EPSG method 9807): right to a millimetre within 3000 km of the central meridian.
 */
export function transverseMercator({
  ellipsoid,
  centralMeridian,
  latitudeOfOrigin,
  scale,
  falseEasting,
  falseNorthing,
}: TransverseMercator): Projection {
  const { radius, flattening } = ellipsoid;
  const n = flattening / (2 - flattening);
  const rectifying = (radius / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const series = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
    (61 / 240) * n ** 3 - (103 / 140) * n ** 4,
    (49561 / 161280) * n ** 4,
  ];
  const onSphere = (apart: number, latitude: number): Position => {
    const conformal = Math.sinh(isometricLatitude(latitude, ellipsoid));
    const [along, across] = [Math.cos(apart * RADIANS), Math.sin(apart * RADIANS)];
    const [xi, eta] = [Math.atan2(conformal, along), Math.asinh(across / Math.hypot(conformal, along))];
    let [east, north] = [eta, xi];
    series.forEach((factor, index) => {
      const twice = 2 * (index + 1);
      east += factor * Math.cos(twice * xi) * Math.sinh(twice * eta);
      north += factor * Math.sin(twice * xi) * Math.cosh(twice * eta);
    });
    return [scale * rectifying * east, scale * rectifying * north];
  };
  const [, origin] = onSphere(0, latitudeOfOrigin);
  return ([longitude, latitude]) => {
    const apart = degreesFrom(centralMeridian, longitude);
    if (Math.abs(apart) > FARTHEST_DEGREES) return [NaN, NaN];
    const [east, north] = onSphere(apart, latitude);
    return [falseEasting + east, falseNorthing + north - origin];
  };
}

/** A zone of the Universal Transverse Mercator grid. GRS 80 differs by a tenth of a millimetre. */
export function universalTransverseMercator(zone: number, south: boolean): Projection {
  return transverseMercator({
    ellipsoid: WGS84,
    centralMeridian: 6 * zone - 183,
    latitudeOfOrigin: 0,
    scale: 0.9996,
    falseEasting: 500_000,
    falseNorthing: south ? 10_000_000 : 0,
  });
}
