import type { SoilService } from '../../src/service/soil-service';
import type { Instruction } from '../servers/scripted-server';

/** What an operation may do when its request fails: read again, never create again, or get a token that everything else needs. */
export type Nature = 'reads' | 'creates' | 'signs in';

/** One operation of the interface (section 4), with a right answer to it. */
export interface Operation {
  name: string;
  nature: Nature;
  /** Method and path, as the scripted server knows them. */
  route: string;
  good: Instruction;
  call: (service: SoilService) => Promise<unknown>;
}

const query = { geometry: 'POLYGON ((5.6 51.95, 5.75 51.95, 5.75 52.03, 5.6 52.03, 5.6 51.95))', spatialFilters: [1], soilProperties: [2] };
const JOB = '6f1c1c1e-0000-4000-8000-000000000001';

export const TOKEN_ROUTE = 'POST /oauth/token';
export const LIST_ROUTE = 'GET /v1/datasets';
export const BY_GEOMETRY = '/v1/soil-data-by-geometry/queries';
export const BY_AREA = '/v1/soil-data-by-area-queries';

export function goodToken(token: string): Instruction {
  return { body: { access_token: token, scope: 'soil', expires_in: 86_400, token_type: 'Bearer' } };
}

const list = (item: object): Instruction => ({ body: { type: 'ItemList', items: { type: 'ItemList', items: [item] } } });
const dataset = { type: 'DataSet', identifier: 7, name: 'A dataset', distribution: { type: 'DataDownload', lockedForDownload: false } };
const catalogue: Instruction = { body: { type: 'DataCatalog', DataSet: [dataset] } };

const reading = (name: string, route: string, good: Instruction, call: Operation['call']): Operation => ({ name, nature: 'reads', route, good, call });

const creating = (kind: 'geometry' | 'area', path: string): Operation => ({
  name: `create a job by ${kind}`,
  nature: 'creates',
  route: `POST ${path}`,
  good: { status: 201, body: { Location: `${path}/${JOB}` } },
  call: (service) => service.createJob(kind, query),
});

const status = (kind: 'geometry' | 'area', path: string): Operation =>
  reading(`job status by ${kind}`, `GET ${path}/${JOB}`, { body: { type: 'Action', actionStatus: 'ActiveActionStatus' } }, (service) =>
    service.pollJob(service.jobAddress(JOB, kind)),
  );

export const operations: readonly Operation[] = [
  { name: 'token', nature: 'signs in', route: TOKEN_ROUTE, good: goodToken('a-token'), call: (service) => service.allDatasets() },
  reading('spatial filters', 'POST /v1/spatial-filters/queries', list({ type: 'LandCoverFilter', identifier: 1, name: 'Cropland' }), (service) =>
    service.spatialFilters(query),
  ),
  reading('soil properties', 'POST /v1/soil-properties/queries', list({ type: 'ChemicalProperty', identifier: 2, name: 'pH' }), (service) =>
    service.soilProperties(query),
  ),
  reading('datasets query', 'POST /v1/datasets/queries', catalogue, (service) => service.datasets(query)),
  reading('dataset list', LIST_ROUTE, catalogue, (service) => service.allDatasets()),
  reading('one dataset', 'GET /v1/datasets/7', { body: dataset }, (service) => service.dataset(7)),
  reading('soil data', 'POST /v1/soil-data-by-geometry', { body: { type: 'DataFeed', dataFeedElement: [] } }, (service) => service.soilData(query)),
  creating('geometry', BY_GEOMETRY),
  creating('area', BY_AREA),
  status('geometry', BY_GEOMETRY),
  status('area', BY_AREA),
];
