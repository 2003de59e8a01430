import type { Dispatcher } from 'undici';
import { SoilError } from '../errors/soil-error';
import { systemClock, type Clock } from '../time/clock';
import { createDispatcher, type ProxyOptions, type TlsOptions } from './dispatcher';

/** Why an exchange does not go on at once. */
export interface Delay {
  /** `rate-limit`: the service asked for it. `retry`: a failed try is repeated. `queue`: other exchanges come first. */
  reason: 'rate-limit' | 'retry' | 'queue';
  /** How long it takes, at least. */
  seconds: number;
  /** The try that waits: 1 is the first. */
  attempt: number;
}

/** One request and its answer, as a caller wants it. */
export interface HttpExchange {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For messages: "read the datasets". */
  purpose: string;
  /** `safe`: may be sent again. `only-if-not-taken`: creates something, and is sent again only where the service has provably not taken it. */
  repeat: 'safe' | 'only-if-not-taken';
  /** Fairness key (a flow or node): waiting exchanges are served in turn over these keys. */
  flow?: string;
  signal?: AbortSignal;
  onDelay?: (delay: Delay) => void;
  /** Longest body, decoded. Default 64 MiB. */
  maxBytes?: number;
}

export interface HttpAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Wall time, milliseconds. */
  sentAt: number;
  receivedAt: number;
}

export interface HttpClientOptions {
  /** For each origin. Default: no limit. */
  requestsPerSecond?: number;
  /** For each origin. Default: no limit. */
  maxConcurrent?: number;
  /** For the headers of an answer, and for any pause in its body. Default 60. */
  timeoutSeconds?: number;
  /** How long failed tries are repeated. Default 120. */
  retryBudgetSeconds?: number;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  clock?: Clock;
  random?: () => number;
  /** Takes one line for each try. No line holds a secret. */
  trace?: (line: string) => void;
}

/** Makes HTTP exchanges with one service. */
export class HttpClient {
  private readonly clock: Clock;
  private dispatcher: Promise<Dispatcher> | undefined;

  constructor(private readonly options: HttpClientOptions) {
    this.clock = options.clock ?? systemClock;
  }

  async exchange(exchange: HttpExchange): Promise<HttpAnswer> {
    const timeoutMs = (this.options.timeoutSeconds ?? 60) * 1000;
    this.dispatcher ??= createDispatcher({
      ...(this.options.tls && { tls: this.options.tls }),
      ...(this.options.proxy && { proxy: this.options.proxy }),
      connectTimeoutMs: Math.min(10_000, timeoutMs),
      headersTimeoutMs: timeoutMs
    });
    const url = new URL(exchange.url);
    const sentAt = this.clock.now();
    try {
      const dispatcher = await this.dispatcher;
      const answer = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: exchange.method,
        headers: exchange.headers,
        body: exchange.body ?? null,
        signal: exchange.signal ?? null
      });
      const body = await answer.body.text();
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      return { status: answer.statusCode, headers, body, sentAt, receivedAt: this.clock.now() };
    } catch (error) {
      if (exchange.signal?.aborted) throw exchange.signal.reason;
      throw new SoilError('SOIL_UNAVAILABLE', `Could not ${exchange.purpose}: ${url.host} cannot be reached.`, {
        method: exchange.method,
        url: url.origin + url.pathname,
        detail: (error as NodeJS.ErrnoException).code ?? 'network failure'
      });
    }
  }

  async close(): Promise<void> {
    await (await this.dispatcher)?.destroy();
  }
}
