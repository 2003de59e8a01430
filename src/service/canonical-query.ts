import type { Steps } from '../time/steps';
import type { SoilQuery } from './query';
import { readSoilQuery } from './read-query';
import { comparableGeometry } from './request-geometry';

/**
 * One text for one request: equal for queries that ask the service for the same thing, however they are written. Identifiers and
 * data types are sorted and without duplicates, an empty list is an absent one, the geometry is in canonical form. The e-mail address
 * is part of it: a job that tells somebody else does not serve whoever asks to be told.
 *
 * @throws SoilError `SOIL_CONFIG` or `SOIL_GEOMETRY` if the query is malformed
 */
export function* canonicalQuery(query: SoilQuery): Steps<string> {
  const { geometry, spatialFilters, soilProperties, datasets, startYear, endYear, gisDataTypes, email } = readSoilQuery(query);
  return JSON.stringify({
    geometry: geometry === undefined ? undefined : yield* comparableGeometry(geometry),
    spatialFilters: sortedNumbers(spatialFilters),
    soilProperties: sortedNumbers(soilProperties),
    datasets: sortedNumbers(datasets),
    startYear,
    endYear,
    gisDataTypes: gisDataTypes?.toSorted(),
    email,
  });
}

function sortedNumbers(numbers: number[] | undefined): number[] | undefined {
  return numbers?.toSorted((a, b) => a - b);
}
