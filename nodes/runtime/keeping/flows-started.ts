import type { Node, NodeAPI } from 'node-red';
import { nodeInSubflow } from './kept-under';
import { onePerRuntime } from './one-per-runtime';

/**
 * Runs `work` once all nodes of this start or deploy are there: a message or an error that comes earlier may find no wire
 * and no Catch node. Nothing runs where the node was closed before. What failed runs again after the next deploy: a soil service that is added does not
 * start the nodes anew that name it. In an instance of a subflow it runs again after every deploy: of several, the one that had what was kept before
 * there were any may be gone.
 */
export function whenFlowsStarted(RED: NodeAPI, node: Node, work: () => Promise<void>, failed: (error: unknown) => void): void {
  const callbacks = calledAtStart(RED);
  let isOpen = true;
  const start = (): void => {
    callbacks.delete(start);
    const toStartAgain = (): void => {
      if (isOpen) callbacks.add(start);
    };
    // Not before it has come to its end: while the journal cannot be used, that may be long.
    void work().then(
      () => {
        if (nodeInSubflow(node) !== undefined) toStartAgain();
      },
      (error: unknown) => {
        failed(error);
        toStartAgain();
      },
    );
  };
  callbacks.add(start);
  node.on('close', () => {
    isOpen = false;
    callbacks.delete(start);
  });
}

/** What is called at each start or deploy of the flows. One listener for all nodes of a runtime: Node warns of a leak where every node adds its own. */
export const calledAtStart = onePerRuntime(({ events }) => {
  const callbacks = new Set<() => void>();
  events.on('flows:started', () => {
    for (const callback of [...callbacks]) callback();
  });
  return callbacks;
});
