import type { NodeAPI } from 'node-red';

const INSTANCE = 'subflow:';

/**
 * Tells which nodes are in the flows, also those inside subflows: the flows hold such a node once, in the subflow, and it runs as
 * `<instance>-<node>` in each instance. Gives a function that tells of one identifier. A disabled node counts: it may be enabled again.
 */
export function nodesInFlows(RED: NodeAPI): (id: string) => boolean {
  const ids = new Set<string>();
  const subflows = new Map<string, Contents>();
  const instances: Instance[] = [];
  RED.nodes.eachNode(({ id, type, z }) => {
    ids.add(id);
    const contents = (z !== undefined && subflows.get(z)) || { ids: new Set<string>(), instances: [] };
    if (z !== undefined) subflows.set(z, contents);
    contents.ids.add(id);
    if (!type.startsWith(INSTANCE)) return;
    const instance = { prefix: `${id}-`, subflow: type.slice(INSTANCE.length) };
    contents.instances.push(instance);
    instances.push(instance);
  });

  const runsIn = (among: Instance[], id: string): boolean =>
    among.some(({ prefix, subflow }) => {
      const contents = id.startsWith(prefix) && subflows.get(subflow);
      if (!contents) return false;
      const inner = id.slice(prefix.length);
      return contents.ids.has(inner) || runsIn(contents.instances, inner);
    });

  // A node that runs is there, whatever its identifier is made of.
  return (id) => ids.has(id) || runsIn(instances, id) || Boolean(RED.nodes.getNode(id));
}

/** An instance of a subflow: the identifiers of the nodes that run in it begin with its own. */
interface Instance {
  prefix: string;
  subflow: string;
}

/** What a tab or a subflow holds. */
interface Contents {
  ids: Set<string>;
  instances: Instance[];
}
