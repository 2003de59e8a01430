import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NodeAPI } from 'node-red';
import { onAbort } from '../../src/time/abort-watch';
import { type Clock, systemClock } from '../../src/time/clock';
import { isOfOldKind, type CompletionEvent, type DeliveryEvent } from '../runtime/keeping/delivery-events';

/** How long a node that cannot say when it is done has to send the message on; after that it counts as one that never does. */
const SILENCE_MS = 1_000;
/** How long nothing at all may happen: a node may have forgotten to call `done`. */
const STANDSTILL_MS = 30_000;
/**
 * Core nodes that keep a message until others have come: they are done with the first only when the last is there, so they must not be waited for.
 */
const GATHERING: ReadonlySet<string | undefined> = new Set(['join', 'batch', 'sort']);

interface Delivery {
  message: object;
  to: string;
  /** To a node of the old kind, which takes no `done`. */
  cannotTell: boolean;
  callOff?: () => void;
}

/**
 * Watches a message on its way through the flow, so that the next one can be sent when the flow has taken it. Node-RED has no back-pressure:
 * `send` returns at once, however slow the later nodes are, and a file of millions of records would pile up in memory.
 *
 * Taken means: every node that the message (by its `_msgid`) reached has called `done`. A node of the old kind cannot do so: it has taken
 * the message when it sends it on, and one that does not within a second is no longer waited for, until it sends again. A join node has
 * taken the message when it has it. If nothing happens for 30 s, the message counts as taken.
 */
export class FlowPressure {
  private readonly label = `soil-read-${randomUUID()}`;
  private readonly underWay = new Set<Delivery>();
  private readonly silent = new Set<string>();
  private wake = (): void => undefined;
  private callOffStandstill: (() => void) | undefined;
  private readonly hooks: NodeAPI['hooks'] | undefined;

  /** @param messageId `_msgid` of the messages to watch */
  constructor(
    RED: NodeAPI,
    private readonly messageId: string,
    private readonly clock: Clock = systemClock,
  ) {
    // A runtime that embeds the nodes may have no hooks: then batches follow each other turn by turn.
    const hooks = (this.hooks = RED.hooks as NodeAPI['hooks'] | undefined);
    if (!hooks) return;
    hooks.add(`preDeliver.${this.label}`, (event: DeliveryEvent) => this.onDelivery(event));
    hooks.add(`postReceive.${this.label}`, (event: DeliveryEvent) => this.onReceived(event));
    hooks.add(`onComplete.${this.label}`, (event: CompletionEvent) =>
      this.settle((delivery) => delivery.message === event.msg && delivery.to === event.node.id),
    );
  }

  /** Resolves when what was sent is taken; rejects with the signal's reason when aborted. */
  async taken(signal: AbortSignal): Promise<void> {
    // Even if nothing is wired, the event loop gets its turn.
    await nextTurn();
    if (this.underWay.size > 0 && !signal.aborted) {
      let unlink: (() => void) | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        unlink = onAbort(signal, resolve);
      });
      unlink?.();
    }
    signal.throwIfAborted();
  }

  close(): void {
    this.hooks?.remove(`*.${this.label}`);
    this.callOffStandstill?.();
    for (const { callOff } of this.underWay) callOff?.();
  }

  private onDelivery({ msg, source, destination }: DeliveryEvent): void {
    if (msg._msgid !== this.messageId) return;
    this.underWay.add({ message: msg, to: destination.id, cannotTell: isOfOldKind(destination.node) });
    this.silent.delete(source.id);
    // A node of the old kind may send before its handler has returned.
    this.settle(({ cannotTell, to }) => cannotTell && to === source.id);
    this.waitOn();
  }

  /** A node's handler has returned. One of the old kind that has not sent the message on may do so later, or never. */
  private onReceived({ msg, destination }: DeliveryEvent): void {
    const { id, node } = destination;
    const ofNode = (delivery: Delivery): boolean => delivery.message === msg && delivery.to === id;
    if (GATHERING.has(node?.type) || this.silent.has(id)) this.settle(ofNode);
    const delivery = [...this.underWay].find((one) => one.cannotTell && ofNode(one));
    if (!delivery) return;
    delivery.callOff = this.clock.after(SILENCE_MS, () => {
      this.silent.add(id);
      this.settle((one) => one === delivery);
    });
  }

  private settle(matches: (delivery: Delivery) => boolean): void {
    for (const delivery of this.underWay) {
      if (!matches(delivery)) continue;
      delivery.callOff?.();
      this.underWay.delete(delivery);
      this.waitOn();
    }
    if (this.underWay.size === 0) this.wake();
  }

  /** Something happened: half a minute begins anew. */
  private waitOn(): void {
    this.callOffStandstill?.();
    this.callOffStandstill = this.clock.after(STANDSTILL_MS, () => this.settle(() => true));
  }
}
