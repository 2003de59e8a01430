import type { NodeAPI } from 'node-red';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { soilDirectory } from '../runtime/user-directory';

/** How long the journal stays open after the sidebar's last look. It looks every few seconds while it is shown. */
const LINGER_MS = 30_000;

/** The sidebar's hold on the job keeper of this Node-RED. */
export class HeldKeeper {
  private opened: Promise<JobKeeper> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly RED: NodeAPI) {}

  /** Throws `SOIL_STORAGE` where the journal cannot be used, for example because another Node-RED has it. */
  open(): Promise<JobKeeper> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), LINGER_MS);
    this.timer.unref();
    this.opened ??= JobKeeper.acquire(soilDirectory(this.RED), { log: (line) => this.RED.log.warn(`soil-data: ${line}`) }).catch((error: unknown) => {
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
