import { SoilError } from '../../src/errors/soil-error';
import type { SoilMessage } from '../runtime/soil-message';
import { isDownloadProgress } from '../runtime/told-progress';

/**
 * Refuses the progress of a download, as output 2 sends it: its message names the job, so it would begin the same download again, which would send
 * progress of its own, without end.
 *
 * @throws SoilError `SOIL_CONFIG`
 */
export function assertNotWiredBack(msg: SoilMessage): void {
  if (!isDownloadProgress(msg.payload)) return;
  throw new SoilError(
    'SOIL_CONFIG',
    'The message is the progress of a download, from output 2 of soil-download. Remove the wire that leads from output 2 to a soil-download node: the finished download leaves through output 1.',
  );
}
