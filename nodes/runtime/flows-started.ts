import type { Node, NodeAPI } from 'node-red';

/**
 * Runs `work` once all nodes of this start or deploy are there: a message or an error that comes earlier may find no wire
 * and no Catch node. Nothing runs where the node was closed before.
 */
export function whenFlowsStarted(RED: NodeAPI, node: Node, work: () => Promise<void>, failed: (error: unknown) => void): void {
  const start = (): void => {
    work().catch(failed);
  };
  RED.events.once('flows:started', start);
  node.on('close', () => {
    RED.events.removeListener('flows:started', start);
  });
}
