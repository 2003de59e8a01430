import type { Node, NodeAPI } from 'node-red';
import type { JobKeeper } from '../../../src/jobs/job-keeper';
import type { NodeStatus } from '../status/node-status';
import type { KeeperUse } from './keeper-use';
import { goOnOnceUsable } from './kept-until-usable';
import { onePerRuntime } from './one-per-runtime';
import { sayWhatGoesOn } from './what-goes-on';

/** Why the journal cannot be used, as already logged, once for all nodes. Empty if it can. */
const troubleIn = onePerRuntime(() => ({ said: '' }));

/**
 * Runs `work` with the job keeper once all nodes of this start or deploy are there, and the journal can be used. Until then the node's
 * status says why it cannot, and so does the log.
 */
export function whenKeeperOpens(RED: NodeAPI, node: Node, keeper: KeeperUse, status: NodeStatus, work: (opened: JobKeeper) => Promise<void>): void {
  const trouble = troubleIn(RED);
  goOnOnceUsable(RED, node, status, async () => {
    let isTroubled = false;
    const opened = await keeper.openInTheEnd((error) => {
      isTroubled = true;
      status.showError(error);
      const { message } = error as Error;
      if (message !== trouble.said) RED.log.warn(`soil-data: ${message} Whatever waits goes on once that is over.`);
      trouble.said = message;
    });
    if (!opened || keeper.released) return;
    if (isTroubled) status.clear();
    if (trouble.said !== '') RED.log.info('soil-data: The job journal can be used now: whatever waits goes on.');
    trouble.said = '';
    sayWhatGoesOn(RED, opened);
    await work(opened);
  });
}
