import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalog, datasetItem, datasetsIn, filterItem, filtersIn, itemList, propertiesIn, propertyItem } from './discovery';
import { checkAccept, JSON_LD, JSON_PLAIN, pathOf, sendJson } from './http/answer';
import { FILE_NAME, sendFile } from './http/file-answer';
import { readJsonObject, readText } from './http/request-body';
import type { LinkSigner } from './http/result-link';
import type { TokenDesk } from './http/token-desk';
import { jobResource } from './jobs/job-life';
import type { JobOperation, JobStore } from './jobs/job-store';
import type { ResultFiles } from './jobs/result-files';
import { Problem } from './problem';
import { readRequestFilter, type RequestFilter } from './request/request-filter';
import { RequestedArea } from './request/requested-area';
import { dataFeed } from './results/data-feed';
import { DATASETS } from './world/datasets';

/** Paths of the API, of the token service and of a result file on the sandbox's origin. */
export const API_PATH = '/api';
export const AUTH_PATH = '/auth';
const filePath = (id: string): string => `/files/${id}/${FILE_NAME}`;

/** Section 8. The synchronous operation takes areas below the first limit, jobs take areas up to the second. */
const SYNC_LIMIT_HECTARES = 10;
const JOB_LIMIT_HECTARES = 30_000_000 * 100;

/** One request on its way through an operation. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Scheme, host and port by which the client reached the sandbox: addresses in answers begin with it. */
  origin: string;
  /** Address of the API there. */
  base: string;
  /** What stood in the path in place of `{id}`. */
  id: string;
}

type Operation = (exchange: Exchange) => Promise<void> | void;

/** Answers every operation of the specification. */
export class Service {
  /** The operations by path and method. `{id}` stands for one segment. */
  private readonly operations: Record<string, Record<string, Operation>>;

  constructor(
    private readonly parts: {
      tokens: TokenDesk;
      jobs: JobStore;
      files: ResultFiles;
      links: LinkSigner;
      now: () => number;
      jobSeconds: number;
      bytesPerSecond: number | undefined;
    },
  ) {
    const job = (operation: JobOperation): Record<string, Record<string, Operation>> => ({
      [`${API_PATH}/v1/${operation}`]: { POST: (exchange) => this.createJob(exchange, operation) },
      [`${API_PATH}/v1/${operation}/{id}`]: { GET: (exchange) => this.readJob(exchange, operation) },
    });
    this.operations = {
      [`${AUTH_PATH}/oauth/token`]: { POST: (exchange) => this.giveToken(exchange) },
      [`${API_PATH}/v1/core.jsonld`]: { GET: (exchange) => this.giveContext(exchange) },
      [`${API_PATH}/v1/spatial-filters/queries`]: { POST: (exchange) => this.findFilters(exchange) },
      [`${API_PATH}/v1/soil-properties/queries`]: { POST: (exchange) => this.findProperties(exchange) },
      [`${API_PATH}/v1/datasets/queries`]: { POST: (exchange) => this.findDatasets(exchange) },
      [`${API_PATH}/v1/datasets`]: { GET: (exchange) => this.listDatasets(exchange) },
      [`${API_PATH}/v1/datasets/{id}`]: { GET: (exchange) => this.readDataset(exchange) },
      [`${API_PATH}/v1/soil-data-by-geometry`]: { POST: (exchange) => this.giveData(exchange) },
      ...job('soil-data-by-geometry/queries'),
      ...job('soil-data-by-area-queries'),
      [filePath('{id}')]: { GET: (exchange) => this.giveFile(exchange) },
    };
  }

  /**
   * Answers one request.
   * @throws Problem
   */
  async answer(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const path = pathOf(request);
    const isOfApi = path === API_PATH || path.startsWith(`${API_PATH}/`);
    if (isOfApi) this.parts.tokens.check(request.headers);
    const found = this.find(path);
    if (!found) throw new Problem(404, 'path', 'There is nothing at this address.');
    const method = request.method ?? '';
    const operation = found.methods[method === 'HEAD' ? 'GET' : method];
    if (!operation) {
      const allow = Object.keys(found.methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
      throw new Problem(405, 'method', `This address takes ${allow.join(' and ')}.`, { allow: allow.join(', ') });
    }
    if (isOfApi) checkAccept(request, [JSON_LD, JSON_PLAIN]);
    await operation({ request, response, origin, base: origin + API_PATH, id: found.id });
  }

  private find(path: string): { id: string; methods: Record<string, Operation> } | undefined {
    const exact = Object.hasOwn(this.operations, path) ? this.operations[path] : undefined;
    if (exact) return { id: '', methods: exact };
    for (const [template, methods] of Object.entries(this.operations)) {
      const [before, after] = template.split('{id}');
      if (before === undefined || after === undefined || !path.startsWith(before) || !path.endsWith(after)) continue;
      const id = path.slice(before.length, path.length - after.length);
      if (/^[\w.-]+$/.test(id)) return { id, methods };
    }
    return undefined;
  }

  /** Section 5.3. */
  private async giveToken({ request, response }: Exchange): Promise<void> {
    checkAccept(request, [JSON_PLAIN]);
    const form = new URLSearchParams(await readText(request, 'application/x-www-form-urlencoded'));
    const { status, body } = this.parts.tokens.answer(form);
    sendJson(response, status, JSON_PLAIN, body, { pragma: 'no-cache' });
  }

  /** Section 9.2. */
  private giveContext({ response }: Exchange): void {
    sendJson(response, 200, JSON_LD, { '@context': { '@vocab': 'https://schema.org/', id: '@id', type: '@type' } });
  }

  /** Section 4.1. */
  private async findFilters(exchange: Exchange): Promise<void> {
    const { area } = await this.readRequest(exchange);
    const { base } = exchange;
    const items = filtersIn(area).map((filter) => filterItem(base, filter));
    sendJson(exchange.response, 200, JSON_LD, itemList(base, 'spatial-filters', 'Spatial filters of the area.', items));
  }

  /** Section 4.2. */
  private async findProperties(exchange: Exchange): Promise<void> {
    const { area, filter } = await this.readRequest(exchange);
    const items = propertiesIn(area, filter).map(propertyItem);
    sendJson(exchange.response, 200, JSON_LD, itemList(exchange.base, 'soil-properties', 'Soil properties of the area.', items));
  }

  /** Section 4.3. */
  private async findDatasets(exchange: Exchange): Promise<void> {
    const { area, filter } = await this.readRequest(exchange);
    sendJson(exchange.response, 200, JSON_LD, catalog(exchange.base, datasetsIn(area, filter), 'Datasets of the area.'));
  }

  /** Section 4.4. */
  private listDatasets({ response, base }: Exchange): void {
    sendJson(response, 200, JSON_LD, catalog(base, DATASETS, 'All datasets.'));
  }

  /** Section 4.4. */
  private readDataset({ response, base, id }: Exchange): void {
    const dataset = DATASETS.find(({ identifier }) => String(identifier) === id);
    if (!dataset) throw new Problem(404, 'dataset', 'There is no dataset with this identifier.');
    sendJson(response, 200, JSON_LD, { '@context': `${base}/v1/core.jsonld`, ...datasetItem(base, dataset) });
  }

  /** Section 4.5. */
  private async giveData(exchange: Exchange): Promise<void> {
    const { area, filter } = await this.readRequest(exchange);
    if (area.hectares >= SYNC_LIMIT_HECTARES) {
      throw new Problem(
        400,
        'area-limit',
        `The area is ${area.hectares.toFixed(1)} ha; this operation takes areas below ${SYNC_LIMIT_HECTARES} ha. Create a job for a larger one.`,
      );
    }
    sendJson(exchange.response, 200, JSON_PLAIN, dataFeed(exchange.base, area, filter));
  }

  /** Sections 4.6 and 4.8. */
  private async createJob(exchange: Exchange, operation: JobOperation): Promise<void> {
    const { area, filter } = await this.readRequest(exchange);
    if (area.hectares > JOB_LIMIT_HECTARES) {
      throw new Problem(400, 'area-limit', `The area is ${Math.round(area.hectares / 100)} km²; a job takes at most 30,000,000 km².`);
    }
    const createdAt = this.parts.now();
    const failure = onlyLocked(filter) ? 'Every dataset asked for is locked for download.' : undefined;
    const job = await this.parts.jobs.add({ operation, filter, createdAt, completedAt: createdAt + this.parts.jobSeconds * 1000, failure });
    const location = `${exchange.base}/v1/${operation}/${job.id}`;
    sendJson(exchange.response, 201, JSON_PLAIN, { Location: location }, { location });
  }

  /** Sections 4.7 and 4.8. */
  private readJob({ response, origin, base, id }: Exchange, operation: JobOperation): void {
    const job = this.parts.jobs.find(id);
    if (job?.operation !== operation) throw new Problem(404, 'job', 'There is no such job.');
    const addresses = {
      context: `${base}/v1/core.jsonld`,
      id: `${base}/v1/${operation}/${id}`,
      link: () => this.parts.links.sign(origin, filePath(id)),
    };
    sendJson(response, 200, JSON_LD, jobResource(job, this.parts.now(), addresses));
  }

  /** Section 2.5: the link of a completed job; others never had one. It authorizes itself, so a token is refused, as object stores do. */
  private async giveFile({ request, response, id }: Exchange): Promise<void> {
    this.parts.links.check(pathOf(request), new URL(request.url ?? '/', 'http://sandbox').searchParams);
    if (request.headers.authorization !== undefined) {
      throw new Problem(400, 'two-credentials', 'A signed link takes no authorization header.');
    }
    const job = this.parts.jobs.find(id);
    if (!job) throw new Problem(404, 'file', 'There is no such file.');
    await this.parts.files.use(job, (file) => sendFile(request, response, file, this.parts.bytesPerSecond));
  }

  private async readRequest({ request }: Exchange): Promise<{ area: RequestedArea; filter: RequestFilter }> {
    const filter = readRequestFilter(await readJsonObject(request));
    return { filter, area: RequestedArea.fromText(filter.geometry) };
  }
}

function onlyLocked({ datasets }: RequestFilter): boolean {
  return datasets.length > 0 && datasets.every((identifier) => DATASETS.find((dataset) => dataset.identifier === identifier)?.locked);
}
