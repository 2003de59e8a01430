import type { NodeAPI } from 'node-red';
import { getOrInsert } from '../../src/maps/get-or-insert';

/** A node as it was deployed. */
type Definition = Parameters<Parameters<NodeAPI['nodes']['eachNode']>[0]>[0];

const INSTANCE = 'subflow:';

/**
 * The nodes that the flows have at the moment, disabled ones too, and what they run as. The flows hold a node inside a subflow once, and it runs as
 * `<instance>-<node>` in each instance, which may itself be inside a subflow.
 */
export class NodesInFlows {
  private readonly definitions = new Map<string, Definition>();
  /** Instances by subflow. */
  private readonly instances = new Map<string, string[]>();
  private readonly identifiers = new Map<string, string[]>();

  constructor(RED: NodeAPI) {
    RED.nodes.eachNode((definition) => {
      const { id, type } = definition;
      this.definitions.set(id, definition);
      if (!type.startsWith(INSTANCE)) return;
      const subflow = type.slice(INSTANCE.length);
      getOrInsert(this.instances, subflow, () => []).push(id);
    });
  }

  definition(id: string): Definition | undefined {
    return this.definitions.get(id);
  }

  /** What a node may run as: its own identifier and, inside a subflow, one for each instance. */
  runsAs(id: string): string[] {
    const known = this.identifiers.get(id);
    if (known) return known;
    // Set before its instances are looked at: a subflow may contain itself, which runs nowhere, and would recurse for ever.
    this.identifiers.set(id, [id]);
    const around = this.instances.get(this.definitions.get(id)?.z ?? '') ?? [];
    const all = [id, ...around.flatMap((instance) => this.runsAs(instance).map((outer) => `${outer}-${id}`))];
    this.identifiers.set(id, all);
    return all;
  }

  /** What all nodes may run as. */
  all(): Set<string> {
    return new Set([...this.definitions.keys()].flatMap((id) => this.runsAs(id)));
  }
}

/** Tells whether a node of the flows may run under an identifier. A disabled node counts: it may be enabled again. */
export function presenceIn(RED: NodeAPI): (id: string) => boolean {
  const ids = new NodesInFlows(RED).all();
  // A running node is there, however its identifier is built.
  return (id) => ids.has(id) || Boolean(RED.nodes.getNode(id));
}
