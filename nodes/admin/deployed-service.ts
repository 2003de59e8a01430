import type { NodeAPI } from 'node-red';
import type { SoilServiceNode } from '../runtime/service-use';

/** A service that runs in this Node-RED, and its settings as they were deployed (environment variables not yet put in). */
export interface Deployed {
  node: SoilServiceNode;
  raw: Record<string, unknown>;
}

type Definition = Parameters<Parameters<NodeAPI['nodes']['eachNode']>[0]>[0];

/** The service with this identifier in the flows; of one inside a subflow, the first instance that runs. */
export function deployedService(RED: NodeAPI, id: string): Deployed | undefined {
  const definitions = new Map<string, Definition>();
  RED.nodes.eachNode((definition) => void definitions.set(definition.id, definition));
  const raw = definitions.get(id);
  if (raw?.type !== 'soil-service') return undefined;
  for (const name of runsAs(raw, definitions)) {
    const node = RED.nodes.getNode(name) as SoilServiceNode | null;
    if (node?.host) return { node, raw: raw as never };
  }
  return undefined;
}

/** A node inside a subflow runs as `<instance>-<node>` in each instance, which may itself be inside a subflow. */
function runsAs({ id, z }: Definition, definitions: ReadonlyMap<string, Definition>): string[] {
  if (z === undefined || definitions.get(z)?.type !== 'subflow') return [id];
  const instances = [...definitions.values()].filter(({ type }) => type === `subflow:${z}`);
  return instances.flatMap((instance) => runsAs(instance, definitions).map((name) => `${name}-${id}`));
}
