import type { NodeAPI } from 'node-red';
import type { FlowWork } from '../../../src/jobs/delivery/flow-work';
import { jobNameIn } from '../../../src/jobs/messages/told-job';
import { getOrInsert } from '../../../src/maps/get-or-insert';
import { isOfOldKind, type CompletionEvent, type DeliveryEvent } from './delivery-events';
import { onePerRuntime } from './one-per-runtime';

const LABEL = 'soil-data-at-work';
/** The hooks stay this long after the last message: adding them costs more than keeping them. */
const HOOKS_STAY_MS = 10_000;

/** A message at nodes, or on its way to one. */
interface Delivery {
  /** Its job; empty if a node removed it. */
  job: string;
  /** The identifiers of the nodes. */
  at: Set<string>;
  /** Those of them that a partial deploy has stopped, until it starts the flows. */
  stoppedAt?: Set<string>;
}

/** All messages with one `_msgid`: a function node gives everything it sends the same one. */
interface Watched {
  watchers: number;
  /** By message; on its way, a message may still be cloned, and its event stands for it. */
  deliveries: Map<object, Delivery>;
  /** How many messages are at nodes, by their job. */
  atWork: Map<string, number>;
}

/**
 * Knows which nodes have a message and are not done with it. A node of the old kind counts as done when its handler returns; one whose handler
 * throws, or that never calls `done`, is at work until nobody watches any more. A node is at work, too, on what a hook of another package, such as a
 * debugger, holds on the way to it. While all flows are stopped, no node becomes done: Node-RED drops what it would have sent on. After a
 * partial deploy, only the nodes that it stopped count as done: they may have sent on what they had, and the others go on.
 */
class MessagesAtWork implements FlowWork {
  private readonly watched = new Map<string, Watched>();
  private isStopping = false;
  private readonly restarts = new Set<() => void>();
  private isHooked = false;
  private leaving: NodeJS.Timeout | undefined;

  /**
   * @param hooks a runtime that embeds the nodes may have none: then nothing counts as at work
   * @param exists whether a node is there: what is sent to a disabled one gets nowhere
   */
  constructor(
    private readonly hooks: NodeAPI['hooks'] | undefined,
    events: Pick<NodeAPI['events'], 'on'>,
    private readonly exists: (node: string) => boolean,
  ) {
    events.on('flows:stopping', ({ type }: { type: string }) => {
      // If flows could not start since a full deploy, all of them are still stopped.
      if (type === 'full') this.isStopping = true;
    });
    events.on('flows:stopped', () => {
      if (!this.isStopping) this.noteStopped();
    });
    events.on('flows:started', () => {
      if (!this.isStopping) return this.endAtStopped();
      for (const restarted of this.restarts) restarted();
      this.startAnew();
    });
  }

  watch(messageId: string): () => void {
    const { watched } = this;
    this.addHooks();
    const entry = getOrInsert(watched, messageId, () => ({ watchers: 0, deliveries: new Map(), atWork: new Map() }));
    entry.watchers += 1;
    return () => {
      entry.watchers -= 1;
      if (entry.watchers === 0) watched.delete(messageId);
      if (watched.size === 0) this.removeHooks();
    };
  }

  isAtWork(messageId: string, job: string): boolean {
    const atWork = this.watched.get(messageId)?.atWork;
    return Boolean(atWork?.get(job)) || Boolean(atWork?.get(''));
  }

  areAllStopped(): boolean {
    return this.isStopping;
  }

  onRestart(restarted: () => void): () => void {
    this.restarts.add(restarted);
    return () => void this.restarts.delete(restarted);
  }

  private addHooks(): void {
    clearTimeout(this.leaving);
    if (this.isHooked) return;
    this.isHooked = true;
    this.hooks?.add(`onSend.${LABEL}`, (events: DeliveryEvent[]) => events.forEach((event) => this.leave(event)));
    this.hooks?.add(`preDeliver.${LABEL}`, (event: DeliveryEvent) => {
      this.begin(event);
      this.end(event.msg, event.destination.id, event);
    });
    // The delivery to the first node began before it was watched.
    this.hooks?.add(`onReceive.${LABEL}`, (event: DeliveryEvent) => this.begin(event));
    this.hooks?.add(`postReceive.${LABEL}`, ({ msg, destination }: DeliveryEvent) => {
      if (isOfOldKind(destination.node)) this.end(msg, destination.id);
    });
    this.hooks?.add(`onComplete.${LABEL}`, ({ msg, node }: CompletionEvent) => this.end(msg, node.id));
  }

  private removeHooks(): void {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => {
      this.isHooked = false;
      this.hooks?.remove(`*.${LABEL}`);
    }, HOOKS_STAY_MS);
    this.leaving.unref();
  }

  private leave(event: DeliveryEvent): void {
    if (this.watched.has(event.msg._msgid ?? '') && this.exists(event.destination.id)) this.begin(event, event);
  }

  private begin({ msg, destination }: DeliveryEvent, key: object = msg): void {
    const entry = this.isStopping ? undefined : this.watched.get(msg._msgid ?? '');
    if (!entry) return;
    let delivery = entry.deliveries.get(key);
    if (!delivery) {
      delivery = { job: jobNameIn(msg), at: new Set() };
      entry.deliveries.set(key, delivery);
      entry.atWork.set(delivery.job, (entry.atWork.get(delivery.job) ?? 0) + 1);
    }
    delivery.at.add(destination.id);
    // The next life of a node may have taken it up.
    delivery.stoppedAt?.delete(destination.id);
  }

  private end(msg: DeliveryEvent['msg'], node: string, key: object = msg): void {
    const entry = this.isStopping ? undefined : this.watched.get(msg._msgid ?? '');
    if (entry) endAt(entry, key, node);
  }

  private noteStopped(): void {
    for (const { deliveries } of this.watched.values()) {
      for (const delivery of deliveries.values()) {
        const stopped = [...delivery.at].filter((node) => !this.exists(node));
        if (stopped.length > 0) delivery.stoppedAt = new Set(stopped);
      }
    }
  }

  private endAtStopped(): void {
    for (const entry of this.watched.values()) {
      for (const [key, { stoppedAt = [] }] of [...entry.deliveries]) for (const node of stoppedAt) endAt(entry, key, node);
    }
  }

  private startAnew(): void {
    this.isStopping = false;
    for (const { deliveries, atWork } of this.watched.values()) {
      deliveries.clear();
      atWork.clear();
    }
  }
}

function endAt({ deliveries, atWork }: Watched, key: object, node: string): void {
  const delivery = deliveries.get(key);
  if (!delivery?.at.delete(node) || delivery.at.size > 0) return;
  deliveries.delete(key);
  const left = (atWork.get(delivery.job) ?? 1) - 1;
  if (left > 0) atWork.set(delivery.job, left);
  else atWork.delete(delivery.job);
}

/** What the nodes of a runtime are at work on. */
export const messagesAtWork = onePerRuntime((RED): FlowWork => new MessagesAtWork(RED.hooks as NodeAPI['hooks'] | undefined, RED.events, (node) => Boolean(RED.nodes.getNode(node))));
