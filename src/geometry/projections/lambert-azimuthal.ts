import { RADIANS } from '../radians';
import { type Ellipsoid, parallelRadius, zoneTo } from './ellipsoid';
import type { Projection } from './projection';

interface LambertAzimuthal {
  ellipsoid: Ellipsoid;
  longitude: number;
  latitude: number;
  falseEasting: number;
  falseNorthing: number;
}

/** The Lambert azimuthal equal-area projection, oblique (EPSG method 9820, IOGP Guidance Note 7-2; its centre is not a pole). */
export function lambertAzimuthal({ ellipsoid, longitude, latitude, falseEasting, falseNorthing }: LambertAzimuthal): Projection {
  const { radius } = ellipsoid;
  const whole = zoneTo(1, ellipsoid);
  /** Latitude on a sphere with the same surface area. */
  const authalic = (degrees: number): number => Math.asin(Math.max(-1, Math.min(1, zoneTo(Math.sin(degrees * RADIANS), ellipsoid) / whole)));

  const centre = authalic(latitude);
  const sphere = radius * Math.sqrt(whole / 2);
  const stretch = (radius * parallelRadius(latitude, ellipsoid)) / (sphere * Math.cos(centre));
  return ([lon, lat]) => {
    const [beta, apart] = [authalic(lat), (lon - longitude) * RADIANS];
    const nearness = 1 + Math.sin(centre) * Math.sin(beta) + Math.cos(centre) * Math.cos(beta) * Math.cos(apart);
    const scale = sphere * Math.sqrt(2 / nearness);
    const east = scale * stretch * Math.cos(beta) * Math.sin(apart);
    const north = (scale / stretch) * (Math.cos(centre) * Math.sin(beta) - Math.sin(centre) * Math.cos(beta) * Math.cos(apart));
    return [falseEasting + east, falseNorthing + north];
  };
}
