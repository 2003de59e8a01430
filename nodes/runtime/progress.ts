import type { Node, NodeAPI } from 'node-red';
import type { SoilMessage } from './soil-message';
import { wiresOf } from './wires';

/** The output for progress, counted from 0. */
const OUTPUT = 1;

/**
 * A copy of a message that tells how far the work on it is; nothing if nobody is wired to the output for that. It has an identifier of its own: what
 * nodes do with it does not count as work on the message itself.
 */
export function progressOf(RED: NodeAPI, node: Node, message: SoilMessage, progress: object): SoilMessage | undefined {
  if (!wiresOf(node)[OUTPUT]?.length) return undefined;
  return { ...RED.util.cloneMessage(message), payload: progress, _msgid: RED.util.generateId() };
}
