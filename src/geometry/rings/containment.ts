import { orientation } from './orientation';
import type { Rings } from './rings';

/** Where a place lies in relation to a ring, whichever way it runs: 1 inside, 0 on it, -1 outside. Exact on whole numbers. */
function locate({ x, y, ringStart }: Rings, ring: number, px: number, py: number): -1 | 0 | 1 {
  const from = ringStart[ring]!;
  const to = ringStart[ring + 1]!;
  let inside = false;
  for (let i = from, j = to - 1; i < to; j = i++) {
    const ay = y[j]!;
    const by = y[i]!;
    // Most edges of a long ring lie above the place or below it.
    if ((ay < py && by < py) || (ay > py && by > py)) continue;
    const ax = x[j]!;
    const bx = x[i]!;
    if (ax < px && bx < px) continue;
    const side = orientation(ax, ay, bx, by, px, py);
    if (side === 0 && Math.min(ax, bx) <= px) return 0;
    if (ay > py !== by > py && side > 0 === by > ay) inside = !inside;
  }
  return inside ? 1 : -1;
}

/** Whether a ring lies inside another one that it may touch but does not cross. */
export function containsRing(rings: Rings, outer: number, inner: number): boolean {
  for (let i = rings.ringStart[inner]!; i < rings.ringStart[inner + 1]!; i++) {
    const place = locate(rings, outer, rings.x[i]!, rings.y[i]!);
    if (place !== 0) return place > 0;
  }
  return true;
}
