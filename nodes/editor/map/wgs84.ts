import type { Position } from 'geojson';
import { ImportProblem, reader } from './import-problem';
import { lateLibrary, type LateLibraries } from './late-library';
import { misplacedSystem } from './misplaced-system';

/** Ireland's datum of 1975 as Esri names it: in the register it has the same shift as that of 1965, which proj4 knows. */
const TM75 = /(\bDATUM\s*\[\s*")(?:D_)?TM75"/i;

/**
 * Returns what brings positions to WGS 84 from the system in the text of a .prj; without a text, they are taken to be in WGS 84.
 *
 * @param projections loads the library of coordinate systems; given by tests, which have no page to load it into
 * @throws ImportProblem if they would come to another place than the system means
 */
export async function toWgs84(
  name: string,
  projection: string | undefined,
  projections: () => Promise<LateLibraries['projections']> = () => lateLibrary('projections'),
): Promise<(position: Position) => Position> {
  if (projection === undefined || projection.trim() === '') return (position) => position;
  const system = misplacedSystem(projection);
  if (system !== undefined) throw new ImportProblem('otherSystem', { name, system });
  const { default: proj4 } = await reader(projections());
  const { inverse } = proj4(projection.replace(TM75, '$1D_TM65"'));
  return ([x = 0, y = 0, ...heights]) => [...inverse([x, y]), ...heights];
}
