import { onAbort } from '../time/abort-watch';
import type { Clock } from '../time/clock';
import { FairQueue } from '../time/fair-queue';
import type { Delay } from './http-exchange';
import { LONGEST_PAUSE_SECONDS } from './retry-after';

/** Unused permission to send is kept only this long: a late timer costs no throughput, yet an idle gate lets no burst through. */
const SLACK_MS = 100;
/** Shorter waits for a turn are not reported. */
const LEAST_QUEUE_SECONDS = 1;

/** The service asked for a pause that is longer than anybody at this gate is prepared to wait. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';

  /**
   * @param status Of the answer that asked for it: 429, mostly, or 503.
   * @param leftMs What is left of the pause, as the service asked for it.
   */
  constructor(
    readonly status: number,
    readonly leftMs: number,
  ) {
    super('the gate is closed');
  }
}

interface GateOptions {
  /** Infinity: no limit. */
  requestsPerSecond: number;
  /** Infinity: no limit. */
  maxConcurrent: number;
  /** A pause longer than this, in milliseconds, turns away everybody who waits. */
  patienceMs: number;
  clock: Clock;
}

/** An exchange that wants to be let through. */
export interface GateVisitor {
  /** Served in turn over these keys. */
  flow: string;
  /** Goes first, and does not count towards `maxConcurrent`: those that do may be waiting for it. */
  urgent: boolean;
  /** Comes back for another try: ahead of first tries of its flow, behind those that came back earlier. */
  again: boolean;
  /** The longest pause, milliseconds, that it is prepared to wait for. */
  patienceMs: number;
  signal?: AbortSignal;
  /** Called once if it has to wait. */
  onDelay?: (delay: Delay) => void;
}

interface Waiting {
  admit(): void;
  turnAway(reason: unknown): void;
}

/** Lets exchanges through to one origin: only so many a second and so many at once, and none while the service wants a pause. */
export class OriginGate {
  private readonly urgent = new FairQueue<Waiting>();
  private readonly waiting = new FairQueue<Waiting>();
  private readonly intervalMs: number;
  private running = 0;
  /** Monotonic time from which the next may go. */
  private nextAt = -Infinity;
  private pausedUntil = -Infinity;
  private pausedBy = 0;
  /** The end of the pause as the service asked for it: it may be kept for less. */
  private askedUntil = -Infinity;
  private callOffTimer: (() => void) | undefined;
  private wakesAt = Infinity;

  constructor(private readonly options: GateOptions) {
    this.intervalMs = 1000 / options.requestsPerSecond;
  }

  /**
   * Waits to be let through; `undefined` if there is nothing to wait for. Each visitor let through calls {@link leave} once.
   * Rejects with the signal's reason, with a {@link GateClosed}, or with the reason given to {@link turnAllAway}.
   */
  enter(visitor: GateVisitor): Promise<void> | undefined {
    const now = this.options.clock.monotonic();
    const pauseMs = this.pausedUntil - now;
    // If the whole process stood still, patience may have run out, and so may the pause.
    if (pauseMs > Math.max(0, visitor.patienceMs)) return Promise.reject(new GateClosed(this.pausedBy, this.askedUntil - now));
    if (this.waiting.size + this.urgent.size === 0 && this.isOpen(now) && (visitor.urgent || this.running < this.options.maxConcurrent)) {
      this.count(now, visitor.urgent);
      return undefined;
    }
    this.announce(visitor, pauseMs);
    return this.waitInLine(visitor);
  }

  leave(urgent: boolean): void {
    if (urgent) return;
    this.running--;
    this.serve();
  }

  /** The service wants no request for a while, milliseconds: kept for an hour at most. A pause already in force is never shortened. */
  pause(askedMs: number, status: number): void {
    const ms = Math.min(askedMs, LONGEST_PAUSE_SECONDS * 1000);
    const now = this.options.clock.monotonic();
    if (now + ms <= this.pausedUntil) return;
    this.pausedUntil = now + ms;
    this.askedUntil = now + askedMs;
    this.pausedBy = status;
    if (ms > this.options.patienceMs) this.turnAllAway(new GateClosed(status, askedMs));
    else this.serve();
  }

  /** Turns everybody who waits away: their {@link enter} rejects with the reason. */
  turnAllAway(reason: unknown): void {
    this.stopTimer();
    for (const queue of [this.urgent, this.waiting]) {
      for (let waiting = queue.take(); waiting; waiting = queue.take()) waiting.turnAway(reason);
    }
  }

  private waitInLine(visitor: GateVisitor): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = visitor.urgent ? this.urgent : this.waiting;
      const entry = queue.add(
        visitor.flow,
        {
          admit: () => {
            callOff();
            this.count(this.options.clock.monotonic(), visitor.urgent);
            resolve();
          },
          turnAway: (reason) => {
            callOff();
            reject(reason);
          },
        },
        visitor.again,
      );
      const callOff = onAbort(visitor.signal, () => {
        queue.remove(entry);
        if (this.waiting.size + this.urgent.size === 0) this.stopTimer();
        reject(visitor.signal?.reason);
      });
      this.serve();
    });
  }

  private announce({ urgent, onDelay }: GateVisitor, pauseMs: number): void {
    if (pauseMs > 0) return onDelay?.({ reason: 'rate-limit', seconds: pauseMs / 1000 });
    const seconds = ((this.waiting.size + 1) * this.intervalMs) / 1000;
    if (!urgent && seconds >= LEAST_QUEUE_SECONDS) onDelay?.({ reason: 'queue', seconds });
  }

  private isOpen(now: number): boolean {
    return now >= this.nextAt && now >= this.pausedUntil;
  }

  private count(now: number, urgent: boolean): void {
    if (!urgent) this.running++;
    this.nextAt = Math.max(this.nextAt, now - SLACK_MS) + this.intervalMs;
  }

  /** Lets through all that may go now, and wakes up again when the next one may. */
  private serve(): void {
    for (;;) {
      const queue = this.nextQueue();
      if (!queue) return this.stopTimer();
      const now = this.options.clock.monotonic();
      if (!this.isOpen(now)) return this.wakeUp(now, Math.max(this.nextAt, this.pausedUntil));
      queue.take()?.admit();
    }
  }

  private nextQueue(): FairQueue<Waiting> | undefined {
    if (this.urgent.size > 0) return this.urgent;
    return this.waiting.size > 0 && this.running < this.options.maxConcurrent ? this.waiting : undefined;
  }

  /** One timer for all who wait. One already set that fires too early sets itself again. */
  private wakeUp(now: number, at: number): void {
    if (this.wakesAt <= at) return;
    this.stopTimer();
    this.wakesAt = at;
    this.callOffTimer = this.options.clock.after(at - now, () => {
      this.stopTimer();
      this.serve();
    });
  }

  private stopTimer(): void {
    this.callOffTimer?.();
    this.callOffTimer = undefined;
    this.wakesAt = Infinity;
  }
}
