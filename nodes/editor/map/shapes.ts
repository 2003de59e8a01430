import type { Position } from 'geojson';

/** What one or several files hold that may be an area. */
export interface Shapes {
  points: Position[];
  polygons: Position[][][];
  /** How many lines there are, which are no area. */
  lines: number;
}

/** No shapes yet, to put some in. */
export const noShapes = (): Shapes => ({ points: [], polygons: [], lines: 0 });

/** The shapes of two files. */
export function joined(some: Shapes, others: Shapes): Shapes {
  return { points: some.points.concat(others.points), polygons: some.polygons.concat(others.polygons), lines: some.lines + others.lines };
}
