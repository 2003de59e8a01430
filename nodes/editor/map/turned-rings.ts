import type { Position } from 'geojson';

/**
 * The rings of a polygon as GeoJSON wants them (RFC 7946, 3.1.6): the outer one counter-clockwise, holes clockwise. A person draws in either
 * direction, and a rectangle runs clockwise.
 */
export function turnedRings(rings: Position[][]): Position[][] {
  return rings.map((ring, index) => (turn(ring) < 0 === (index === 0) ? ring.toReversed() : ring));
}

/** Above 0 where a closed ring runs counter-clockwise. */
function turn(ring: readonly Position[]): number {
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax = 0, ay = 0] = ring[i - 1] ?? [];
    const [bx = 0, by = 0] = ring[i] ?? [];
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}
