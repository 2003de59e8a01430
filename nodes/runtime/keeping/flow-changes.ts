import type { NodeAPI } from 'node-red';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { onePerRuntime } from './one-per-runtime';

/**
 * Whether messages may leave nodes that keep them: not while Node-RED changes its flows. Between stopping and restarting the nodes that a deploy
 * changes, up to 15 s pass, as long as the slowest takes to close; the other nodes go on meanwhile.
 */
export const flowGateOf = onePerRuntime(closedByDeploys);

/**
 * The same for nodes that have messages only in memory. If flows cannot start because a node type or a module is missing, the gate opens: that may
 * last for ever, and the nodes that go on running would pile up messages.
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
