import { NoArea } from '../geometry/geometry-error';
import type { Steps } from '../time/steps';
import type { SoilQuery } from './query';
import { readSoilQuery } from './read-query';
import { requestGeometry } from './request-geometry';
import type { ServiceSettings } from './service-settings';

/** The bodies of the POST operations: each takes some of the request filter fields of section 4. */

/** What sections 4.1 to 4.8 name as the filters of each operation. */
const FIELDS = {
  spatialFilters: ['geometry'],
  soilProperties: ['geometry', 'spatialFilters'],
  datasets: ['geometry', 'spatialFilters', 'soilProperties'],
  soilData: ['geometry', 'spatialFilters', 'soilProperties', 'startYear', 'endYear', 'datasets', 'gisDataTypes'],
  job: ['geometry', 'spatialFilters', 'soilProperties', 'startYear', 'endYear', 'datasets', 'gisDataTypes', 'email'],
} as const satisfies Record<string, readonly (keyof SoilQuery)[]>;

/** An operation that takes a request filter. */
export type FilteredOperation = keyof typeof FIELDS;

/**
 * Writes the body of an operation: its own fields, only those that are set.
 *
 * @throws SoilError `SOIL_GEOMETRY` without an area, or with one that is not WKT; `SOIL_CONFIG` if a field of the query is malformed.
 */
export function* requestBody(
  operation: FilteredOperation,
  query: SoilQuery,
  names: Pick<ServiceSettings, 'datasetsField' | 'emailField'>,
): Steps<string> {
  const checked = readSoilQuery(query);
  if (checked.geometry === undefined) {
    throw new NoArea('The request has no area: msg.soil.query.geometry is empty. Put a soil-area node in front, or set it to WKT text.');
  }
  checked.geometry = yield* requestGeometry(checked.geometry);
  const body: Record<string, unknown> = {};
  for (const field of FIELDS[operation]) {
    const name = field === 'datasets' ? names.datasetsField : field === 'email' ? names.emailField : field;
    if (checked[field] !== undefined) body[name] = checked[field];
  }
  return JSON.stringify(body);
}
