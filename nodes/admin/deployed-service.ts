import type { NodeAPI } from 'node-red';
import { NodesInFlows } from '../runtime/nodes-in-flows';
import type { SoilServiceNode } from '../runtime/service-use';

/** A service that runs in this Node-RED, and its settings as they were deployed (environment variables not yet resolved). */
export interface Deployed {
  node: SoilServiceNode;
  raw: Record<string, unknown>;
}

/** The service with this identifier in the flows; inside a subflow, the first instance that runs. */
export function deployedService(RED: NodeAPI, id: string): Deployed | undefined {
  const nodes = new NodesInFlows(RED);
  const raw = nodes.definition(id);
  if (raw?.type !== 'soil-service') return undefined;
  for (const name of nodes.runsAs(id)) {
    const node = RED.nodes.getNode(name) as SoilServiceNode | null;
    if (node?.host) return { node, raw: raw as never };
  }
  return undefined;
}
