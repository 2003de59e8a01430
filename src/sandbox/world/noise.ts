/** A number in [0, 1) that looks random but depends only on the arguments. */
export function chance(a: number, b: number, c: number, seed: number): number {
  let h = Math.imul(a | 0, 0x9e3779b1) ^ Math.imul(b | 0, 0x85ebca77) ^ Math.imul(c | 0, 0xc2b2ae3d) ^ Math.imul(seed | 0, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}

/** A place as a point on the unit sphere, where a field has no seams at the poles or at the antimeridian. */
interface SpherePoint {
  x: number;
  y: number;
  z: number;
}

/** The point of a sphere of radius 1 at a longitude and a latitude, in degrees. */
export function onSphere(longitude: number, latitude: number): SpherePoint {
  const [lambda, phi] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

/** Wavelengths from about 2,000 km (a continent's pattern) down to 400 m (a field's), and the share of each. */
const OCTAVES: readonly (readonly [frequency: number, weight: number])[] = [
  [3, 0.34],
  [14, 0.22],
  [75, 0.16],
  [400, 0.12],
  [2500, 0.09],
  [16000, 0.07],
];

/**
 * A smooth field over the globe (value noise on the sphere), about -1 to 1, mostly within -0.6 to 0.6.
 * Each seed gives a field of its own.
 */
export function field(point: SpherePoint, seed: number): number {
  let sum = 0;
  for (const [frequency, weight] of OCTAVES) sum += weight * (valueNoise(point, frequency, seed) - 0.5);
  return Math.max(-1, Math.min(1, 3 * sum));
}

/** Random values at the corners of a cubic lattice, blended so that neither the value nor its slope jumps. In [0, 1). */
function valueNoise(point: SpherePoint, frequency: number, seed: number): number {
  const [x, y, z] = [point.x * frequency, point.y * frequency, point.z * frequency];
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [smooth(x - i), smooth(y - j), smooth(z - k)];
  const along = (dj: number, dk: number): number => {
    const near = chance(i, j + dj, k + dk, seed);
    return near + u * (chance(i + 1, j + dj, k + dk, seed) - near);
  };
  const front = along(0, 0) + v * (along(1, 0) - along(0, 0));
  const back = along(0, 1) + v * (along(1, 1) - along(0, 1));
  return front + w * (back - front);
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}
