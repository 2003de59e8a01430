/**
 * What has left a node and is on its way to the next one: Node-RED delivers a turn after the sending, and drops what comes to a node that was closed by
 * then.
 */
export class JustLeft<Entry> {
  private entries: Entry[] = [];
  /** How many of them were delivered. */
  private delivered = 0;

  /** To be called right before the sending: then the callback comes right before the delivery. */
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

/** Messages that came to a node of this package that was closing: its next life has them. */
const arrived = new WeakSet<object>();

/** Notes a message that came while its node was closing. */
export function noteLateArrival(message: object): void {
  arrived.add(message);
}

/** Whether any of the messages that were sent has come to a node that was closing. Of several wires, Node-RED clones for all but the first. */
export function hasArrivedLate(sent: unknown): boolean {
  return Array.isArray(sent) ? sent.some(hasArrivedLate) : typeof sent === 'object' && sent !== null && arrived.has(sent);
}
