import type { NodeAPI } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import { acquireKeeper } from '../runtime/keeping/keeper-use';
import { OpenedOnce } from '../runtime/keeping/opened-once';

/** How long the journal stays open after the sidebar's last look. It looks every few seconds while it is shown. */
const LINGER_MS = 30_000;

/** The sidebar's hold on the job keeper of this Node-RED. */
export class HeldKeeper {
  private readonly opened = new OpenedOnce(() => acquireKeeper(this.RED));
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly RED: NodeAPI) {}

  /** Throws as {@link acquireKeeper} does; the next call tries again. */
  open(): Promise<JobKeeper> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), LINGER_MS);
    this.timer.unref();
    return this.opened.get();
  }

  release(): void {
    clearTimeout(this.timer);
    void this.opened.take().then((keeper) => keeper?.release()).catch((error: Error) => this.RED.log.warn(`soil-data: ${error.message}`));
  }
}
