import type { NodeAPI } from 'node-red';
import type { FlowWork } from '../../src/jobs/flow-work';
import { isOfOldKind, type CompletionEvent, type DeliveryEvent } from './delivery-events';
import { onePerRuntime } from './one-per-runtime';

const LABEL = 'soil-data-at-work';

interface Watched {
  watchers: number;
  deliveries: { message: object; to: string }[];
}

/**
 * Knows which nodes have a message and are not done with it. A node of the old kind is taken to be done when its handler has returned. While flows are
 * stopped, nobody becomes done: what a node would have sent on then is dropped by Node-RED.
 */
class MessagesAtWork implements FlowWork {
  private readonly watched = new Map<string, Watched>();
  private isStopping = false;

  /** @param hooks a runtime that embeds the nodes may have none: then nothing is at work */
  constructor(
    private readonly hooks: NodeAPI['hooks'] | undefined,
    { on }: Pick<NodeAPI['events'], 'on'>,
  ) {
    on('flows:stopping', () => (this.isStopping = true));
    on('flows:started', () => this.startAnew());
  }

  watch(messageId: string): () => void {
    const { watched } = this;
    if (watched.size === 0) this.addHooks();
    const entry = watched.get(messageId) ?? { watchers: 0, deliveries: [] };
    watched.set(messageId, entry);
    entry.watchers += 1;
    return () => {
      entry.watchers -= 1;
      if (entry.watchers === 0) watched.delete(messageId);
      if (watched.size === 0) this.hooks?.remove(`*.${LABEL}`);
    };
  }

  isAtWork(messageId: string): boolean {
    return (this.watched.get(messageId)?.deliveries.length ?? 0) > 0;
  }

  private addHooks(): void {
    const begin = ({ msg, destination }: DeliveryEvent): void => {
      const deliveries = this.watched.get(msg._msgid ?? '')?.deliveries;
      // That to the first node began before it was watched.
      if (deliveries && !deliveries.some(({ message, to }) => message === msg && to === destination.id)) deliveries.push({ message: msg, to: destination.id });
    };
    this.hooks?.add(`preDeliver.${LABEL}`, begin);
    this.hooks?.add(`onReceive.${LABEL}`, begin);
    this.hooks?.add(`postReceive.${LABEL}`, ({ msg, destination }: DeliveryEvent) => {
      if (isOfOldKind(destination.node)) this.end(msg, destination.id);
    });
    this.hooks?.add(`onComplete.${LABEL}`, ({ msg, node }: CompletionEvent) => this.end(msg, node.id));
  }

  private end(msg: DeliveryEvent['msg'], node: string): void {
    const deliveries = this.isStopping ? undefined : this.watched.get(msg._msgid ?? '')?.deliveries;
    const index = deliveries?.findIndex(({ message, to }) => message === msg && to === node) ?? -1;
    if (index >= 0) deliveries?.splice(index, 1);
  }

  /** Nodes that were stopped have nothing any more; of the others nobody counted what they were done with meanwhile. */
  private startAnew(): void {
    this.isStopping = false;
    for (const { deliveries } of this.watched.values()) deliveries.length = 0;
  }
}

/** What the nodes of a runtime are at work on. */
export const messagesAtWork = onePerRuntime((RED): FlowWork => new MessagesAtWork(RED.hooks as NodeAPI['hooks'] | undefined, { on: (...args) => RED.events.on(...args) }));
