import type { Position } from 'geojson';

/** Twice the area of a ring, closed or not; above 0 if it runs counter-clockwise. */
export function ringTurn(ring: readonly Position[]): number {
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax = 0, ay = 0] = ring[i - 1]!;
    const [bx = 0, by = 0] = ring[i]!;
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}
