import type { Node, NodeAPI } from 'node-red';
import { onePerRuntime } from './one-per-runtime';

/** Which instance holds what was kept before its subflow existed, by the identifier of the node in the subflow. */
const holdersIn = onePerRuntime(() => new Map<string, Node>());

/** For a node in an instance of a subflow, the identifier of its definition in the subflow; nothing for any other node. */
export function nodeInSubflow(node: Node): string | undefined {
  const { id, _alias: inSubflow } = node as Node & { _alias?: string };
  return inSubflow === id ? undefined : inSubflow;
}

/**
 * The identifiers under which a node's messages may be kept: its own and, in an instance of a subflow, that of the node in the subflow, under which
 * it ran and kept them before a person put it into the subflow. Of several instances, one has those.
 */
export function keptUnder(RED: NodeAPI, node: Node): string[] {
  const inSubflow = nodeInSubflow(node);
  return inSubflow === undefined || (holdersIn(RED).get(inSubflow) ?? node) !== node ? [node.id] : [node.id, inSubflow];
}

/**
 * As {@link keptUnder}, and as long as the node is there no other instance gets them: what waits in one does not come out of another that is added
 * later.
 */
function claimKept(RED: NodeAPI, node: Node): string[] {
  const holders = holdersIn(RED);
  const inSubflow = nodeInSubflow(node);
  if (inSubflow !== undefined && !holders.has(inSubflow)) {
    holders.set(inSubflow, node);
    node.on('close', () => holders.delete(inSubflow));
  }
  return keptUnder(RED, node);
}

/** A node's attachment to what is kept for it. */
export class KeptAttachment {
  private detachments: (() => void)[] | undefined;
  private closed = false;

  constructor(
    private readonly RED: NodeAPI,
    private readonly node: Node,
  ) {}

  /**
   * Attaches the node once under each identifier under which its messages may be kept; does nothing after {@link close}.
   *
   * @param attachOne returns what detaches it
   * @param anew even if it is attached already: what belonged to another instance that is gone may be its own by now
   */
  attach(attachOne: (id: string) => () => void, anew: boolean): void {
    if (this.closed || (this.detachments && !anew)) return;
    this.detachments = claimKept(this.RED, this.node).map(attachOne);
  }

  /** The node hears no more of what is kept for it, until it attaches again. */
  letGo(): void {
    this.detachments?.forEach((detach) => detach());
    this.detachments = undefined;
  }

  close(): void {
    this.closed = true;
    this.letGo();
  }
}
