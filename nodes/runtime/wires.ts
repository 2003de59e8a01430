import type { Node } from 'node-red';

/**
 * The identifiers of the nodes behind a node, by output, as they are now: a deploy that changes the wires of a node alone does not start it anew, so that
 * what it was made with says nothing. Node-RED does not declare them.
 */
export function wiresOf(node: Node): readonly (readonly string[])[] {
  return (node as Node & { wires?: readonly (readonly string[])[] }).wires ?? [];
}

/** Whether an output of a node, counted from 0, leads anywhere now. */
export function isWired(node: Node, output: number): boolean {
  return (wiresOf(node)[output]?.length ?? 0) > 0;
}
