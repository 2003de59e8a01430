import type { Node } from 'node-red';

/**
 * The current identifiers of the nodes behind a node, by output: a deploy that changes only a node's wires does not restart it, so the wires that it
 * was made with may be outdated. Node-RED does not declare them.
 */
export function wiresOf(node: Node): readonly (readonly string[])[] {
  return (node as Node & { wires?: readonly (readonly string[])[] }).wires ?? [];
}
