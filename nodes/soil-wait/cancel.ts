import { SoilError } from '../../src/errors/soil-error';
import type { ToldJob } from '../../src/jobs/messages/told-job';
import { jobIdentifier } from '../../src/service/job-identifier';
import { singleLine } from '../../src/text/single-line';
import type { ServiceUse } from '../runtime/service-use';
import { isJobMeant, jobPart, type SoilMessage } from '../runtime/soil-message';
import type { KeptWaits } from './kept-waits';

/** `msg.soilAction = "cancel"`: for the job that the message names, or for all jobs of this node. */
export async function cancel(msg: SoilMessage, waits: KeptWaits, use: ServiceUse): Promise<null> {
  const action = msg.soilAction;
  if (action !== 'cancel') {
    const found = typeof action === 'string' ? `is "${singleLine(action, 40)}"` : 'is not a text';
    throw new SoilError('SOIL_CONFIG', `msg.soilAction ${found}: soil-wait knows only "cancel".`);
  }
  const { id, url } = jobPart(msg);
  if (id === undefined && url === undefined && isJobMeant(msg)) {
    throw new SoilError('SOIL_CONFIG', 'msg.soil.job names no job to stop waiting for: its id must be a text or a whole number. To stop waiting for all jobs, send no msg.soil.job.');
  }
  await waits.cancel(() => identifierOf({ id, url }, use));
  return null;
}

/** The identifier under which the job is waited for; nothing if none is named. Only an address needs the service: it may be gone by now. */
async function identifierOf({ id, url }: ToldJob, use: ServiceUse): Promise<string | undefined> {
  const address = url ?? id;
  if (address === undefined) return undefined;
  return jobIdentifier(id?.trim() ?? '') ?? (await use.service()).jobAddress(address).id;
}
