import { SoilError } from '../../src/errors/soil-error';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { SoilMessage } from '../runtime/soil-message';
import { waitProgressIn } from '../runtime/told-progress';

/**
 * Refuses progress that output 2 sent: that of a job's last poll, and that of any job that a node here waits for, or waited for (a delay node may
 * bring it late). Each poll would begin one more wait with progress of its own, and after twenty polls there would be a million. If nobody here
 * waited, as on another Node-RED, the progress is a job to wait for like any other.
 *
 * @throws SoilError `SOIL_CONFIG`
 */
export function assertNotWiredBack(msg: SoilMessage, job: string, keeper: JobKeeper): void {
  const progress = waitProgressIn(msg.payload);
  if (progress?.job !== job) return;
  if (progress.next !== 0 && !keeper.hasTakenIn(job)) return;
  throw new SoilError(
    'SOIL_CONFIG',
    `The message is the progress of job ${job}, from output 2 of soil-wait, which goes on polling by itself. Remove the wire that leads from output 2 to a soil-wait node: the completed job leaves through output 1.`,
  );
}
