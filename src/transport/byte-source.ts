import type { Dispatcher } from 'undici';
import { SoilError } from '../errors/soil-error';
import { parsedUrl } from '../foreign/parsed-url';
import { getOrInsert } from '../maps/get-or-insert';
import { abortable } from '../time/abortable';
import { systemClock, type Clock } from '../time/clock';
import { AddressGuard, type AddressRules, type ResolveName } from './address-guard';
import { ByteExchange, type ByteAnswer } from './byte-exchange';
import { createDispatcher, type TlsOptions } from './dispatcher';
import type { ProxyOptions } from './proxy-choice';
import { userAgent } from './user-agent';
import { isWrittenAsHttp } from './written-as-http';

const MOST_REDIRECTS = 5;
const REDIRECT_CODES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where bytes may come from, and how they are fetched. */
export interface ByteSourceOptions extends AddressRules {
  /** The API's origin: the only one that sees our client certificate and that the server name of `tls` is meant for. */
  apiOrigin: string;
  tls?: TlsOptions;
  proxy?: ProxyOptions;
  /** Limit for connecting, for the headers, and for a body that stands still. */
  timeoutSeconds: number;
}

interface ByteSourceParts {
  clock?: Clock;
  /** Addresses of a name; the system's name service by default. */
  resolve?: ResolveName;
}

/** Where to resume a file, and the strong validator of the part already held (RFC 9110, 13.1.5). */
interface ByteRange {
  from: number;
  etag: string;
}

/**
 * Fetches bytes from addresses that somebody else named: download links. Every address is checked, redirects are followed by hand and
 * checked again, and no request carries a credential, a cookie or a referrer.
 */
export class ByteSource {
  private readonly guard: AddressGuard;
  private readonly limitMs: number;
  private readonly clock: Clock;
  private readonly dispatchers = new Map<string, Dispatcher>();

  constructor(
    private readonly options: ByteSourceOptions,
    parts: ByteSourceParts = {},
  ) {
    this.guard = new AddressGuard(options, parts.resolve);
    this.limitMs = options.timeoutSeconds * 1000;
    this.clock = parts.clock ?? systemClock;
  }

  /**
   * One GET, with at most five redirects (RFC 9110, 15.4).
   *
   * @throws SOIL_DOWNLOAD for an address that must not be followed; ByteFailure; the signal's reason
   */
  async get(link: string, options: { range?: ByteRange; signal?: AbortSignal } = {}): Promise<ByteAnswer> {
    const { range, signal } = options;
    const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': userAgent() };
    if (range) {
      headers['range'] = `bytes=${range.from}-`;
      headers['if-range'] = range.etag;
    }
    // A name service may take its time: a download that is aborted does not wait for it.
    let url = await abortable(this.guard.admit(link, 'the download link'), signal);
    for (let redirects = 0; ; redirects++) {
      const dispatcher = this.dispatcherFor(url);
      signal?.throwIfAborted();
      const answer = await new ByteExchange(dispatcher, { url, headers }, this.limitMs, this.clock, signal).answer;
      if (!REDIRECT_CODES.has(answer.status)) return answer;
      answer.discard();
      url = await abortable(this.redirected(url, answer, redirects), signal);
    }
  }

  async close(): Promise<void> {
    for (const dispatcher of this.dispatchers.values()) await dispatcher.destroy();
  }

  private async redirected(from: URL, { status, headers, url }: ByteAnswer, redirects: number): Promise<URL> {
    const target = headers['location'];
    const to = target === undefined ? undefined : parsedUrl(target, from);
    if (!to) {
      const message = `Could not download the file: ${from.host} redirects (${status}) to no valid address. Send the job to soil-wait again for a new link.`;
      throw new SoilError('SOIL_DOWNLOAD', message, { status, method: 'GET', url });
    }
    if (redirects === MOST_REDIRECTS) {
      const message = `Could not download the file: its link is redirected more than ${MOST_REDIRECTS} times, perhaps in a circle. Send the job to soil-wait again for a new link.`;
      throw new SoilError('SOIL_DOWNLOAD', message, { status, method: 'GET', url });
    }
    if (isWrittenAsHttp(to, from)) to.protocol = 'https:';
    return this.guard.admit(to.href, `a redirect of ${from.host}`);
  }

  private dispatcherFor(url: URL): Dispatcher {
    const { tls, proxy, apiOrigin } = this.options;
    const isApi = url.origin === apiOrigin;
    const isSecure = url.protocol === 'https:';
    const make = (): Dispatcher =>
      createDispatcher({
        tls: isApi || !tls ? tls : { ca: tls.ca, rejectUnauthorized: tls.rejectUnauthorized },
        proxy,
        connectTimeoutMs: this.limitMs,
        lookup: isSecure ? this.guard.lookup : this.guard.lookupHere,
      });
    return getOrInsert(this.dispatchers, `${isApi} ${isSecure}`, make);
  }
}
