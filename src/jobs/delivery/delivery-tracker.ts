import { getOrInsert } from '../../maps/get-or-insert';
import type { Clock } from '../../time/clock';
import type { FlowGate } from './flow-gate';
import { UNKNOWN_WORK, type FlowWork } from './flow-work';

/** How long a message may take to the next node that has a journal. */
export const DELIVERY_MS = 3000;

/**
 * How long a message stays in the journal that goes to nodes without one. What they make of it (a line in a file, a row, a message to a broker)
 * is with the system by then, as a rule; before, a killed process takes it along.
 */
export const SETTLING_MS = 100;

/** What both the node that a message leaves and the next one know it by. */
interface TrackedMessage {
  job: string;
  /** `msg._msgid`, where it has one. */
  messageId: unknown;
}

interface Delivery {
  key: string;
  job: string;
  messageId: string;
  /** Ends the look at who is at work on it. */
  unwatch: () => void;
  over: () => void;
  comesBack: () => void;
  /** Whether it left in the turn in which flows are stopped. */
  isInDoubt: boolean;
  /** Monotonic time, ms, at which its delivery is over unless nodes are at work on it. */
  due: number;
  /** From when on it is no more put off where it is due, though nodes are at work on it. */
  latest: number;
}

/**
 * Messages on their way through the flow's memory to the node that has them next. That one has left is written down when its delivery is over, because a
 * crash before would lose it:
 *
 * - on its way, that is when the next node acknowledges it, or when it is due, having had time to get anywhere;
 * - due while nodes are at work on it, it has not got anywhere, and has that time again: until `latest`, or for as long as flows are being stopped;
 * - sent in the turn in which flows are stopped, it may have been dropped: that is when they are started again, and not before;
 * - stopped with all flows, it is lost there, and comes back.
 */
export class DeliveryTracker {
  /** The first that left is due first. */
  private readonly onTheirWay = new Set<Delivery>();
  /** By what both nodes know a message by: several where one came by two wires. */
  private readonly byKey = new Map<string, Set<Delivery>>();
  /** Those that left in this turn of the event loop. */
  private justLeft: Delivery[] = [];
  private callOffTimer: (() => void) | undefined;

  /** @param flowGate where the nodes that messages go to may be stopped by a deploy */
  constructor(
    private readonly clock: Clock,
    private readonly periodMs: number,
    private readonly flowGate?: FlowGate,
    private readonly work: FlowWork = UNKNOWN_WORK,
  ) {}

  /**
   * @param over writes down that it is no longer here
   * @param comesBack takes it in again: all flows were stopped, and it with them
   */
  track(tracked: TrackedMessage, over: () => void, comesBack: () => void): void {
    const now = this.clock.monotonic();
    const [key, messageId] = [deliveryKey(tracked), identifierOf(tracked)];
    const message: Delivery = { key, job: tracked.job, messageId, unwatch: this.work.watch(messageId), over, comesBack, isInDoubt: false, due: now + this.periodMs, latest: now + Math.max(this.periodMs, DELIVERY_MS) };
    this.onTheirWay.add(message);
    getOrInsert(this.byKey, key, () => new Set()).add(message);
    if (this.onTheirWay.size === 1) this.waitForFirst();
    if (this.flowGate && this.justLeft.push(message) === 1) setImmediate(() => this.doubtWhatJustLeft());
  }

  /** The next node has a message: of several, the first that left. */
  acknowledge(tracked: TrackedMessage): void {
    const [first] = this.byKey.get(deliveryKey(tracked)) ?? [];
    if (first) this.finish(first);
  }

  /** Takes those of a job for arrived. */
  acknowledgeJob(job: string): void {
    for (const messages of this.byKey.values()) for (const message of messages) if (message.job === job) this.finish(message);
  }

  /**
   * Takes all of them for arrived, except those that flows were stopped in front of, or nodes were stopped with: these come out again in the next
   * life.
   */
  acknowledgeAll(): void {
    for (const message of this.onTheirWay) if (!this.isAtWork(message)) this.finish(message);
    this.stop();
  }

  /** All flows were stopped and start again: what nodes were stopped with, or were stopped in front of, comes back, and the rest has arrived. */
  restart(): void {
    const all = [...this.byKey.values()].flatMap((messages) => [...messages]);
    for (const message of all) this.finish(message, message.isInDoubt || this.isAtWork(message));
  }

  /** Ends the watch: what is on its way comes out again in the next life. */
  stop(): void {
    this.callOffTimer?.();
    for (const messages of this.byKey.values()) for (const { unwatch } of messages) unwatch();
    this.onTheirWay.clear();
    this.byKey.clear();
  }

  /**
   * Node-RED delivers a turn after the sending, and drops what comes to a node that was closed by then. What left in the turn in which flows are
   * stopped has arrived when they are started again, not before: where this is the end of all nodes, it comes out again in the next life.
   */
  private doubtWhatJustLeft(): void {
    const left = this.justLeft;
    this.justLeft = [];
    const held = this.flowGate?.whenOpen();
    if (!held) return;
    for (const message of left) {
      message.isInDoubt = true;
      this.onTheirWay.delete(message);
    }
    if (this.onTheirWay.size === 0) this.callOffTimer?.();
    void held.then(() => left.forEach((message) => this.finish(message)));
  }

  private waitForFirst(): void {
    const [first] = this.onTheirWay;
    if (first) this.callOffTimer = this.clock.after(first.due - this.clock.monotonic(), () => this.finishDue());
  }

  /** Those that left together in one turn, so that one write has them all. */
  private finishDue(): void {
    const now = this.clock.monotonic();
    for (const message of this.onTheirWay) {
      // One that is put off comes last, and is not due by now.
      if (message.due > now) break;
      // Flows that are being stopped may take longer than that to close, and what was at work comes out again then.
      const mayWait = message.latest > now || this.flowGate?.whenOpen() !== undefined;
      if (mayWait && this.isAtWork(message)) this.postpone(message, now);
      else this.finish(message);
    }
    this.waitForFirst();
  }

  /** Some time more, as if it had left now. */
  private postpone(message: Delivery, now: number): void {
    this.onTheirWay.delete(message);
    message.due = now + this.periodMs;
    this.onTheirWay.add(message);
  }

  private isAtWork({ job, messageId }: Delivery): boolean {
    return this.work.isAtWork(messageId, job);
  }

  private finish(message: Delivery, isLost = false): void {
    const others = this.byKey.get(message.key);
    if (!others?.delete(message)) return;
    if (others.size === 0) this.byKey.delete(message.key);
    this.onTheirWay.delete(message);
    if (this.onTheirWay.size === 0) this.callOffTimer?.();
    message.unwatch();
    if (isLost) message.comesBack();
    else message.over();
  }
}

function deliveryKey(tracked: TrackedMessage): string {
  return `${tracked.job} ${identifierOf(tracked)}`;
}

function identifierOf({ messageId }: TrackedMessage): string {
  return typeof messageId === 'string' ? messageId : '';
}
