import type { AreaOfInterest, Position } from '../../geometry/area-of-interest';
import { cellPolygons } from '../../geometry/h3-cells';
import { TurnTaker } from '../../time/turn-taker';

/** The polygons that grids are clipped to, in degrees: of points, the H3 cells that the service used (specification, section 2.6). */
export async function clipPolygons({ geometry, description }: AreaOfInterest, signal?: AbortSignal): Promise<Position[][][]> {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  const polygons: Position[][][] = [];
  const turns = new TurnTaker();
  for (const cell of description.cells ?? []) {
    polygons.push(...(await cellPolygons(cell)));
    await turns.rest(signal);
  }
  return polygons;
}
