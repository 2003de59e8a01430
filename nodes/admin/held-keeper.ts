import type { NodeAPI } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import { acquireKeeper } from '../runtime/keeper-use';

/** How long the journal stays open after the sidebar's last look. It looks every few seconds while it is shown. */
const LINGER_MS = 30_000;

/** The sidebar's hold on the job keeper of this Node-RED. */
export class HeldKeeper {
  private opened: Promise<JobKeeper> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly RED: NodeAPI) {}

  /** Throws as {@link acquireKeeper} does; the next call tries again. */
  open(): Promise<JobKeeper> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), LINGER_MS);
    this.timer.unref();
    this.opened ??= acquireKeeper(this.RED).catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  release(): void {
    clearTimeout(this.timer);
    const opened = this.opened;
    this.opened = undefined;
    void opened?.then((keeper) => keeper.release()).catch((error: Error) => this.RED.log.warn(`soil-data: ${error.message}`));
  }
}
