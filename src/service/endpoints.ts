import { JOB_KINDS, type JobKind } from './job';
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

/** Whether an address is that of all datasets, not of one thing. */
export const isDatasetsList = (url: string): boolean => url.endsWith('/v1/datasets');

/** Section 4.4: one dataset. */
export const datasetRead = ({ baseUrl }: Base, identifier: number): string => `${baseUrl}/v1/datasets/${identifier}`;

/** Section 4.5. */
export const soilDataByGeometry = ({ baseUrl }: Base): string => `${baseUrl}/v1/soil-data-by-geometry`;

/** Section 9: the prefix of every path. */
const VERSION = '/v1';
const JOBS: Readonly<Record<JobKind, string>> = { geometry: '/soil-data-by-geometry/queries', area: '/soil-data-by-area-queries' };

/** Sections 4.6 and 4.8: where jobs of a kind are created; a job's own address (4.7) is this followed by its identifier. */
export const jobCollection = ({ baseUrl }: Base, kind: JobKind): string => `${baseUrl}${VERSION}${JOBS[kind]}`;

/** The kind of job that an address belongs to, by its path (4.7 or 4.8), whatever version stands before it. */
export function jobKindOf(path: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => path.includes(`${JOBS[kind]}/`));
}

/**
 * What a path has in front of the version of a job's own address: `/api` of `/api/v1/soil-data-by-area-queries/7`, and of the same without `/v1`.
 * `undefined` if it is no such path, or that of another version.
 */
export function prefixOfJob(path: string, kind: JobKind, id: string): string | undefined {
  const own = `${JOBS[kind]}/${id}`;
  if (!path.endsWith(own)) return undefined;
  const prefix = path.slice(0, -own.length).replace(/\/v1$/, '');
  return /\/v\d+$/.test(prefix) ? undefined : prefix;
}
