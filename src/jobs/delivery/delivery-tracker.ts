import { getOrInsert } from '../../maps/get-or-insert';
import type { Clock } from '../../time/clock';
import type { FlowGate } from './flow-gate';
import type { FlowWork } from './flow-work';

/** How long a message may take to the next node that has a journal. */
export const DELIVERY_MS = 3000;

/**
 * How long the journal keeps a message that goes to nodes without one. By then, as a rule, the operating system has what they make of it (a line
 * in a file, a row, a message to a broker); before that, it dies with a killed process.
 */
export const SETTLING_MS = 100;

/** The kinds of nodes that messages leave. */
export type Sender = 'submit' | 'wait' | 'download' | 'read';

/** What identifies a message both to the node that it leaves and to the next one. */
interface TrackedMessage {
  job: string;
  /** `msg._msgid`, where it has one. */
  messageId: unknown;
}

interface Delivery {
  key: string;
  job: string;
  messageId: string;
  by: Sender;
  /** Stops watching who is at work on it. */
  unwatch: () => void;
  over: () => void;
  comesBack: () => void;
  /** Whether it left in the turn in which flows are stopped. */
  isInDoubt: boolean;
  /** Monotonic time, ms, at which its delivery is over unless nodes are at work on it. */
  due: number;
  /** Monotonic time, ms, from which on it is no longer put off when due, even if nodes are at work on it. */
  latest: number;
}

/**
 * Messages on their way, in the flow's memory, to their next node. That a message has left is written down only when its delivery is over, because a
 * crash before that would lose it:
 *
 * - as a rule, it is over when the next node acknowledges the message, or when the message is due, having had time to get anywhere;
 * - if nodes are at work on it when due, it has not got anywhere, and gets that time again: until `latest`, or for as long as flows are being stopped;
 * - if it was sent in the turn in which flows are stopped, it may have been dropped: its delivery is over only when they are started again;
 * - if it was stopped with all flows, it is lost there, and comes back.
 */
export class DeliveryTracker {
  /** In the order in which they are due: first out, first due. */
  private readonly onTheirWay = new Set<Delivery>();
  /** By {@link deliveryKey}: several if one message came by two wires. */
  private readonly byKey = new Map<string, Set<Delivery>>();
  /** Those that left in this turn of the event loop. */
  private justLeft = new Set<Delivery>();
  private callOffTimer: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly periodMs: number,
    private readonly flowGate: FlowGate,
    private readonly work: FlowWork,
  ) {}

  /**
   * To be called right before the message is sent.
   *
   * @param over writes down that it is no longer here
   * @param comesBack takes it in again: all flows were stopped, and it with them
   */
  track(tracked: TrackedMessage & { by: Sender }, over: () => void, comesBack: () => void): void {
    const now = this.clock.monotonic();
    const [key, messageId] = [deliveryKey(tracked), identifierOf(tracked.messageId)];
    const message: Delivery = { key, job: tracked.job, messageId, by: tracked.by, unwatch: this.work.watch(messageId), over, comesBack, isInDoubt: false, due: now + this.periodMs, latest: now + DELIVERY_MS };
    this.onTheirWay.add(message);
    getOrInsert(this.byKey, key, () => new Set()).add(message);
    if (this.onTheirWay.size === 1) this.waitForFirst();
    if (this.justLeft.size === 0) setImmediate(() => this.haveLeft());
    this.justLeft.add(message);
  }

  /**
   * The next node has a message: of several, as where a flow has two lines, the first that left.
   *
   * @param by only what left a node of this kind
   * @returns whether there was one
   */
  acknowledge(tracked: TrackedMessage, by?: Sender): boolean {
    for (const message of this.byKey.get(deliveryKey(tracked)) ?? []) {
      if (by !== undefined && message.by !== by) continue;
      this.finish(message);
      // Thousands may be alike.
      return true;
    }
    return false;
  }

  /** Calls back after each message of a job that is on its way now, when what is written about its arrival is. */
  whenArrived(job: string, arrived: () => void): void {
    for (const messages of this.byKey.values()) {
      for (const message of messages) {
        if (message.job !== job) continue;
        const { over } = message;
        message.over = () => {
          over();
          arrived();
        };
      }
    }
  }

  /**
   * Counts all of them as arrived, except those that the stop of all flows caught before a node or in one: these come out again in the next life. While
   * a partial deploy restarts the nodes that keep messages, the others go on with what they are at work on.
   */
  acknowledgeAll(): void {
    for (const message of this.onTheirWay) if (!this.work.areAllStopped() || !this.isAtWork(message)) this.finish(message);
    this.stop();
  }

  /** All flows were stopped and start again: what the stop caught before a node or in one comes back, and the rest has arrived. */
  restart(): void {
    const all = [...this.byKey.values()].flatMap((messages) => [...messages]);
    for (const message of all) this.finish(message, message.isInDoubt || this.isAtWork(message));
  }

  /** Ends the tracking: what is on its way comes out again in the next life. */
  stop(): void {
    this.callOffTimer?.();
    for (const messages of this.byKey.values()) for (const { unwatch } of messages) unwatch();
    this.onTheirWay.clear();
    this.byKey.clear();
  }

  /**
   * The turn is over. Node-RED delivers one turn after the sending, and drops what comes to a node that is closed by then. What left in the turn in which
   * flows are stopped counts as arrived only when they are started again: if this is the end of all nodes, it comes out again in the next life.
   */
  private haveLeft(): void {
    const left = this.justLeft;
    this.justLeft = new Set();
    const held = this.flowGate.whenOpen();
    if (!held) return this.beginTime(left);
    for (const message of left) {
      message.isInDoubt = true;
      this.onTheirWay.delete(message);
    }
    if (this.onTheirWay.size === 0) this.callOffTimer?.();
    void held.then(() => left.forEach((message) => this.finish(message)));
  }

  /** The time in which they get somewhere begins: sending them may have taken longer than that, as with copies of many records. */
  private beginTime(left: ReadonlySet<Delivery>): void {
    const now = this.clock.monotonic();
    for (const message of left) {
      if (!this.onTheirWay.has(message)) continue;
      message.latest = now + DELIVERY_MS;
      this.postpone(message, now);
    }
  }

  private waitForFirst(): void {
    const [first] = this.onTheirWay;
    if (first) this.callOffTimer = this.clock.after(first.due - this.clock.monotonic(), () => this.finishDue());
  }

  /** Those that left in one turn together, so that one write has them all. */
  private finishDue(): void {
    const now = this.clock.monotonic();
    for (const message of this.onTheirWay) {
      // One that is put off comes last, and is not due by now.
      if (message.due > now) break;
      // Flows that are being stopped may take longer than that to close, and what they were at work on then comes out again.
      const mayWait = message.latest > now || this.flowGate.whenOpen() !== undefined;
      if (this.justLeft.has(message) || (mayWait && this.isAtWork(message))) this.postpone(message, now);
      else this.finish(message);
    }
    this.waitForFirst();
  }

  /** Gives it its time again, as if it had left now. */
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

function deliveryKey({ job, messageId }: TrackedMessage): string {
  return `${job} ${identifierOf(messageId)}`;
}

function identifierOf(messageId: unknown): string {
  return typeof messageId === 'string' ? messageId : '';
}
