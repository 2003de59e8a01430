import type { Node, NodeAPI } from 'node-red';
import type { NodeStatus } from '../status/node-status';
import { whenFlowsStarted } from './flows-started';

/**
 * As {@link whenFlowsStarted}, for work that goes on with what a node has kept from before. If its settings, or its service, cannot be used, all of it
 * stays kept, and status and log say why.
 */
export function goOnOnceUsable(RED: NodeAPI, node: Node, status: NodeStatus, work: () => Promise<void>): void {
  whenFlowsStarted(RED, node, work, (error) => {
    status.showError(error);
    node.warn(`${(error as Error).message} What this node has kept from before goes on once that is put right (deploy or restart).`);
  });
}
