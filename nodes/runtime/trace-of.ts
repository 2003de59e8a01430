import type { Node, NodeAPI } from 'node-red';

/**
 * Where a node's lines of the level `trace` go; nothing where no log of this Node-RED takes that level. Putting a line together costs a tenth of a
 * short exchange: it is done only for a reader.
 */
export function traceOf(RED: NodeAPI, node: Node): ((line: string) => void) | undefined {
  const logs: unknown = RED.settings.logging;
  if (typeof logs !== 'object' || logs === null) return undefined;
  // A log with a handler of its own takes what its level says, like the console.
  const isTraced = Object.values(logs).some((log: unknown) => (log as { level?: unknown } | null)?.level === 'trace');
  return isTraced ? (line) => node.trace(line) : undefined;
}
