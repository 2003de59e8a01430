import type { Node } from 'node-red';

/**
 * The identifiers under which a node's messages may be kept: its own and, in an instance of a subflow, that of the node in the subflow. Under the
 * latter it ran, and kept them, before a person put it into the subflow: of several instances, one has them.
 */
export function keptUnder(node: Node): string[] {
  const { id, _alias: inSubflow } = node as Node & { _alias?: string };
  return inSubflow === undefined || inSubflow === id ? [id] : [id, inSubflow];
}
