import { createHash } from 'node:crypto';
import { isSoilError, SoilError, type SoilErrorCause } from '../errors/soil-error';
import { counted } from '../text/counted';
import type { Clock } from '../time/clock';
import { Semaphore } from '../time/semaphore';
import { byTurns } from '../time/steps';
import { readHttpDate } from '../transport/http-date';
import type { Delay, HttpExchange } from '../transport/http-exchange';
import { readRetryAfter } from '../transport/retry-after';
import { remarksIn, withHeaders, type AnswerRemarks } from './answers/answer-remarks';
import { jobInPlaceOfData, readCreatedJob } from './answers/created-job';
import { readDataset, readDatasetCatalog } from './answers/datasets';
import type { ReadList } from './answers/item-list';
import { readJsonAnswer } from './answers/json-answer';
import { onlyResource } from './answers/only-resource';
import { isOtherJob, readQueryJob } from './answers/query-job';
import { remarkLines } from './answers/remark-lines';
import { RepeatedAnswers } from './answers/repeated-answers';
import { exchangeOf, notUsable, responseError, type Reply } from './answers/reply';
import { isNot, saying, whyNone } from './answers/said-instead';
import { readSoilProperties } from './answers/soil-properties';
import { readSpatialFilters } from './answers/spatial-filters';
import { authorisedExchange } from './authorised-exchange';
import * as endpoints from './endpoints';
import type { JobAddress, JobKind, JobStatus } from './job';
import { JobElsewhere, readJobAddress } from './job-address';
import { NotInSandbox } from './passing-refusals';
import type { SoilQuery } from './query';
import { requestBody, type FilteredOperation } from './request-body';
import type { Dataset, DatasetCatalog, SoilProperty, SpatialFilter } from './resources';
import { serviceClient, type ServiceClient } from './service-client';
import type { ServiceSettings } from './service-settings';

/** What a caller may say about one call. */
export interface CallOptions {
  /** Ends the call at once; it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Fairness key: the flow or node on whose behalf the call is made. */
  flow?: string;
  /** Told of every wait: rate limit, retry, queue. */
  onDelay?: (delay: Delay) => void;
  /** Told when a wait is over and the request is sent: its answer may take long. */
  onDelayOver?: () => void;
  /** Told, in a sentence each, why a list that was read may lack something. For the operations that find spatial filters, soil properties and datasets. */
  onRemark?: (remark: string) => void;
}

/** What a caller may say about the creation of a job. */
export interface CreateOptions extends CallOptions {
  /** Awaited before each try, when its turn has come: if it rejects, nothing is sent. */
  beforeSending?: () => Promise<void>;
  /** Told each time that a try is over that the service has provably not taken (as after a 401), and another one follows. */
  onNotTaken?: () => void;
}

/** Time, chance, the trace and the identity of the service, for tests and for callers with their own. */
export interface ServiceParts {
  /** What jobs know the service by, if its address changes with each start. */
  identity?: string;
  clock?: Clock;
  random?: () => number;
  /** Takes one line for each step. No line holds a secret. */
  trace?: (line: string) => void;
}

/** The soil data of an area as they came. */
export interface SoilDataAnswer {
  /** The service's JSON. Its shape is read in `src/records`. */
  content: unknown;
  /** How it came: the cause of the error if its shape cannot be read. */
  exchange: SoilErrorCause;
  remarks: AnswerRemarks;
  /** What to tell of it if its shape cannot be read: a sentence, or nothing. */
  says?: string;
}

/** Section 4: media types that requests ask for. */
const JSON_LD = 'application/ld+json';
const JSON_PLAIN = 'application/json';

/**
 * The service of the specification as typed calls, one for each operation of section 4. One instance holds one token, one rate gate and
 * one set of connections for all its callers; close it when the last is gone.
 *
 * Every call rejects with a `SoilError`: `SOIL_AUTH`, `SOIL_REQUEST`, `SOIL_AREA_LIMIT`, `SOIL_RATE_LIMITED`, `SOIL_UNAVAILABLE` or
 * `SOIL_RESPONSE`; those with a query also `SOIL_CONFIG` and `SOIL_GEOMETRY`, before anything is sent.
 */
export class SoilService {
  /** Which service, as whom: a hash of base URL and client identifier, or what the caller knows it by. Holds no secret. */
  readonly identity: string;
  /** Limits the downloads of its jobs, wherever their links lead: as many at once as requests. */
  readonly downloads: Semaphore;
  private readonly client: ServiceClient;
  private readonly trace: (line: string) => void;
  private readonly answers = new RepeatedAnswers();

  /** @param settings as {@link checkServiceSettings} gives them */
  constructor(
    readonly settings: ServiceSettings,
    parts: ServiceParts = {},
  ) {
    const { baseUrl, clientId, requestsPerSecond, maxConcurrent, timeout } = settings;
    const { identity, clock, random, trace } = parts;
    this.trace = trace ?? (() => undefined);
    this.identity = identity ?? createHash('sha256').update(`${baseUrl}\n${clientId}`).digest('hex').slice(0, 32);
    this.client = serviceClient(settings, {
      maxConcurrent,
      requestsPerSecond: requestsPerSecond || Infinity,
      timeoutSeconds: timeout,
      // An exchange is repeated for at most twice its time limit: whoever shortens the limit means that, too.
      retryBudgetSeconds: 2 * timeout,
      clock,
      random,
      trace,
    });
    this.downloads = new Semaphore(maxConcurrent);
  }

  /** Section 4.1: the spatial filters in the area. Sends `geometry`. */
  async spatialFilters(query: SoilQuery, options: CallOptions = {}): Promise<SpatialFilter[]> {
    const body = await this.body('spatialFilters', query, options);
    const reply = await this.ask('read the spatial filters', endpoints.spatialFiltersQuery(this.settings), JSON_LD, options, { body });
    return (await this.usable(reply, readSpatialFilters, 'a list of spatial filters', options)).items;
  }

  /** Section 4.2: the soil properties for the area and `spatialFilters`. */
  async soilProperties(query: SoilQuery, options: CallOptions = {}): Promise<SoilProperty[]> {
    const body = await this.body('soilProperties', query, options);
    const reply = await this.ask('read the soil properties', endpoints.soilPropertiesQuery(this.settings), JSON_LD, options, { body });
    return (await this.usable(reply, readSoilProperties, 'a list of soil properties', options)).items;
  }

  /** Section 4.3: the datasets for the area, `spatialFilters` and `soilProperties`. Metadata only. */
  async datasets(query: SoilQuery, options: CallOptions = {}): Promise<DatasetCatalog> {
    const body = await this.body('datasets', query, options);
    return this.catalogue(await this.ask('read the datasets', endpoints.datasetsQuery(this.settings), JSON_LD, options, { body }), options);
  }

  /** Section 4.4: all datasets of the service. Metadata only. */
  async allDatasets(options: CallOptions = {}): Promise<DatasetCatalog> {
    return this.catalogue(await this.ask('read all datasets', endpoints.datasetsList(this.settings), JSON_LD, options), options);
  }

  /** Section 4.4: one dataset by its identifier. Metadata only. */
  async dataset(identifier: number, options: CallOptions = {}): Promise<Dataset> {
    const reply = await this.ask(`read dataset ${identifier}`, endpoints.datasetRead(this.settings, identifier), JSON_LD, options);
    const content = readJsonAnswer(reply);
    const dataset = readDataset(content, identifier);
    if (!dataset) throw notUsable(reply, whyNone('data', remarksIn(content, reply.secrets)), isNot(`dataset ${identifier}`, content, reply.secrets));
    return dataset;
  }

  /** Section 4.5: the soil data of a small area, at once. */
  async soilData(query: SoilQuery, options: CallOptions = {}): Promise<SoilDataAnswer> {
    const body = await this.body('soilData', query, options);
    const readsSeeOther = (location: string): boolean => jobInPlaceOfData({ location }, this.settings) !== undefined;
    const reply = await this.ask('read the soil data', endpoints.soilDataByGeometry(this.settings), JSON_PLAIN, options, { body, readsSeeOther });
    const { answer } = reply;
    // Section 4.6 leaves the status open: a body may name a job with any. A header beside a 200 is about the data.
    const job = jobInPlaceOfData([201, 202, 303].includes(answer.status) ? answer.headers : {}, this.settings, answer.body);
    if (job) throw responseError(reply, `the service made a job of the request (${answer.status}), with the identifier ${job.id}`, 'Send that to soil-wait (msg.soil.job)');
    const content = readJsonAnswer(reply);
    return { content, exchange: exchangeOf(reply), remarks: withHeaders(remarksIn(content, reply.secrets), answer.headers), says: saying(content, reply.secrets) };
  }

  /**
   * Sections 4.6 (`geometry`) and 4.8 (`area`): creates a job and gives its address. Sent again only if the service has provably not taken
   * it.
   *
   * @throws SoilError also `SOIL_SUBMIT_UNKNOWN`: sent, and no answer came
   */
  async createJob(kind: JobKind, query: SoilQuery, options: CreateOptions = {}): Promise<JobAddress> {
    const body = await this.body('job', query, options);
    const url = endpoints.jobCollection(this.settings, kind);
    const reply = await this.ask('create the job', url, JSON_PLAIN, options, { body, repeat: 'only-if-not-taken' });
    return readCreatedJob(reply, this.settings, kind);
  }

  /** Sections 4.7 and 4.8: one poll of a job's status. A job that is not there is `SOIL_REQUEST` with `cause.status` 404, a {@link NotInSandbox} in a sandbox. */
  async pollJob(address: JobAddress, options: CallOptions = {}): Promise<JobStatus> {
    // The address may come from a message, and the token goes to it: never outside the API.
    const { url } = this.jobAddress(address.url, address.kind);
    const reply = await this.ask('read the status of the job', url, JSON_LD, options).catch((error: unknown) => {
      if (!this.settings.synthetic || !isSoilError(error, 'SOIL_REQUEST') || error.cause.status !== 404) throw error;
      throw new NotInSandbox(error.code, error.message, error.cause);
    });
    const whole = readJsonAnswer(reply);
    const content = onlyResource(whole);
    const read = (job: unknown): JobStatus | undefined => readQueryJob(job, this.settings.baseUrl, reply.secrets, url);
    // A job may have anything in a field `data`.
    const polled = read(content) ?? read(whole);
    if (!polled) throw notUsable(reply, whyNone('a status', remarksIn(content, reply.secrets)), isNot('a job: it has neither actionStatus nor result', content, reply.secrets));
    if (isOtherJob(content, address.id)) throw responseError(reply, 'the answer is about another job, perhaps from a cache on the way');
    const { headers, receivedAt } = reply.answer;
    const answeredAt = readHttpDate(headers['date'] ?? '', receivedAt);
    const retryAfter = readRetryAfter(headers, receivedAt);
    return Object.assign(polled, answeredAt && { answeredAt }, retryAfter && { retryAfter });
  }

  /**
   * The address of a job from what a flow brings: its address, or its identifier alone.
   *
   * @throws SoilError `SOIL_CONFIG` if it is neither, or not on this service: no service was asked then
   */
  jobAddress(urlOrId: string, kind?: JobKind): JobAddress {
    const reading = readJobAddress(this.settings, urlOrId, kind);
    if ('address' in reading) return reading.address;
    const Refusal = reading.isElsewhere ? JobElsewhere : SoilError;
    throw new Refusal(
      'SOIL_CONFIG',
      `The job address ${reading.problem}. Use msg.soil.job of a soil-submit node with the same service or, where the service has moved, the job's identifier alone.`,
    );
  }

  /** Whether any call is in flight, or waits for its turn, or may come yet: a download may need another link. */
  get isBusy(): boolean {
    return this.client.http.isBusy || this.downloads.isBusy;
  }

  /** Ends the connections. Calls in flight fail. */
  close(): Promise<void> {
    return this.client.http.close();
  }

  private body(operation: FilteredOperation, query: SoilQuery, { signal }: CallOptions): Promise<string> {
    return byTurns(requestBody(operation, query, this.settings), signal);
  }

  /** A GET, or a POST if there is a body. */
  private ask(
    purpose: string,
    url: string,
    accept: string,
    options: CreateOptions,
    { body, repeat = 'safe', readsSeeOther }: Partial<Pick<HttpExchange, 'body' | 'repeat' | 'readsSeeOther'>> = {},
  ): Promise<Reply> {
    const { signal, flow, onDelay, onDelayOver, onNotTaken, beforeSending } = options;
    const method = body === undefined ? 'GET' : 'POST';
    const headers: Record<string, string> = body === undefined ? { accept } : { accept, 'content-type': JSON_PLAIN };
    // Field by field: V8 gives each object that grew from a spread a hidden class of its own.
    return authorisedExchange(this.client, { purpose, method, url, headers, body, repeat, flow, signal, onDelay, onNotTaken, readsSeeOther }, { beforeSending, onDelayOver });
  }

  private async catalogue(reply: Reply, options: CallOptions): Promise<DatasetCatalog> {
    const { temporalCoverage, items } = await this.usable(reply, readDatasetCatalog, 'a dataset catalogue', options);
    const catalogue: DatasetCatalog = { datasets: items };
    if (temporalCoverage !== undefined) catalogue.temporalCoverage = temporalCoverage;
    return catalogue;
  }

  /** The list in an answer, if it is one and something in it can be used. */
  private async usable<List extends ReadList<unknown>>(
    reply: Reply,
    read: (value: unknown, signal?: AbortSignal) => Promise<List | undefined>,
    what: string,
    { onRemark, signal }: CallOptions,
  ): Promise<List> {
    const { answer, secrets } = reply;
    const { list, remarks } = await this.answers.read(read, answer.body, async () => {
      const value = readJsonAnswer(reply);
      const [found, said] = [await read(value, signal), remarksIn(value, secrets)];
      const isEmpty = !found || found.items.length + found.leftOut === 0;
      const why = isEmpty ? whyNone('data', said) : undefined;
      if (!found || why !== undefined) throw notUsable(reply, why, isNot(what, value, secrets));
      return { list: found, remarks: said };
    });
    const { items, leftOut } = list;
    if (leftOut > 0 && items.length === 0) {
      throw responseError(reply, `the answer holds ${counted(leftOut, 'entry', 'entries')}, none with a numeric identifier, so it is not ${what}`);
    }
    const all = items.length + leftOut;
    const said = remarkLines(withHeaders(remarks, answer.headers), all, 'narrow the search');
    if (leftOut > 0) said.push(`Left out, as no request can name an entry without a numeric identifier: ${leftOut} of ${counted(all, 'entry', 'entries')}.`);
    for (const remark of said) {
      onRemark?.(remark);
      this.trace(`${reply.purpose}: ${remark}`);
    }
    return list;
  }
}
