import type { Node, NodeAPI } from 'node-red';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import { whenFlowsStarted } from './flows-started';
import type { KeeperUse } from './keeper-use';
import type { NodeStatus } from './node-status';

/**
 * Runs `work` with the job keeper once all nodes of this start or deploy are there, and the journal can be used. Until then the node's
 * status says why it cannot.
 */
export function whenKeeperOpens(RED: NodeAPI, node: Node, keeper: KeeperUse, status: NodeStatus, work: (opened: JobKeeper) => Promise<void>): void {
  const begin = async (): Promise<void> => {
    let isTroubled = false;
    const opened = await keeper.openInTheEnd((error) => {
      isTroubled = true;
      status.showError(error);
    });
    if (!opened || keeper.released) return;
    if (isTroubled) status.clear();
    await work(opened);
  };
  whenFlowsStarted(RED, node, begin, (error) => status.showError(error));
}
