import type { AreaOfInterest, Position } from '../../geometry/area-of-interest';
import { areaParts } from '../../geometry/area-parts';
import { cellPolygons } from '../../geometry/h3-cells';
import { TurnTaker } from '../../time/turn-taker';

/** The polygons that grids are clipped to, in degrees: for points, the H3 cells that the service used (specification, section 2.6). */
export async function clipPolygons({ geometry, description }: AreaOfInterest, signal?: AbortSignal): Promise<Position[][][]> {
  const { polygons } = areaParts(geometry);
  if (polygons) return polygons;
  const ofCells: Position[][][] = [];
  const turns = new TurnTaker();
  for (const cell of description.cells ?? []) {
    ofCells.push(...(await cellPolygons(cell)));
    await turns.rest(signal);
  }
  return ofCells;
}
