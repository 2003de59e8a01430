import type { Node } from 'node-red';

/**
 * Whether an output of a node, counted from 0, leads anywhere now. A deploy that changes the wires of a node alone does not start it anew: what it was
 * made with says nothing.
 */
export function isWired(node: Node, output: number): boolean {
  const { wires } = node as Node & { wires?: readonly (readonly string[])[] };
  return (wires?.[output]?.length ?? 0) > 0;
}
