import type { Dispatcher } from 'undici';
import { SoilError } from '../errors/soil-error';
import type { Clock } from '../time/clock';
import { systemClock } from '../time/clock';
import type { ProxyOptions, TlsOptions } from './dispatcher';
import { createDispatcher } from './dispatcher';
import type { AddressRules, ResolveName } from './private-address';
import { AddressGuard } from './private-address';

/** The server sent (almost) nothing for as long as a body may be idle. A network failure: worth another try. */
export class StalledError extends Error {
  constructor(seconds: number) {
    super(`fewer than ${leastBytes} bytes came within ${seconds} s`);
    this.name = 'StalledError';
  }
}

/** Less than this within one time limit counts as nothing: one byte a second keeps a connection open for ever. */
const leastBytes = 1024;

const mostRedirects = 5;
const redirectCodes: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface ByteStreamOptions extends AddressRules {
  /** The one origin that sees our client certificate, and that the server name of `tls` is meant for: the API's. */
  apiOrigin?: string;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  /** Limit for connecting, for the headers, and for a body that does not move. */
  timeoutSeconds: number;
}

export interface ByteStreamParts {
  clock?: Clock;
  /** Addresses of a name; the system's name service by default. */
  resolve?: ResolveName;
}

/** Where to go on in a file, and the strong validator of what is held already (RFC 9110, 13.1.5). */
export interface ByteRange {
  from: number;
  etag: string;
}

/** An answer whose body has not been read yet: iterate over `body`, or call `discard`. */
export interface ByteAnswer {
  readonly status: number;
  /** Names in lower case; repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Host that answered, after redirects. For messages: it holds no signed part. */
  readonly host: string;
  /** Ends in an error where the connection ends before the body does, or where the body does not move ({@link StalledError}). */
  readonly body: AsyncIterable<Buffer>;
  discard(): void;
}

/**
 * Fetches bytes from addresses that somebody else named: download links. Every address is checked, redirects are followed by hand and
 * checked again, and no request carries a credential, a cookie or a referrer.
 */
export class ByteSource {
  private readonly guard: AddressGuard;
  private readonly timeoutMs: number;
  private readonly clock: Clock;
  private readonly dispatchers = new Map<'api' | 'elsewhere', Promise<Dispatcher>>();

  constructor(
    private readonly options: ByteStreamOptions,
    parts: ByteStreamParts = {}
  ) {
    this.guard = new AddressGuard(options, parts.resolve);
    this.timeoutMs = options.timeoutSeconds * 1000;
    this.clock = parts.clock ?? systemClock;
  }

  /**
   * One GET, with at most five redirects.
   *
   * @throws SOIL_DOWNLOAD for an address that must not be followed; the signal's reason; else what the network failed with
   */
  async get(link: string, options: { range?: ByteRange; signal?: AbortSignal } = {}): Promise<ByteAnswer> {
    const { range, signal } = options;
    const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
    if (range) {
      headers.range = `bytes=${range.from}-`;
      headers['if-range'] = range.etag;
    }
    let url = await this.guard.admit(link, 'the download link');
    for (let redirects = 0; ; redirects++) {
      signal?.throwIfAborted();
      const answer = await this.exchange(url, headers, signal);
      if (!redirectCodes.has(answer.status)) return answer;
      answer.discard();
      const target = answer.headers.location;
      if (target === undefined || !URL.canParse(target, url)) {
        throw new SoilError('SOIL_DOWNLOAD', `${url.host} redirects the download to no valid address`, { status: answer.status, method: 'GET' });
      }
      if (redirects === mostRedirects) {
        throw new SoilError('SOIL_DOWNLOAD', `The download link is redirected more than ${mostRedirects} times: it may lead in a circle`, {
          status: answer.status,
          method: 'GET'
        });
      }
      url = await this.guard.admit(new URL(target, url).href, `a redirect of ${url.host}`);
    }
  }

  async close(): Promise<void> {
    for (const dispatcher of this.dispatchers.values()) await (await dispatcher).destroy();
  }

  private dispatcherFor(url: URL): Promise<Dispatcher> {
    const { tls, proxy, apiOrigin } = this.options;
    const place = url.origin === apiOrigin ? 'api' : 'elsewhere';
    let dispatcher = this.dispatchers.get(place);
    if (!dispatcher) {
      dispatcher = createDispatcher({
        tls: place === 'api' || !tls ? tls : { ca: tls.ca, rejectUnauthorized: tls.rejectUnauthorized },
        proxy,
        connectTimeoutMs: this.timeoutMs,
        headersTimeoutMs: this.timeoutMs,
        connections: 1,
        lookup: this.guard.lookup
      });
      this.dispatchers.set(place, dispatcher);
    }
    return dispatcher;
  }

  private async exchange(url: URL, headers: Record<string, string>, signal?: AbortSignal): Promise<ByteAnswer> {
    const abort = new AbortController();
    const onAbort = (): void => abort.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const release = (): void => signal?.removeEventListener('abort', onAbort);
    try {
      const dispatcher = await this.dispatcherFor(url);
      const answer = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers,
        headersTimeout: this.timeoutMs,
        // Does not fire under back-pressure: the watch below does its work.
        bodyTimeout: 0,
        signal: abort.signal
      });
      // An answer that is discarded ends in an error that nobody waits for.
      answer.body.on('error', () => undefined);
      return {
        status: answer.statusCode,
        headers: flatHeaders(answer.headers),
        host: url.host,
        body: this.watched(answer.body, abort, release),
        discard: () => {
          release();
          answer.body.destroy();
        }
      };
    } catch (error) {
      release();
      throw signal?.aborted ? signal.reason : error;
    }
  }

  private async *watched(body: Dispatcher.ResponseData['body'], abort: AbortController, release: () => void): AsyncGenerator<Buffer> {
    const watch = new StallWatch(this.clock, this.timeoutMs, (error) => abort.abort(error));
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        watch.received(chunk.length);
        yield chunk;
        watch.waiting();
      }
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      watch.stop();
      release();
      body.destroy();
    }
  }
}

/** Notices a body that does not move. The time that the reader takes for what came (a slow disk) does not count. */
class StallWatch {
  private bytes = 0;
  private since: number;
  private readerSince: number | undefined;
  private callOff: () => void;

  constructor(
    private readonly clock: Clock,
    private readonly limitMs: number,
    private readonly onStall: (error: StalledError) => void
  ) {
    this.since = clock.monotonic();
    this.callOff = clock.after(limitMs, () => this.check());
  }

  received(bytes: number): void {
    this.bytes += bytes;
    this.readerSince = this.clock.monotonic();
  }

  waiting(): void {
    if (this.readerSince === undefined) return;
    this.since += this.clock.monotonic() - this.readerSince;
    this.readerSince = undefined;
  }

  stop(): void {
    this.callOff();
  }

  private check(): void {
    const now = this.clock.monotonic();
    if (this.bytes >= leastBytes || this.readerSince !== undefined) {
      this.bytes = 0;
      this.since = now;
      if (this.readerSince !== undefined) this.readerSince = now;
    }
    const left = this.since + this.limitMs - now;
    if (left <= 0) this.onStall(new StalledError(this.limitMs / 1000));
    else this.callOff = this.clock.after(left, () => this.check());
  }
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
