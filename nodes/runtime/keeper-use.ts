import type { Node, NodeAPI } from 'node-red';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { soilDirectory } from './user-directory';

/** A node's hold on the job keeper of this Node-RED. */
export class KeeperUse {
  private opened: Promise<JobKeeper> | undefined;
  /** Whether the node was closed: what was under way then attaches no more. */
  released = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {}

  /** Throws `SOIL_STORAGE` where the journal cannot be used, for example because another Node-RED has it. The next call tries again. */
  open(): Promise<JobKeeper> {
    this.opened ??= JobKeeper.acquire(soilDirectory(this.RED), { log: (line: string) => this.node.warn(line) }).catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  async release(): Promise<void> {
    this.released = true;
    const opened = this.opened;
    this.opened = undefined;
    const keeper = await opened?.catch(() => undefined);
    await keeper?.release();
  }
}
