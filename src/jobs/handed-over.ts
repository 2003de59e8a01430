import type { Clock } from '../time/clock';

/** How long a message may take from soil-wait to soil-download. */
const HANDOVER_MS = 3000;

/**
 * Messages of waits that are on their way through the flow's memory to a soil-download node. That a wait is over is written down when its
 * message is in the journal again, or has had time to get anywhere: a crash before would lose the message.
 */
export class HandedOver {
  /** By job and message: several where a message came to soil-wait by two wires. */
  private readonly onTheirWay = new Map<string, (() => void)[]>();

  constructor(private readonly clock: Clock) {}

  /** @param write writes down that the wait is over */
  leave(job: string, messageId: string, write: () => void): void {
    const key = keyOf(job, messageId);
    const finish = (): void => {
      callOff();
      const others = this.onTheirWay.get(key)?.filter((other) => other !== finish) ?? [];
      if (others.length > 0) this.onTheirWay.set(key, others);
      else this.onTheirWay.delete(key);
      write();
    };
    const callOff = this.clock.after(HANDOVER_MS, finish);
    this.onTheirWay.set(key, [...(this.onTheirWay.get(key) ?? []), finish]);
  }

  /** The message of a job is in the journal again: one of them, the first that left. */
  arrive(job: string, messageId: unknown): void {
    if (typeof messageId === 'string') this.onTheirWay.get(keyOf(job, messageId))?.[0]?.();
  }

  close(): void {
    for (const finish of [...this.onTheirWay.values()].flat()) finish();
  }
}

function keyOf(job: string, messageId: string): string {
  return `${job} ${messageId}`;
}
