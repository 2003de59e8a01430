import type { Dispatcher } from 'undici';
import type { Clock } from '../time/clock';
import { bodyReader, UnreadableBody, type BodyListener, type BodyReader } from './answer-body';
import type { HttpAnswer } from './http-exchange';
import { LimitWatch } from './limit-watch';
import { plainHeaders } from './plain-headers';
import { TimeLimit } from './time-limit';

/** What is sent. */
interface TryRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
}

interface TryLimits {
  /** Longest time without progress: until the connection takes the request, until the headers, between two pieces of the body. */
  idleMs: number;
  /** Longest time altogether: a server that sends one byte a second makes progress for ever. */
  totalMs: number;
  /** Longest body, as it comes and decoded. */
  maxBytes: number;
}

/** What a try brought. */
export type TryAnswer = Pick<HttpAnswer, 'status' | 'headers' | 'body'>;

/** A try that brought no usable answer. */
export class TryFailure {
  /**
   * @param sent Whether any part of the request may have reached the server. `false` is proof that none did.
   * @param reason An error of the system or of undici, a {@link TimeLimit} or an {@link UnreadableBody}.
   * @param status Of the answer, if one began.
   */
  constructor(
    readonly sent: boolean,
    readonly reason: Error,
    readonly status?: number,
  ) {}
}

/** The caller no longer wants the answer. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Error pages are read for their words only. */
const MOST_ERROR_BYTES = 2 ** 20;

/**
 * One request, sent at most once, and its answer. Uses undici's dispatcher directly, since it tells when a request is written to a connection: a
 * request that failed before that is known not to have been sent, whatever the error looks like (a connection kept too long ends with the
 * same reset whether or not the server has read the request).
 */
export class SingleTry implements Dispatcher.DispatchHandler, BodyListener {
  /** How it ended. Never rejects. */
  readonly outcome: Promise<TryAnswer | TryFailure>;
  private resolve!: (outcome: TryAnswer | TryFailure) => void;
  private controller: Dispatcher.DispatchController | undefined;
  private phase: 'connect' | 'headers' | 'body' | 'settled' = 'connect';
  private sent = false;
  private ended = false;
  private status = 0;
  private headers: Record<string, string> = {};
  private reader: BodyReader | undefined;
  private readonly startedAt: number;
  private progressAt: number;
  private readonly watch: LimitWatch;

  constructor(
    dispatcher: Dispatcher,
    request: TryRequest,
    private readonly limits: TryLimits,
    private readonly clock: Clock,
  ) {
    this.outcome = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.startedAt = this.progressAt = clock.monotonic();
    this.watch = new LimitWatch(clock, Math.min(limits.idleMs, limits.totalMs), () => this.left(), () => this.outOfTime());
    const { url, method, headers, body } = request;
    try {
      dispatcher.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, this);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  /** Breaks off: the answer is no longer wanted. */
  stop(): void {
    this.fail(new Stopped());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.phase === 'settled' || this.sent) {
      // Nobody waits for it any more, or it was written to another connection before: this time nothing has been written yet.
      controller.abort(new Stopped());
      return;
    }
    this.controller = controller;
    this.sent = true;
    this.progress('headers');
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    // 1xx: the answer proper is still to come.
    if (this.phase === 'settled' || status < 200) return;
    this.progress('body');
    this.status = status;
    this.headers = plainHeaders(headers);
    const good = status < 300;
    const maxBytes = good ? this.limits.maxBytes : Math.min(MOST_ERROR_BYTES, this.limits.maxBytes);
    this.reader = bodyReader(this.headers, { maxBytes, strict: good }, this);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.phase === 'settled') return;
    this.progress('body');
    this.reader?.add(chunk);
  }

  onResponseEnd(): void {
    this.ended = true;
    if (this.phase !== 'settled') this.reader?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.fail(error);
  }

  /** The body is read. */
  done(body: string): void {
    if (this.phase === 'settled') return;
    this.settle();
    this.resolve({ status: this.status, headers: this.headers, body });
  }

  /** The body is unreadable, or the try failed otherwise. */
  fail(reason: Error): void {
    if (this.phase === 'settled') return;
    // The words of a refusal are welcome, but not necessary.
    if (this.status >= 300 && reason instanceof UnreadableBody) return this.done('');
    this.settle();
    this.resolve(new TryFailure(this.sent, reason, this.status || undefined));
  }

  private progress(phase: 'headers' | 'body'): void {
    this.phase = phase;
    this.progressAt = this.clock.monotonic();
  }

  private left(): number {
    const now = this.clock.monotonic();
    const { idleMs, totalMs } = this.limits;
    return Math.min(this.progressAt + idleMs, this.startedAt + totalMs) - now;
  }

  private outOfTime(): void {
    if (this.phase === 'settled') return;
    const { idleMs, totalMs } = this.limits;
    const isIdle = this.clock.monotonic() - this.progressAt >= idleMs;
    this.fail(isIdle ? new TimeLimit(this.phase, idleMs / 1000) : new TimeLimit('total', totalMs / 1000));
  }

  private settle(): void {
    this.phase = 'settled';
    this.watch.callOff();
    this.reader?.discard();
    if (!this.ended) this.controller?.abort(new Stopped());
  }
}
