import { RADIANS } from '../radians';
import { degreesFrom } from './ellipsoid';
import type { Projection } from './projection';

/** Where the sinusoidal middle and the Mollweide caps meet: the parallel that is equally long in both. */
const SEAM = (40 + 44 / 60 + 11.8 / 3600) * RADIANS;

/** Western limit and central meridian of each lobe, in degrees, from the east. */
type Lobes = readonly (readonly [west: number, meridian: number])[];
const NORTH: Lobes = [
  [-40, 30],
  [-Infinity, -100],
];
const SOUTH: Lobes = [
  [80, 140],
  [-20, 20],
  [-100, -60],
  [-Infinity, -160],
];

/**
 * Goode's homolosine projection, interrupted in the oceans (Goode 1925; Snyder 1987, USGS Professional Paper 1395): on a sphere of the
 * given radius, as in PROJ and in the global soil grids.
 */
export function goodeHomolosine(radius: number): Projection {
  const seamShift = SEAM - Math.SQRT2 * Math.sin(mollweideAngle(SEAM));
  return ([longitude, latitude]) => {
    const phi = latitude * RADIANS;
    const lobes = phi >= 0 ? NORTH : SOUTH;
    const degrees = degreesFrom(0, longitude);
    const [, meridian] = lobes.find(([west]) => degrees > west)!;
    const apart = (degrees - meridian) * RADIANS;
    const centre = meridian * RADIANS * radius;
    if (Math.abs(phi) < SEAM) return [centre + radius * apart * Math.cos(phi), radius * phi];
    const theta = mollweideAngle(phi);
    return [
      centre + radius * ((2 * Math.SQRT2) / Math.PI) * apart * Math.cos(theta),
      radius * (Math.SQRT2 * Math.sin(theta) + Math.sign(phi) * seamShift),
    ];
  };
}

/** The angle of Mollweide's projection: 2 theta + sin(2 theta) = pi sin(latitude), by Newton's method. */
function mollweideAngle(phi: number): number {
  const wanted = Math.PI * Math.sin(phi);
  if (Math.abs(phi) > Math.PI / 2 - 1e-9) return (Math.sign(phi) * Math.PI) / 2;
  let twice = phi;
  for (let step = 0; step < 100; step += 1) {
    const correction = (twice + Math.sin(twice) - wanted) / (1 + Math.cos(twice));
    twice -= correction;
    if (Math.abs(correction) < 1e-13) break;
  }
  return twice / 2;
}
