import type { Node, NodeAPI } from 'node-red';

/**
 * What has left a node and is on its way to the next one: Node-RED delivers one turn after sending, and drops what is for a node that has been closed
 * by then.
 */
export class JustLeft<Entry> {
  private entries: Entry[] = [];
  /** How many of the entries were delivered. */
  private delivered = 0;

  /** To be called right before sending, so that the callback runs right before the delivery. */
  add(entry: Entry): void {
    const { entries } = this;
    entries.push(entry);
    setImmediate(() => {
      this.delivered += 1;
      if (this.delivered < entries.length) return;
      this.entries = [];
      this.delivered = 0;
    });
  }

  /** Those that are on their way. */
  get onTheirWay(): readonly Entry[] {
    return this.entries.slice(this.delivered);
  }
}

/** By node and message, what came in the last turns to closing nodes of this package: their next life has it. */
const arrived = new Set<string>();

/** Notes a message that came to a node that is closing. */
export function noteLateArrival(node: string, messageId: string | undefined): void {
  const arrival = `${node} ${messageId}`;
  arrived.add(arrival);
  // The sender looks in the next turn at the latest.
  setImmediate(() => setImmediate(() => arrived.delete(arrival)));
}

/**
 * Whether anything that a node sent came to a node of this package that was closing.
 *
 * @param sent a message, or one for each output
 * @param wires the identifiers of the nodes behind, by output
 */
export function hasArrivedLate(sent: unknown, wires: readonly (readonly string[])[]): boolean {
  return deliveriesOf(sent, wires).some(([node, messageId]) => arrived.has(`${node} ${messageId}`));
}

/** The nodes that get what a node sent, as they are now, with their identifiers. */
export function nodesBehind(RED: Pick<NodeAPI, 'nodes'>, sent: unknown, wires: readonly (readonly string[])[]): (readonly [id: string, node: Node])[] {
  const ids = new Set(deliveriesOf(sent, wires).map(([id]) => id));
  return [...ids].flatMap((id) => {
    const node = RED.nodes.getNode(id) as Node | null;
    return node ? [[id, node] as const] : [];
  });
}

/** Which node gets the message with which `_msgid`. */
function deliveriesOf(sent: unknown, wires: readonly (readonly string[])[]): (readonly [node: string, messageId: string | undefined])[] {
  const outputs = (Array.isArray(sent) ? sent : [sent]) as ({ _msgid?: string } | null)[];
  return outputs.flatMap((message, output) => (message ? (wires[output] ?? []).map((node) => [node, message._msgid] as const) : []));
}
