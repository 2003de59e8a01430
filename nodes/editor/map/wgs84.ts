import type { Position } from 'geojson';
import { ImportProblem, reader } from './import-problem';
import { misplacedSystem } from './misplaced-system';

/**
 * What brings positions to WGS 84 from the system that the text of a .prj names; without a text, they are there.
 * @throws ImportProblem where they would come to another place than the system means
 */
export async function toWgs84(name: string, projection: string | undefined): Promise<(position: Position) => Position> {
  if (projection === undefined) return (position) => position;
  const system = misplacedSystem(projection);
  if (system !== undefined) throw new ImportProblem('otherSystem', { name, system });
  const { default: proj4 } = await reader(import('proj4'));
  const { inverse } = proj4(projection);
  return ([x = 0, y = 0, ...heights]) => [...inverse([x, y]), ...heights];
}
