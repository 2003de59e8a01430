import type { Node, NodeAPI } from 'node-red';
import { handleInput, type Handling, type Sendable } from './input-handler';
import { BrokenOff } from './keeping/broken-off';
import type { Outcome } from './outcome';
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
  handleInput(node, status, (msg, handling) => brokenOff.workOn(msg, handling.signal, () => work(msg, handling)), close);
  const brokenOff = new BrokenOff<Sendable>(RED, node);
}

/**
 * For a node that has its messages in the journal: the errors of those that it refuses before they are there. One is told once the flows are started
 * again, since a Catch node that is being stopped drops it without a word; if that ends the node, too, its next life tells it.
 *
 * @param bringIn as {@link handleInput} gives it
 * @returns rejects with the error when it may be told, or with the signal's reason
 */
export function refuseThroughDeploys(
  RED: NodeAPI,
  node: Node,
  bringIn: (message: SoilMessage, outcome: Outcome<never>) => void,
): (msg: SoilMessage, signal: AbortSignal, error: Error) => Promise<never> {
  const brokenOff = new BrokenOff<never>(RED, node, bringIn);
  return (msg, signal, error) => {
    // Its next life has the message already.
    if (signal.aborted && error === signal.reason) return Promise.reject(error);
    return brokenOff.workOn(msg, signal, () => Promise.reject(error));
  };
}
