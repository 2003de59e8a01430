import type { Dispatcher } from 'undici';
import { SoilError } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { getOrInsert } from '../maps/get-or-insert';
import { systemClock, type Clock } from '../time/clock';
import { literalAddress } from './address-scope';
import { createDispatcher, type TlsOptions } from './dispatcher';
import { ExchangeRun, type RunParts } from './exchange-run';
import type { HttpAnswer, HttpExchange } from './http-exchange';
import { OriginGate } from './origin-gate';
import type { ProxyOptions } from './proxy-choice';

/** How an {@link HttpClient} connects, how much it sends, and for how long it tries. */
export interface HttpClientOptions {
  /** For each origin. Default: no limit. */
  requestsPerSecond?: number;
  /** For each origin. Default: no limit. */
  maxConcurrent?: number;
  /** For the headers of an answer, and for any pause in its body. Connecting may take 10 s at most, a whole try five times this limit. */
  timeoutSeconds: number;
  /** How long failed tries are repeated, from the first one on; waiting for the first turn does not count. */
  retryBudgetSeconds: number;
  tls?: TlsOptions;
  /** The host that the server name of `tls` is meant for: another one that has a name goes by its own. Default: any host. */
  serverNameOf?: string;
  proxy?: ProxyOptions;
  clock?: Clock;
  random?: () => number;
  /** Takes one line for each try and each wait. No line holds a header, a body or a query. */
  trace?: (line: string) => void;
}

const LONGEST_CONNECT_MS = 10_000;
/** How many time limits one try may last. */
const TOTAL_PER_TIMEOUT = 5;

/** Makes HTTP exchanges with one service: each with time limits, repeated where that is safe, and let through by one gate for each origin. */
export class HttpClient {
  private readonly gates = new Map<string, OriginGate>();
  private underWay = 0;
  private readonly closing = new AbortController();
  private readonly parts: RunParts;
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(private readonly options: HttpClientOptions) {
    const idleMs = options.timeoutSeconds * 1000;
    this.parts = {
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      idleMs,
      totalMs: idleMs * TOTAL_PER_TIMEOUT,
      budgetMs: options.retryBudgetSeconds * 1000,
      closing: this.closing.signal,
      dispatcher: (url, fresh) => this.dispatcherFor(url, fresh),
      trace: options.trace,
    };
  }

  /**
   * Resolves with an answer for the caller to read: 2xx, a 4xx that is not worth repeating, 300 to 303 for `only-if-not-taken`, or a 303 that
   * `readsSeeOther` accepts.
   *
   * @throws SoilError `SOIL_RATE_LIMITED`: still limited after the budget, or a pause beyond it was asked for. `SOIL_UNAVAILABLE`: network failure
   *   or 5xx after the budget. `SOIL_RESPONSE`: a redirect, a body over the limit or unreadable, no HTTP. `SOIL_SUBMIT_UNKNOWN`: only for
   *   `only-if-not-taken`, sent without a certain answer (also if aborted after it was sent). `SOIL_CONFIG`: the settings do not make a
   *   valid request. `SOIL_CANCELLED`: the client was closed. The signal's reason if it is aborted.
   */
  async exchange(exchange: HttpExchange): Promise<HttpAnswer> {
    const url = readUrl(exchange);
    this.underWay += 1;
    try {
      return await new ExchangeRun(exchange, url, this.gateOf(url.origin), this.parts).run();
    } finally {
      this.underWay -= 1;
    }
  }

  /** Whether anybody waits for an answer, or for a turn to ask. */
  get isBusy(): boolean {
    return this.underWay > 0;
  }

  /** Aborts what is in flight or waits, and frees all connections. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const gate of this.gates.values()) gate.turnAllAway(this.closing.signal.reason);
    await Promise.all(Array.from(this.dispatchers.values(), (dispatcher) => dispatcher.destroy()));
  }

  private gateOf(origin: string): OriginGate {
    const { requestsPerSecond = Infinity, maxConcurrent = Infinity } = this.options;
    const { budgetMs: patienceMs, clock } = this.parts;
    return getOrInsert(this.gates, origin, () => new OriginGate({ requestsPerSecond, maxConcurrent, patienceMs, clock }));
  }

  private dispatcherFor(url: URL, fresh: boolean): Dispatcher {
    const { tls, serverNameOf } = this.options;
    const goesByOwnName = Boolean(tls?.servername && serverNameOf) && url.hostname !== serverNameOf && literalAddress(url) === undefined;
    return getOrInsert(this.dispatchers, `${fresh} ${goesByOwnName}`, () => this.connect(fresh ? 0 : 1, goesByOwnName ? { ...tls, servername: undefined } : tls));
  }

  private connect(pipelining: 0 | 1, tls: TlsOptions | undefined): Dispatcher {
    const { proxy, maxConcurrent } = this.options;
    return createDispatcher({
      tls,
      proxy,
      connectTimeoutMs: Math.min(LONGEST_CONNECT_MS, this.parts.idleMs),
      pipelining,
      // Otherwise one too many would be opened while a connection is not yet ready again. Fresh ones are never waited for.
      connections: pipelining === 1 ? maxConcurrent : undefined,
    });
  }
}

function readUrl(exchange: HttpExchange): URL {
  const url = parsedUrl(exchange.url);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  // Reported without the text: it may hold a signature.
  const message = `Could not ${exchange.purpose}: the address is not one of the form https://host/path. Check the address in the settings.`;
  throw new SoilError('SOIL_CONFIG', message, { method: exchange.method });
}
