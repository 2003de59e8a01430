import { RADIANS } from '../radians';
import { type Ellipsoid, degreesFrom, isometricLatitude, parallelRadius, zoneTo } from './ellipsoid';
import type { Projection } from './projection';

/** A cone that cuts the Earth along two parallels. Degrees, and metres. */
interface Conic {
  ellipsoid: Ellipsoid;
  /** Of the origin, like the latitude. */
  longitude: number;
  latitude: number;
  /** Two different ones, not equally far north and south of the equator. */
  parallels: readonly [number, number];
  falseEasting: number;
  falseNorthing: number;
}

/** The Albers equal-area projection (Snyder 1987, USGS Professional Paper 1395, equations 14-1 to 14-14; EPSG method 9822). */
export function albersEqualArea(conic: Conic): Projection {
  const { ellipsoid, parallels } = conic;
  const zone = (degrees: number): number => zoneTo(Math.sin(degrees * RADIANS), ellipsoid);
  const [first, second] = parallels.map((degrees) => ({ squared: parallelRadius(degrees, ellipsoid) ** 2, zone: zone(degrees) })) as [Cut, Cut];
  const cone = (first.squared - second.squared) / (second.zone - first.zone);
  const constant = first.squared + cone * first.zone;
  return onCone(conic, cone, (latitude) => Math.sqrt(constant - cone * zone(latitude)) / cone);
}

interface Cut {
  squared: number;
  zone: number;
}

/** The Lambert conformal projection with two standard parallels (Snyder 1987, equations 15-1 to 15-9; EPSG method 9802). */
export function lambertConformal(conic: Conic): Projection {
  const { ellipsoid, parallels } = conic;
  const [first, second] = parallels;
  const isometric = (degrees: number): number => isometricLatitude(degrees, ellipsoid);
  const widest = parallelRadius(first, ellipsoid);
  const cone = Math.log(widest / parallelRadius(second, ellipsoid)) / (isometric(second) - isometric(first));
  return onCone(conic, cone, (latitude) => (widest / cone) * Math.exp(cone * (isometric(first) - isometric(latitude))));
}

/** @param distance of a latitude from the tip of the cone, in equatorial radii */
function onCone({ ellipsoid, longitude, latitude, falseEasting, falseNorthing }: Conic, cone: number, distance: (latitude: number) => number): Projection {
  const origin = distance(latitude);
  return ([lon, lat]) => {
    const [far, angle] = [distance(lat), cone * degreesFrom(longitude, lon) * RADIANS];
    return [falseEasting + ellipsoid.radius * far * Math.sin(angle), falseNorthing + ellipsoid.radius * (origin - far * Math.cos(angle))];
  };
}
