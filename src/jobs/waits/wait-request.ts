import { fieldOf } from '../../foreign/foreign-value';
import type { Job, JobAddress } from '../../service/job';
import type { WaitTerms } from '../ledger/ledger-change';
import type { FlowMessage } from '../messages/flow-message';
import type { JobService } from '../polls/job-service';

/** A message that is to wait for a job, and for how long. */
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

/** What of a request the ledger keeps. */
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
    timeoutMs: 60_000 * times.timeoutMinutes,
    firstPollMs: 1000 * times.firstPollSeconds,
    maxPollMs: 1000 * times.maxPollSeconds,
    ...(hectares !== undefined && { hectares }),
  };
}

/** From `msg.soil.area`, if a message has one. */
function hectaresOf(message: FlowMessage): number | undefined {
  const hectares = fieldOf(fieldOf(message.soil, 'area'), 'hectares');
  return typeof hectares === 'number' && Number.isFinite(hectares) && hectares >= 0 ? hectares : undefined;
}
