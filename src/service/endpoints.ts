import type { JobKind } from './job';
import type { ServiceSettings } from './service-settings';

/** The paths of section 4, under `{base_url}` of the specification. */

type Base = Pick<ServiceSettings, 'baseUrl'>;

/** Section 4.1. */
export const spatialFiltersQuery = ({ baseUrl }: Base): string => `${baseUrl}/v1/spatial-filters/queries`;

/** Section 4.2: the path is not given there, so it is a setting. */
export const soilPropertiesQuery = ({ baseUrl, soilPropertiesPath }: Base & Pick<ServiceSettings, 'soilPropertiesPath'>): string =>
  `${baseUrl}${soilPropertiesPath}`;

/** Section 4.3. */
export const datasetsQuery = ({ baseUrl }: Base): string => `${baseUrl}/v1/datasets/queries`;

/** Section 4.4: all datasets. */
export const datasetsList = ({ baseUrl }: Base): string => `${baseUrl}/v1/datasets`;

/** Section 4.4: one dataset. */
export const datasetRead = ({ baseUrl }: Base, identifier: number): string => `${baseUrl}/v1/datasets/${identifier}`;

/** Section 4.5. */
export const soilDataByGeometry = ({ baseUrl }: Base): string => `${baseUrl}/v1/soil-data-by-geometry`;

const JOBS_BY_GEOMETRY = '/v1/soil-data-by-geometry/queries';
const JOBS_BY_AREA = '/v1/soil-data-by-area-queries';

/** Sections 4.6 and 4.8: where jobs of a kind are created; a job's own address (4.7) is this followed by its identifier. */
export const jobCollection = ({ baseUrl }: Base, kind: JobKind): string => `${baseUrl}${kind === 'area' ? JOBS_BY_AREA : JOBS_BY_GEOMETRY}`;

/** The kind of job that an address belongs to, by its path (4.7 or 4.8). */
export function jobKindOf(path: string): JobKind | undefined {
  if (path.includes(`${JOBS_BY_GEOMETRY}/`)) return 'geometry';
  return path.includes(`${JOBS_BY_AREA}/`) ? 'area' : undefined;
}
