import { SoilError } from '../../src/errors/soil-error';
import type { JobWaits } from '../../src/jobs/waits/job-waits';
import { finiteNumber, foreignObject, textIn } from '../../src/foreign/foreign-value';
import type { SoilMessage } from '../runtime/soil-message';

/**
 * Refuses the progress of a job, as output 2 sends it, while somebody here waits for that job, and the progress of its last poll: each poll would begin one
 * more wait, each of those would send progress of its own, and after twenty polls there would be a million. Where nobody waits, as on another Node-RED,
 * the progress is a job to wait for like any other.
 *
 * @throws SoilError `SOIL_CONFIG`
 */
export function assertNotWiredBack(msg: SoilMessage, job: string, waits: JobWaits): void {
  const progress = foreignObject(msg.payload);
  // A job that soil-submit gives again has polls as well; only progress tells how much time has passed.
  if (!progress || textIn(progress, 'id') !== job || finiteNumber(progress.elapsed) === undefined) return;
  if (finiteNumber(progress.next) !== 0 && !waits.waitsFor(job)) return;
  throw new SoilError(
    'SOIL_CONFIG',
    `The message is the progress of job ${job}, from output 2 of soil-wait, which goes on polling by itself. Remove the wire that leads from output 2 to a soil-wait node: the completed job leaves through output 1.`,
  );
}
