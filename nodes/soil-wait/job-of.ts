import { SoilError } from '../../src/errors/soil-error';
import { textIn } from '../../src/foreign/foreign-value';
import { toldJob, type ToldJob } from '../../src/jobs/messages/told-job';
import type { WaitRequest } from '../../src/jobs/waits/wait-request';
import type { SoilService } from '../../src/service/soil-service';
import { isJobMeant, jobPart, type SoilMessage } from '../runtime/soil-message';

/**
 * The job that a message waits for: `msg.soil.job`, or a job, its address or its identifier in the payload, since over a broker often only the
 * payload comes. Throws `SOIL_CONFIG` if there is none, or one that is not on this service.
 */
export function jobOf(msg: SoilMessage, service: SoilService): WaitRequest['job'] {
  const told = jobPart(msg);
  if (told.url === undefined && told.id === undefined && isJobMeant(msg)) {
    throw new SoilError('SOIL_CONFIG', 'msg.soil.job names no job to wait for: its id must be a text or a whole number. To wait for the job in msg.payload, send no msg.soil.job.');
  }
  const { url, id, kind, submittedAt, result } = told.url === undefined && told.id === undefined ? jobInPayload(msg.payload) : told;
  const address = url ?? id;
  if (address !== undefined) return Object.assign(service.jobAddress(address, kind), { submittedAt, result });
  throw new SoilError('SOIL_CONFIG', 'No job to wait for: connect soil-submit, or send a job with its url, or its address or identifier alone, in msg.payload.');
}

/**
 * An object is a job if it has the address of one; many things have an identifier. The service's own answers have an address as well: in `Location`
 * (section 4.6), and in the `id` of a job (section 2.5).
 */
function jobInPayload(payload: unknown): ToldJob {
  const name = typeof payload === 'number' && Number.isSafeInteger(payload) ? String(payload) : payload;
  if (typeof name === 'string' && name.trim().startsWith('{')) {
    throw new SoilError('SOIL_CONFIG', 'No job to wait for: msg.payload is JSON text. Put a json node in front, or send the address or identifier of the job alone.');
  }
  const told = toldJob(typeof name === 'string' ? { url: name.trim() } : name);
  if (told.url !== undefined) return told;
  const address = textIn(name, 'Location') ?? (/^https?:/i.test(told.id ?? '') ? told.id : undefined);
  return address === undefined ? {} : { ...told, url: address };
}
