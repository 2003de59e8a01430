import type { Dispatcher } from 'undici';
import { counted } from '../text/counted';
import { onAbort } from '../time/abort-watch';
import type { Clock } from '../time/clock';
import { DEFAULT_MAX_BYTES } from './answer-body';
import { answerError, closedError, failureError, pauseError, unknownAnswerError, unknownError, type FailedExchange } from './exchange-error';
import { failureWords } from './failure-words';
import type { HttpAnswer, HttpExchange } from './http-exchange';
import { GateClosed, type OriginGate } from './origin-gate';
import { publicUrl, secretsInAuthorization, withoutSecrets } from './redaction';
import { readRetryAfter } from './retry-after';
import { retryDelay } from './retry-delay';
import { errorWords } from './server-words';
import { SingleTry, Stopped, TryFailure, type TryAnswer } from './single-try';
import { TimeLimit } from './time-limit';
import { userAgent } from './user-agent';
import { SEE_OTHER, TOO_MANY_REQUESTS, verdictOnAnswer, verdictOnFailure } from './verdict';

/** What all runs of a client share. */
export interface RunParts {
  clock: Clock;
  random: () => number;
  /** Limits of a try; see `TryLimits`. */
  idleMs: number;
  totalMs: number;
  /** How long tries are repeated, from the first one on. */
  budgetMs: number;
  /** Aborted when the client is closed. */
  closing: AbortSignal;
  /** `fresh`: a connection of its own for each request. */
  dispatcher: (url: URL, fresh: boolean) => Dispatcher;
  trace: ((line: string) => void) | undefined;
}

/** One exchange from its first turn at the gate to its answer or error. */
export class ExchangeRun {
  private tries = 0;
  private firstTryAt: number | undefined;
  /** The headers of the last try: what they hold is hidden in messages. */
  private sentHeaders: Record<string, string> = {};

  constructor(
    private readonly exchange: HttpExchange,
    private readonly url: URL,
    private readonly gate: OriginGate,
    private readonly parts: RunParts,
  ) {}

  async run(): Promise<HttpAnswer> {
    const { exchange, gate, parts } = this;
    for (;;) {
      this.stopIfUnwanted();
      this.tries++;
      const turn = this.enter();
      if (turn) await turn.catch((error: unknown) => this.turnedAway(error));
      this.firstTryAt ??= parts.clock.monotonic();
      let wait: number;
      try {
        this.sentHeaders = this.headers(await exchange.authorize?.(exchange.signal));
        const triedAt = parts.clock.monotonic();
        const outcome = await this.tryOnce();
        const tookMs = parts.clock.monotonic() - triedAt;
        if (parts.trace) this.traceTry(outcome, tookMs);
        if (outcome instanceof TryFailure) {
          wait = this.waitAfterFailure(outcome);
        } else if (verdictOnAnswer(outcome.status, exchange.repeat) === 'take' || (outcome.status === SEE_OTHER && exchange.readsSeeOther?.(outcome.headers['location'] ?? ''))) {
          const { status, headers, body } = outcome;
          return { status, headers, body, receivedAt: parts.clock.now(), tookMs };
        } else {
          wait = this.waitAfterAnswer(outcome);
        }
      } finally {
        // Only now: a pause that the answer asks for has to hold for the next in line.
        gate.leave(exchange.urgent ?? false);
      }
      exchange.onNotTaken?.();
      await this.pause(wait);
    }
  }

  private enter(): Promise<void> | undefined {
    const { onDelay, flow = '', urgent = false, signal } = this.exchange;
    return this.gate.enter({ flow, urgent, again: this.tries > 1, patienceMs: this.leftMs(), signal, onDelay });
  }

  private turnedAway(error: unknown): never {
    if (error instanceof GateClosed) throw pauseError(this.story(this.tries - 1), error.status, error.leftMs / 1000);
    this.stopIfUnwanted();
    throw error;
  }

  private headers(authorization: string | undefined): Record<string, string> {
    const own = { 'accept-encoding': 'identity', 'user-agent': userAgent() };
    return Object.assign({}, this.exchange.headers, own, authorization !== undefined && { authorization });
  }

  /** Makes one try and returns how it ended. Throws only if none could be made. */
  private tryOnce(): Promise<TryAnswer | TryFailure> {
    const { exchange, parts, url } = this;
    const dispatcher = parts.dispatcher(url, exchange.freshConnection ?? exchange.repeat === 'only-if-not-taken');
    this.stopIfUnwanted();
    const request = { url, method: exchange.method, headers: this.sentHeaders, body: exchange.body ?? null };
    const limits = { idleMs: parts.idleMs, totalMs: parts.totalMs, maxBytes: exchange.maxBytes ?? DEFAULT_MAX_BYTES };
    const attempt = new SingleTry(dispatcher, request, limits, parts.clock);
    const stopWatching = this.onStop(() => attempt.stop());
    return attempt.outcome.finally(stopWatching);
  }

  /** Seconds until the next try. Throws if there is none. */
  private waitAfterFailure({ reason, sent, status }: TryFailure): number {
    const { exchange, parts } = this;
    const words = failureWords(reason, this.url.host);
    const verdict = verdictOnFailure(sent, words.outlook, exchange.repeat);
    if (verdict === 'unknown') {
      const what = reason instanceof Stopped ? 'it was stopped before an answer came' : words.what;
      throw unknownError(this.story(), what, { status, detail: words.detail }, reason instanceof TimeLimit);
    }
    this.stopIfUnwanted();
    const seconds = retryDelay(this.tries, parts.random());
    const error = failureError(this.story(), words, status);
    if (verdict === 'refuse' || seconds * 1000 > this.leftMs()) throw error;
    exchange.onDelay?.({ reason: 'retry', seconds, error });
    return seconds;
  }

  /** Seconds until the next try, after an answer that is not for the caller. Throws if there is none. */
  private waitAfterAnswer({ status, headers, body }: TryAnswer): number {
    const { exchange, parts } = this;
    const verdict = verdictOnAnswer(status, exchange.repeat);
    const retryAfter = status < 400 ? undefined : readRetryAfter(headers, parts.clock.now());
    const backoff = retryDelay(this.tries, parts.random());
    const limited = retryAfter !== undefined || status === TOO_MANY_REQUESTS;
    const asked = retryAfter ?? backoff;
    if (limited) this.gate.pause(asked * 1000, status);
    const seconds = Math.max(backoff, asked);
    const words = status < 400 ? '' : errorWords(body, this.secrets());
    const answer = { status, words, retryAfter };
    const error = verdict === 'unknown' ? unknownAnswerError(this.story(), answer) : answerError(this.story(), answer, headers['location']);
    if (verdict !== 'repeat' || seconds * 1000 > this.leftMs()) throw error;
    exchange.onDelay?.({ reason: limited ? 'rate-limit' : 'retry', seconds, error });
    return seconds;
  }

  /** Waits, or returns early when stopped: the next round checks for that first. */
  private pause(seconds: number): Promise<void> {
    const { parts } = this;
    if (this.isStopped()) return Promise.resolve();
    parts.trace?.(`${this.name()}: waits ${seconds.toFixed(1)} s before try ${this.tries + 1}`);
    return new Promise((resolve) => {
      const end = (): void => {
        callOffTimer();
        stopWatching();
        resolve();
      };
      const callOffTimer = parts.clock.after(seconds * 1000, end);
      const stopWatching = this.onStop(end);
    });
  }

  private leftMs(): number {
    const { budgetMs, clock } = this.parts;
    return this.firstTryAt === undefined ? budgetMs : this.firstTryAt + budgetMs - clock.monotonic();
  }

  private onStop(stop: () => void): () => void {
    const ignoreSignal = onAbort(this.exchange.signal, stop);
    const ignoreClosing = onAbort(this.parts.closing, stop);
    return () => {
      ignoreSignal();
      ignoreClosing();
    };
  }

  private isStopped(): boolean {
    return this.exchange.signal?.aborted || this.parts.closing.aborted;
  }

  private stopIfUnwanted(): void {
    this.exchange.signal?.throwIfAborted();
    if (this.parts.closing.aborted) throw closedError(this.story());
  }

  private story(tries = this.tries): FailedExchange {
    const now = this.parts.clock.monotonic();
    const { method, purpose } = this.exchange;
    return { url: this.url, method, purpose, tries, seconds: (now - (this.firstTryAt ?? now)) / 1000, hide: (text) => this.hide(text) };
  }

  private secrets(): string[] {
    return [...(this.exchange.secrets ?? []), ...secretsInAuthorization(this.sentHeaders['authorization'] ?? '')];
  }

  private hide(text: string): string {
    return withoutSecrets(text, this.secrets());
  }

  private name(): string {
    return `${this.exchange.method} ${publicUrl(this.url)}`;
  }

  private traceTry(outcome: TryAnswer | TryFailure, tookMs: number): void {
    const end =
      outcome instanceof TryFailure
        ? `${failureWords(outcome.reason, this.url.host).detail}, ${outcome.sent ? 'sent' : 'not sent'}`
        : `${outcome.status}, ${counted(outcome.body.length, 'character')}`;
    this.parts.trace?.(this.hide(`${this.name()}: ${end}, ${Math.round(tookMs)} ms, try ${this.tries}`));
  }
}
