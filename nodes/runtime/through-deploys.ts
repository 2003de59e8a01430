import type { Node, NodeAPI } from 'node-red';
import { handleInput, type Handling, type Sendable } from './input-handler';
import { BrokenOff } from './keeping/broken-off';
import { memoryFlowGateOf } from './keeping/flow-changes';
import type { SoilMessage } from './soil-message';
import type { NodeStatus } from './status/node-status';

/**
 * As {@link handleInput}, for a node that has its messages only in memory: what a deploy breaks off goes on once the flows are started again, and
 * what has ended is sent once the nodes behind are there.
 *
 * @param work leaves the message as it is until nothing can break it off any more
 */
export function handleThroughDeploys(
  RED: NodeAPI,
  node: Node,
  status: NodeStatus,
  work: (msg: SoilMessage, handling: Handling) => Promise<Sendable>,
  close?: () => Promise<void>,
): void {
  const flowGate = memoryFlowGateOf(RED);
  const bringIn = handleInput(
    node,
    status,
    (msg, handling) => brokenOff.workOn(msg, handling.signal, () => work(msg, handling), () => flowGate.whenOpen(handling.signal)),
    close,
  );
  const brokenOff = new BrokenOff<Sendable>(RED, node, bringIn);
}
