import type { Node, NodeAPI } from 'node-red';

/**
 * Where a node's lines of the level `trace` go; nothing if no log of this Node-RED takes that level. Building a line costs a tenth of a short
 * exchange, so it is done only if a log takes it.
 */
export function traceOf(RED: NodeAPI, node: Node): ((line: string) => void) | undefined {
  const logs: unknown = RED.settings.logging;
  if (typeof logs !== 'object' || logs === null) return undefined;
  // A log with a handler of its own takes what its level says, like the console.
  const isTraced = Object.values(logs).some((log: unknown) => (log as { level?: unknown } | null)?.level === 'trace');
  return isTraced ? (line) => node.trace(line) : undefined;
}
