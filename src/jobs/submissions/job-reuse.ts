import { isSoilError } from '../../errors/soil-error';
import type { Job, JobAddress, JobStatus } from '../../service/job';
import { mayPass } from '../../service/passing-refusals';
import type { KnownJob } from '../ledger/ledger-change';
import type { JobService } from '../polls/job-service';
import { submittedJob } from './submitted-job';

/** A job whose link ends sooner is not worth reusing: the link is renewed before it is used, and not every service gives another one. */
const LINK_LEFT_MS = 60_000;

interface ReuseParts {
  service: JobService;
  /** Fairness key: the node that asks. */
  node: string;
  /** Wall time, ms. */
  now: number;
  /** Ends the poll. */
  signal?: AbortSignal;
}

/**
 * The job to answer an identical request with: pending, or finished with a link that lasts; nothing if it is of no more use. It takes one poll of its
 * status to tell, because the link is on no disk. `not-found`: the service does not know it now, but may know it again, as when a gateway answers for a
 * service that is restarting: it is of use until a new one has been made.
 *
 * @throws SoilError what {@link JobService.pollJob} throws, except if the service no longer has the job, or if it cannot be reached and the job
 *   is not known to have ended
 */
export async function findReusableJob(known: KnownJob, parts: ReuseParts): Promise<Job | 'not-found' | undefined> {
  const { service, node, now, signal } = parts;
  const address = addressOf(known, service);
  if (!address) return undefined;
  let polled: JobStatus;
  try {
    polled = await service.pollJob(address, { flow: node, signal });
  } catch (error) {
    if (isSoilError(error, 'SOIL_REQUEST')) {
      // A job that was seen completed did exist: no refusal of it passes. Nor if our clock, set back since, dates its submission in the future.
      if (!known.completed && mayPass(error.cause.status, Math.abs(now - known.at))) return pending(known, address);
      return mayPass(error.cause.status, 0) ? 'not-found' : undefined;
    }
    const unreachable = isSoilError(error, 'SOIL_UNAVAILABLE', 'SOIL_RATE_LIMITED');
    if (unreachable && !known.completed) return pending(known, address);
    throw error;
  }
  const { phase, answeredAt = now, retryAfter: _, unusableLink, ...fields } = polled;
  const job: Job = { ...pending(known, address), ...fields, polls: 1 };
  // A service may set the status before the link: whoever waits for the job gives it time. One that was completed before has had that time.
  const lacksLinkSoFar = phase === 'completed' && !polled.result && unusableLink === undefined && !known.completed;
  if (phase === 'running' || lacksLinkSoFar) return job;
  const ends = Date.parse(polled.result?.expires ?? '');
  if (phase === 'failed' || !polled.result || ends < answeredAt + LINK_LEFT_MS) return undefined;
  return { ...job, reused: 'finished' };
}

/** Nothing if the service has moved. */
function addressOf(known: KnownJob, service: JobService): JobAddress | undefined {
  try {
    return service.jobAddress(known.url, known.kind);
  } catch (error) {
    if (isSoilError(error, 'SOIL_CONFIG')) return undefined;
    throw error;
  }
}

function pending(known: KnownJob, address: JobAddress): Job {
  return { ...submittedJob(address, known.at), reused: 'pending' };
}
