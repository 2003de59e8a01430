import { SoilError } from '../../src/errors/soil-error';
import type { SoilQuery } from '../../src/service/query';
import { soilPart, type Selection, type SoilMessage } from './soil-message';

const NAMES = [
  ['spatialFilters', 'spatial filter'],
  ['soilProperties', 'soil property'],
  ['datasets', 'dataset'],
] as const;

/** What discovery looked for and did not find: its name, and whether the area has none of that kind at all. */
interface EmptySelection {
  name: string;
  noneThere: boolean;
}

/** What was not found and would leave the request asking for everything: the service takes an empty list as "not narrowed". */
export function emptySelection(msg: SoilMessage, query: SoilQuery): EmptySelection | undefined {
  const { selection } = soilPart(msg);
  const met = NAMES.find(([field]) => metNothing(selection?.[field]) && !query[field]?.length);
  return met && { name: met[1], noneThere: selection?.[met[0]]?.found === 0 };
}

function metNothing(selection: Selection | undefined): boolean {
  return selection?.selected === 0 && (selection.found > 0 || selection.missed === true);
}

/** A `SOIL_CONFIG` that is not necessarily a wrong setting: the area may simply have none. It has a status of its own. */
export class NothingSelected extends SoilError {}

/** Throws {@link NothingSelected} if nothing was selected (see {@link emptySelection}). */
export function refuseEmptySelection(msg: SoilMessage, query: SoilQuery): void {
  const met = emptySelection(msg, query);
  if (met === undefined) return;
  const { name, noneThere } = met;
  throw new NothingSelected(
    'SOIL_CONFIG',
    noneThere
      ? `The service has no ${name} in this area, so none fits the selection in soil-discover, and a request without one would ask for all. ` +
        'Check the area: latitude and longitude may have been swapped. Or set the selection to "none" to ask for all.'
      : `No ${name} of this area fits the selection in soil-discover, and a request without one would ask for all. ` +
        'Change the selection there, or set it to "none" to ask for all.',
  );
}
