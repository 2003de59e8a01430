import { SoilError } from '../errors/soil-error';
import { fieldOf } from '../foreign/foreign-value';
import type { Job, JobAddress } from '../service/job';
import type { FlowMessage } from './flow-message';
import type { JobService } from './job-service';
import type { WaitTerms } from './ledger-change';

export interface WaitRequest {
  service: JobService;
  job: JobAddress & Pick<Job, 'submittedAt' | 'result'>;
  /** Identifier of the `soil-wait` node. */
  node: string;
  message: FlowMessage;
  timeoutMinutes: number;
  firstPollSeconds: number;
  maxPollSeconds: number;
}

/**
 * What of a request the ledger keeps.
 *
 * @throws SoilError `SOIL_CONFIG` for a time that is none
 */
export function termsOf({ service, job, node, message, ...times }: WaitRequest, id: string, at: number): WaitTerms {
  const submittedAt = Date.parse(job.submittedAt ?? '');
  const hectares = hectaresOf(message);
  return {
    id,
    node,
    service: service.identity,
    kind: job.kind,
    job: job.id,
    url: job.url,
    ...(Number.isFinite(submittedAt) && { submittedAt }),
    at,
    timeoutMs: 60_000 * duration('Give up after', times.timeoutMinutes),
    firstPollMs: 1000 * duration('First poll after', times.firstPollSeconds),
    maxPollMs: 1000 * duration('Longest pause', times.maxPollSeconds),
    ...(hectares !== undefined && { hectares }),
  };
}

function duration(setting: string, value: number): number {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new SoilError('SOIL_CONFIG', `The setting "${setting}" of soil-wait is ${value}: give a number that is not negative.`);
}

/** From `msg.soil.area`, where a message has one. */
function hectaresOf(message: FlowMessage): number | undefined {
  const hectares = fieldOf(fieldOf(message.soil, 'area'), 'hectares');
  return typeof hectares === 'number' && Number.isFinite(hectares) && hectares >= 0 ? hectares : undefined;
}
