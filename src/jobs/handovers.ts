import type { Clock } from '../time/clock';

/** How long a message may take to the next node. */
const HANDOVER_MS = 3000;

interface OnItsWay {
  over: () => void;
  callOff: () => void;
}

/**
 * Messages on their way through the flow's memory to the node that has them next. That one has left is written down when the next node has
 * it in the journal, or when it has had time to get anywhere: a crash before would lose it.
 */
export class Handovers {
  /** By what both nodes know a message by: several where one came by two wires. */
  private readonly onTheirWay = new Map<string, Set<OnItsWay>>();

  constructor(
    private readonly clock: Clock,
    private readonly periodMs = HANDOVER_MS,
  ) {}

  /** @param over writes down that it is no longer here */
  leave(key: string, over: () => void): void {
    const message = { over, callOff: this.clock.after(this.periodMs, () => this.finish(key, message)) };
    const others = this.onTheirWay.get(key);
    if (others) others.add(message);
    else this.onTheirWay.set(key, new Set([message]));
  }

  /** The next node has a message: of several, the first that left. */
  arrive(key: string): void {
    const [first] = this.onTheirWay.get(key) ?? [];
    if (first) this.finish(key, first);
  }

  /** Takes all of them for arrived. */
  finishAll(): void {
    for (const [key, messages] of this.onTheirWay) for (const message of messages) this.finish(key, message);
  }

  /** Ends the watch: what is on its way comes out again in the next life. */
  callOffAll(): void {
    for (const messages of this.onTheirWay.values()) for (const { callOff } of messages) callOff();
    this.onTheirWay.clear();
  }

  private finish(key: string, message: OnItsWay): void {
    message.callOff();
    const others = this.onTheirWay.get(key);
    others?.delete(message);
    if (others?.size === 0) this.onTheirWay.delete(key);
    message.over();
  }
}

/** What soil-wait and soil-download know the message of a job by. */
export function messageOf(job: string, messageId: unknown): string {
  return `${job} ${typeof messageId === 'string' ? messageId : ''}`;
}
