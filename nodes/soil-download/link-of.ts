import { SoilError } from '../../src/errors/soil-error';
import { linkIn, withoutQuery } from '../../src/jobs/signed-link';
import type { Job, JobResult } from '../../src/service/job';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { extendSoil, soilPart, type SoilMessage } from '../runtime/soil-message';

/** A link to fetch, and how to get a new one where the message names the job behind it. */
export interface Link extends JobResult {
  renew?: () => Promise<JobResult>;
}

/**
 * The download link of a message: an address in the payload, else `msg.soil.job.result`, else the job is asked.
 * Throws `SOIL_CONFIG` where there is none, `SOIL_LINK_EXPIRED` where the service gives no new link.
 */
export async function linkOf(msg: SoilMessage, service: SoilService, call: CallOptions): Promise<Link> {
  const { job } = soilPart(msg);
  const renew = renewal(job, service, call);
  const inPayload = linkIn(msg.payload);
  const ofJob = job?.result;
  if (inPayload) return { url: inPayload, expires: ofJob?.url === inPayload ? ofJob.expires : undefined, renew };
  if (ofJob?.url) return { url: ofJob.url, expires: ofJob.expires, renew };
  if (renew) return { ...(await renew()), renew };
  throw new SoilError('SOIL_CONFIG', 'No download link: connect soil-wait, or send the link in msg.payload.');
}

/** Gives a message from the disk, where no link is, its link again: the job is asked for it. */
export async function restoreLink(msg: SoilMessage, service: SoilService, call: CallOptions): Promise<void> {
  const { job } = soilPart(msg);
  const result = await renewal(job, service, call)?.();
  if (!job || !result) return;
  extendSoil(msg, { job: { ...job, result } });
  if (isSame(linkIn(msg.payload), result.url)) msg.payload = result.url;
}

/** Whether two links lead to one file: the disk has the address of a signed link, and not its signature. */
function isSame(link: string | undefined, other: string): boolean {
  return link !== undefined && withoutQuery(link) === withoutQuery(other);
}

function renewal(job: Job | undefined, service: SoilService, call: CallOptions): (() => Promise<JobResult>) | undefined {
  const address = job?.url || job?.id;
  if (!address) return undefined;
  return async () => {
    const reading = await service.readJob(service.jobAddress(address, job?.kind), call);
    if (!reading.result) {
      throw new SoilError('SOIL_LINK_EXPIRED', `The service gives no new link for job ${job?.id}. Submit the request again.`);
    }
    return reading.result;
  };
}
