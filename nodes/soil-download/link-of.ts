import { SoilError } from '../../src/errors/soil-error';
import type { JobResult } from '../../src/service/job';
import type { CallOptions, SoilService } from '../../src/service/soil-service';
import { soilPart, type SoilMessage } from '../runtime/soil-message';

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
  const address = job?.url || job?.id;
  const renew = address
    ? async (): Promise<JobResult> => {
        const reading = await service.readJob(service.jobAddress(address, job?.kind), call);
        if (!reading.result) {
          throw new SoilError('SOIL_LINK_EXPIRED', `The service gives no new link for job ${job?.id}. Submit the request again.`);
        }
        return reading.result;
      }
    : undefined;

  const inPayload = typeof msg.payload === 'string' && /^https?:\/\//i.test(msg.payload.trim()) ? msg.payload.trim() : undefined;
  const ofJob = job?.result;
  if (inPayload) return { url: inPayload, expires: ofJob?.url === inPayload ? ofJob.expires : undefined, renew };
  if (ofJob?.url) return { url: ofJob.url, expires: ofJob.expires, renew };
  if (renew) return { ...(await renew()), renew };
  throw new SoilError('SOIL_CONFIG', 'No download link: connect soil-wait, or send the link in msg.payload.');
}
