import { SoilError } from '../../src/errors/soil-error';
import type { SoilQuery } from '../../src/service/query';
import { soilPart, type Selection, type SoilMessage } from './soil-message';

const NAMES = [
  ['spatialFilters', 'spatial filter'],
  ['soilProperties', 'soil property'],
  ['datasets', 'dataset'],
] as const;

/**
 * The name of what discovery looked for and did not find, where the request would otherwise ask for everything:
 * the service takes an empty list as "not narrowed".
 */
export function emptySelection(msg: SoilMessage, query: SoilQuery): string | undefined {
  const { selection } = soilPart(msg);
  return NAMES.find(([field]) => metNothing(selection?.[field]) && !query[field]?.length)?.[1];
}

function metNothing(selection: Selection | undefined): boolean {
  return selection?.selected === 0 && (selection.found > 0 || selection.missed === true);
}

/** Throws `SOIL_CONFIG` where nothing was selected (see {@link emptySelection}). */
export function refuseEmptySelection(msg: SoilMessage, query: SoilQuery): void {
  const name = emptySelection(msg, query);
  if (name === undefined) return;
  throw new SoilError(
    'SOIL_CONFIG',
    `No ${name} of this area fits the selection in soil-discover, and a request without one would ask for all. ` +
      'Change the selection there, or set it to "none" to ask for all.',
  );
}
