import { mayBeGivenLater } from '../../src/download/download-link';
import { JobAtWork } from '../../src/errors/job-at-work';
import { isSoilError, SoilError } from '../../src/errors/soil-error';
import { linkIn } from '../../src/jobs/messages/signed-link';
import { linkUnusable } from '../../src/jobs/polls/wait-errors';
import type { JobAddress, JobKind, JobResult, JobStatus } from '../../src/service/job';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { asSentence } from '../../src/text/as-sentence';
import { withoutQuery } from '../../src/text/without-query';
import { extendSoil, jobPart, soilPart, type SoilMessage } from '../runtime/soil-message';
import { waitProgressIn } from '../runtime/told-progress';

const WRONG_OUTPUT = 'The message is its progress, from output 2 of soil-wait: connect output 1 to soil-download.';

/** A link to fetch, and how to get a new one if the message names the job behind it. */
interface Link extends JobResult {
  renew?: () => Promise<JobResult>;
}

/**
 * The download link of a message: an address in the payload, else `msg.soil.job.result`, else the job is asked.
 * Throws `SOIL_CONFIG` if there is none, or not yet, and `SOIL_LINK_EXPIRED` if the service gives no new link.
 */
export async function linkOf(msg: SoilMessage, service: SoilService, call: CallOptions): Promise<Link> {
  const job = jobPart(msg);
  const inPayload = linkIn(msg.payload);
  if (inPayload && isOfAnotherJob(msg)) return { url: inPayload };
  const ask = renewal(msg, service, call);
  // Later nodes find the valid link, and until when it is.
  const renew = ask && (() => ask().then((result) => putLink(msg, result)));
  if (inPayload) return { url: inPayload, expires: job.result?.url === inPayload ? job.result.expires : undefined, renew };
  if (job.result) return { ...job.result, renew };
  if (renew) return { ...(await renew()), renew };
  throw new SoilError('SOIL_CONFIG', 'No download link: connect soil-wait, or send a link that begins with https:// in msg.payload.');
}

/**
 * Asks the job for the link of a message from the disk, which keeps links without their signature. The address may have changed, as after a restart
 * of the sandbox, which takes a free port: a payload that was the job's link becomes the new one. If the service cannot be reached, as when a router
 * starts more slowly than this machine, or if it answers oddly, what the disk has of the link is used for now: the download is as patient as any, and
 * asks again if that link is refused.
 */
export async function restoreLink(msg: SoilMessage, service: SoilService, call: CallOptions): Promise<void> {
  const isOthers = isOfAnotherJob(msg);
  const result = await renewal(msg, service, call)?.().catch((error: unknown) => {
    if (!isOthers && !wasNotAsked(error) && !mayBeGivenLater(error)) throw error;
  });
  if (!result) return;
  if (isSame(linkIn(msg.payload), result.url)) msg.payload = result.url;
  putLink(msg, result);
}

/** Whether the payload's link is not that of `msg.soil.job`, of an earlier run: that job has no new link for it, and no name for its file. */
export function isOfAnotherJob(msg: SoilMessage): boolean {
  const [inPayload, ofJob] = [linkIn(msg.payload), jobPart(msg).result?.url];
  return inPayload !== undefined && ofJob !== undefined && !isSame(inPayload, ofJob);
}

/** Puts the link into the job that the message names, and into the payload if that was the job's link. */
function putLink(msg: SoilMessage, result: JobResult): JobResult {
  const { job } = soilPart(msg);
  if (isSame(linkIn(msg.payload), jobPart(msg).result?.url ?? '')) msg.payload = result.url;
  if (job) extendSoil(msg, { job: { ...job, result } });
  return result;
}

/** Whether two links lead to the same file: the disk has the address of a signed link, but not its signature. */
function isSame(link: string | undefined, other: string): boolean {
  return link !== undefined && withoutQuery(link) === withoutQuery(other);
}

function renewal(msg: SoilMessage, service: SoilService, call: CallOptions): (() => Promise<JobResult>) | undefined {
  const { id, url, kind, result } = jobPart(msg);
  const told = url ?? id;
  const hadLink = result !== undefined || linkIn(msg.payload) !== undefined;
  if (told === undefined) return undefined;
  return async () => {
    const address = addressOf(service, told, kind, hadLink);
    const polled = await service.pollJob(address, call);
    if (!polled.result) {
      if (polled.unusableLink !== undefined) throw linkUnusable(address, polled.unusableLink);
      // A flow without soil-wait. The job is all right: it need not be submitted again, and identical requests may go on reusing it.
      if (polled.phase === 'running' && !hadLink) {
        const advice = waitProgressIn(msg.payload) ? WRONG_OUTPUT : 'Connect soil-wait in front of soil-download.';
        throw new SoilError('SOIL_CONFIG', `Job ${address.id} is not completed, and has no link yet. ${advice}`);
      }
      const gone = `The service gives no new link for job ${address.id}.`;
      if (polled.phase !== 'running') throw lostJob(gone, polled);
      const advice = `The job is at work again ("${polled.status}"): send it to soil-wait, which waits for its new link.`;
      throw new JobAtWork('SOIL_LINK_EXPIRED', `${gone} ${advice}`);
    }
    return polled.result;
  };
}

/**
 * A message that has a link is in order; its job is asked only for a new one. So a job address of another service counts as refused by this one.
 * Without a link, the address itself is the error.
 */
function addressOf(service: SoilService, told: string, kind: JobKind | undefined, hadLink: boolean): JobAddress {
  try {
    return service.jobAddress(told, kind);
  } catch (error) {
    if (!hadLink || !isSoilError(error, 'SOIL_CONFIG')) throw error;
    throw new SoilError('SOIL_REQUEST', error.message);
  }
}

/** Whether the service was not asked at all: then what is left of the link has to do. */
function wasNotAsked(error: unknown): boolean {
  return isSoilError(error, 'SOIL_UNAVAILABLE') || (isSoilError(error, 'SOIL_REQUEST') && error.cause.status === undefined);
}

/** The error for a job that was completed once and has failed since, or has no link any more; only the service says why. */
function lostJob(gone: string, { phase, status, description }: JobStatus): SoilError {
  const ended = phase === 'failed' ? ` The job ended there with the status "${status}".` : '';
  const words = description && ` The service says: ${asSentence(description)}`;
  const message = `${gone}${ended}${words} Submit the request again.`;
  return new SoilError('SOIL_LINK_EXPIRED', message, { detail: description });
}
