import type { Dispatcher } from 'undici';
import { onAbort } from '../time/abort-watch';
import type { Clock } from '../time/clock';
import { failureWords, type FailureWords } from './failure-words';
import { LimitWatch } from './limit-watch';
import { plainHeaders } from './plain-headers';
import { publicUrl, secretsInAddress } from './redaction';
import { TimeLimit } from './time-limit';

/** The network failed, or the server broke off. Says what happened and whether another try may succeed. */
export class ByteFailure extends Error {
  override readonly name = 'ByteFailure';

  /** @param url asked for, without user info, query and fragment */
  constructor(
    readonly words: FailureWords,
    readonly url: string,
  ) {
    super(words.what);
  }
}

/** Takes one piece of a body. Returns a promise if the next one has to wait. */
export type TakeBytes = (chunk: Buffer) => Promise<void> | undefined;

/** An answer whose body waits at the server: `read` it or `discard` it. */
export interface ByteAnswer {
  readonly status: number;
  /** Names in lower case, repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Host that answered. For messages: it holds no signed part. */
  readonly host: string;
  /** Address that answered, without user info, query and fragment. */
  readonly url: string;
  /** Parts of the address that answered which must not be shown, in case the body repeats them. */
  secrets(): string[];
  /**
   * Hands over the body piece by piece; resolves at its end. Rejects with {@link ByteFailure} if the connection ends or stands still before
   * that, with the signal's reason, or with what `take` threw.
   */
  read(take: TakeBytes): Promise<void>;
  discard(): void;
}

/** A body that brings less than this within one time limit counts as standing still: at one byte a second it would go on for ever. */
const LEAST_BYTES = 1024;

/**
 * One GET for bytes. Uses undici's dispatcher directly: gigabytes pass without a stream in between, and a slow reader holds back
 * the server.
 */
export class ByteExchange implements Dispatcher.DispatchHandler {
  /** Resolves with the head of the answer; rejects like {@link ByteAnswer.read}. */
  readonly answer: Promise<ByteAnswer>;
  private resolveAnswer!: (answer: ByteAnswer) => void;
  private rejectAnswer!: (error: unknown) => void;
  private body: { take: TakeBytes; resolve: () => void; reject: (error: unknown) => void } | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private phase: 'connect' | 'headers' | 'body' | 'complete' | 'failed' = 'connect';
  private failure: unknown;
  /** Since when the server could send but has not sent enough; undefined while the reader holds it back. */
  private waitingSince: number | undefined;
  private waitedMs = 0;
  private bytes = 0;
  /** Whether the reader is at work on a piece: the connection may end meanwhile. */
  private isBusy = false;
  private hasEnded = false;
  private readonly watch: LimitWatch;
  private readonly ignoreSignal: () => void;

  constructor(
    dispatcher: Dispatcher,
    private readonly request: { url: URL; headers: Record<string, string> },
    private readonly limitMs: number,
    private readonly clock: Clock,
    signal: AbortSignal | undefined,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolveAnswer = resolve;
      this.rejectAnswer = reject;
    });
    this.waitingSince = clock.monotonic();
    this.watch = new LimitWatch(clock, limitMs, () => this.left(), () => this.outOfTime());
    this.ignoreSignal = onAbort(signal, () => this.fail(signal?.reason));
    const { url, headers } = request;
    try {
      dispatcher.dispatch({ origin: url.origin, path: url.pathname + url.search, method: 'GET', headers }, this);
    } catch (error) {
      this.failed(error as Error);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.phase === 'failed') {
      controller.abort(new Error('stopped'));
      return;
    }
    this.controller = controller;
    this.enter('headers');
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    // 1xx: the answer proper is still to come.
    if (this.phase === 'failed' || status < 200) return;
    this.enter('body');
    this.waitingSince = undefined;
    controller.pause();
    this.resolveAnswer({
      status,
      headers: plainHeaders(headers),
      host: this.request.url.host,
      url: publicUrl(this.request.url),
      secrets: () => secretsInAddress(this.request.url.href),
      read: (take) => this.read(take),
      discard: () => this.discard(),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { body } = this;
    if (this.phase !== 'body' || chunk.length === 0) return;
    // undici delivers nothing while paused. Should it ever do so, the exchange fails and is repeated: no byte is lost or out of turn.
    if (!body || this.isBusy) return this.failed(new Error('A piece came while the answer was held back.'));
    this.bytes += chunk.length;
    let taken: Promise<void> | undefined;
    try {
      taken = body.take(chunk);
    } catch (error) {
      this.fail(error);
      return;
    }
    if (!taken) return;
    this.isBusy = true;
    controller.pause();
    this.hold();
    taken.then(
      () => this.goOn(controller),
      (error: unknown) => this.fail(error),
    );
  }

  onResponseEnd(): void {
    if (this.phase !== 'body') return;
    this.hasEnded = true;
    if (!this.isBusy) this.complete();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.failed(error);
  }

  private read(take: TakeBytes): Promise<void> {
    return new Promise((resolve, reject) => {
      this.body = { take, resolve, reject };
      if (this.phase === 'failed') reject(this.failure);
      else if (this.phase === 'complete') resolve();
      else {
        this.release();
        this.controller?.resume();
      }
    });
  }

  /** The reader has taken a piece. */
  private goOn(controller: Dispatcher.DispatchController): void {
    this.isBusy = false;
    if (this.hasEnded) return this.complete();
    this.release();
    controller.resume();
  }

  private complete(): void {
    if (this.phase !== 'body') return;
    this.settle('complete');
    this.body?.resolve();
  }

  private discard(): void {
    // An error with its stack costs as much as a small request: none is made if the body is complete.
    if (this.phase === 'body') this.fail(new Error('discarded'));
  }

  private hold(): void {
    if (this.waitingSince === undefined) return;
    this.waitedMs += this.clock.monotonic() - this.waitingSince;
    this.waitingSince = undefined;
  }

  private release(): void {
    this.waitingSince = this.clock.monotonic();
  }

  private enter(phase: 'headers' | 'body'): void {
    this.phase = phase;
    this.waitedMs = 0;
    this.waitingSince = this.clock.monotonic();
  }

  private left(): number {
    if (this.waitingSince !== undefined) {
      this.hold();
      this.release();
    }
    if (this.bytes >= LEAST_BYTES || this.waitingSince === undefined) {
      this.bytes = 0;
      this.waitedMs = 0;
    }
    return this.limitMs - this.waitedMs;
  }

  private outOfTime(): void {
    if (this.phase !== 'complete' && this.phase !== 'failed') this.failed(new TimeLimit(this.phase, this.limitMs / 1000));
  }

  /** The network, the server or a time limit. */
  private failed(error: Error): void {
    const { url } = this.request;
    this.fail(new ByteFailure(failureWords(error, url.host), publicUrl(url)));
  }

  private fail(error: unknown): void {
    if (this.phase === 'complete' || this.phase === 'failed') return;
    this.settle('failed');
    this.failure = error;
    this.rejectAnswer(error);
    this.body?.reject(error);
    this.controller?.abort(new Error('stopped'));
  }

  private settle(phase: 'complete' | 'failed'): void {
    this.phase = phase;
    this.watch.callOff();
    this.ignoreSignal();
  }
}
