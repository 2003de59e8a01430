import type { Node, NodeAPI } from 'node-red';
import { nodeInSubflow } from './kept-under';
import { onePerRuntime } from './one-per-runtime';

/**
 * Runs `work` once all nodes of this start or deploy are there: a message or an error that comes earlier may find no wire
 * and no Catch node. It does not run if the node was closed before that. If it fails, it runs again after the next deploy: adding a soil service does
 * not restart the nodes that name it. In an instance of a subflow it runs again after every deploy: the instance that held what was kept before the
 * subflow existed may be gone.
 */
export function whenFlowsStarted(RED: NodeAPI, node: Node, work: () => Promise<void> | void, failed: (error: unknown) => void): void {
  const callbacks = calledAtStart(RED);
  let isOpen = true;
  const start = async (): Promise<void> => {
    callbacks.delete(start);
    try {
      await work();
      if (nodeInSubflow(node) === undefined) return;
    } catch (error) {
      failed(error);
    }
    // Only after it has ended, which may take long while the journal cannot be used.
    if (isOpen) callbacks.add(start);
  };
  callbacks.add(start);
  node.on('close', () => {
    isOpen = false;
    callbacks.delete(start);
  });
}

/** What is called at each start or deploy of the flows. One listener for all nodes of a runtime: Node warns of a leak if every node adds its own. */
export const calledAtStart = onePerRuntime(({ events }) => {
  const callbacks = new Set<() => Promise<void> | void>();
  events.on('flows:started', () => {
    for (const callback of [...callbacks]) void callback();
  });
  return callbacks;
});
