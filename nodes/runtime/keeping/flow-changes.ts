import type { NodeAPI } from 'node-red';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { onePerRuntime } from './one-per-runtime';

/**
 * Whether messages may leave nodes that keep them: not while Node-RED changes its flows. From stopping the nodes that a deploy changes to starting
 * them anew it takes as long as the slowest of them takes to close, up to 15 s, and nodes that it does not change go on meanwhile.
 */
export const flowGateOf = onePerRuntime(closedByDeploys);

/**
 * The same for nodes that have messages in memory alone. They do not hold them while flows cannot start, because a type of node or a module is missing:
 * that may last for ever, and the nodes that run on would gather messages.
 */
export const memoryFlowGateOf = onePerRuntime((RED) => {
  const flowGate = closedByDeploys(RED);
  RED.events.on('runtime-event', ({ id, payload }: { id?: string; payload?: { error?: unknown } }) => {
    if (id === 'runtime-state' && payload?.error) flowGate.open();
  });
  return flowGate;
});

function closedByDeploys({ events }: NodeAPI): FlowGate {
  const flowGate = new FlowGate();
  events.on('flows:stopping', () => flowGate.close());
  events.on('flows:started', () => flowGate.open());
  return flowGate;
}
