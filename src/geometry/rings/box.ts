import type { Rings } from './rings';

/** What lies between two meridians and two parallels, in grid units. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The box around a ring. */
export function boxOf({ x, y, ringStart }: Rings, ring: number): Box {
  const box = nowhere();
  for (let i = ringStart[ring]!; i < ringStart[ring + 1]!; i++) {
    box.west = Math.min(box.west, x[i]!);
    box.south = Math.min(box.south, y[i]!);
    box.east = Math.max(box.east, x[i]!);
    box.north = Math.max(box.north, y[i]!);
  }
  return box;
}

/** The box around several boxes. */
export function boxAround(boxes: Iterable<Box>): Box {
  const around = nowhere();
  for (const { west, south, east, north } of boxes) {
    around.west = Math.min(around.west, west);
    around.south = Math.min(around.south, south);
    around.east = Math.max(around.east, east);
    around.north = Math.max(around.north, north);
  }
  return around;
}

function nowhere(): Box {
  return { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
}
