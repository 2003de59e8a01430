import { SoilError } from '../../src/errors/soil-error';
import type { WaitRequest } from '../../src/jobs/wait-request';
import type { SoilService } from '../../src/service/soil-service';
import { jobPart, type SoilMessage, type ToldJob, toldJob } from '../runtime/soil-message';

/**
 * The job that a message waits for: `msg.soil.job`, or a job, its address or its identifier in the payload, since over a broker some send the payload
 * alone. Throws `SOIL_CONFIG` where there is none, `SOIL_REQUEST` where it is not on this service.
 */
export function jobOf(msg: SoilMessage, service: SoilService): WaitRequest['job'] {
  for (const { url, id, kind, submittedAt, result } of [jobPart(msg), jobInPayload(msg.payload)]) {
    const address = url ?? id;
    if (address !== undefined) return { ...service.jobAddress(address, kind), submittedAt, result };
  }
  throw new SoilError('SOIL_CONFIG', 'No job to wait for: connect soil-submit, or send a job, its address or its identifier in msg.payload.');
}

/** An object is a job where it has the address of one: many things have an identifier. */
function jobInPayload(payload: unknown): ToldJob {
  const told = toldJob(typeof payload === 'string' ? { url: payload.trim() } : payload);
  return told.url === undefined ? {} : told;
}
