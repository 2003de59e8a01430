import { isSoilError, SoilError } from '../errors/soil-error';
import { abortable } from '../time/abortable';
import { systemClock, type Clock } from '../time/clock';
import type { HttpClient } from '../transport/http-client';
import type { Delay } from '../transport/http-exchange';
import type { AccessToken } from './access-token';
import { RefusedTokens } from './refused-tokens';
import { TokenRequest, type Credentials } from './token-request';

export interface TokenSourceOptions extends Credentials {
  http: HttpClient;
  clock?: Clock;
}

/** A refusal holds for all who ask within this time: asking again would change nothing, and may lock accounts. */
const REFUSAL_HOLDS_MS = 30_000;

/** Pause before the next renewal ahead of time, after one has failed; doubling. */
const FIRST_RENEWAL_PAUSE_MS = 5_000;
const LONGEST_RENEWAL_PAUSE_MS = 60_000;

/** A token request on its way, and how many wait for it. */
interface Renewal {
  token: Promise<AccessToken>;
  stop: AbortController;
  /** Begun while the old token serves: nobody has to wait for it, and nobody who does can stop it. */
  ahead: boolean;
  waiting: number;
  /** Those who want to know what delays it. */
  listeners: Set<(delay: Delay) => void>;
}

/**
 * The access token of section 5: one request however many ask, renewed ahead of its end, kept in memory only. Nothing that prints it shows its `#` fields.
 */
export class TokenSource {
  readonly #request: TokenRequest;
  readonly #clock: Clock;
  #current: AccessToken | undefined;
  #renewal: Renewal | undefined;
  #refusal: { error: SoilError; until: number } | undefined;
  /** Since the last token. */
  #failures = 0;
  #nextRenewalAt = -Infinity;
  readonly #refused = new RefusedTokens();

  constructor({ http, clock = systemClock, ...credentials }: TokenSourceOptions) {
    this.#clock = clock;
    this.#request = new TokenRequest(http, credentials, clock);
  }

  /**
   * The token to use now. Near its end the old one is given while a new one is fetched; past that, or if there is none, all callers wait for one request.
   *
   * @param onDelay told of every wait of the request, while this caller waits for it
   * @throws SoilError `SOIL_AUTH` if the credentials are refused (also from memory, for half a minute), or what the exchange throws; the signal's
   *   reason if it is aborted, which stops the request only if nobody else waits for it.
   */
  async token(signal?: AbortSignal, onDelay?: (delay: Delay) => void): Promise<AccessToken> {
    const now = this.#clock.monotonic();
    if (this.#current && this.#refused.isSpent(this.#current, now)) this.#current = undefined;
    const current = this.#current;
    if (current && now < current.endAt) {
      if (now >= current.renewAt && now >= this.#nextRenewalAt && !this.#renewal) this.#renew(true);
      return current;
    }
    signal?.throwIfAborted();
    if (this.#refusal && now < this.#refusal.until) {
      const { code, message, cause } = this.#refusal.error;
      // The message is read later, too, as beside the countdown of a wait: it must hold no running time.
      throw new SoilError(code, `${message} For half a minute after a refusal, no other token is requested.`, cause);
    }
    return this.#wait(this.#renewal ?? this.#renew(), signal, onDelay);
  }

  /** The service accepted this token: a later refusal would be news, and worth another token at once. */
  accept(token: AccessToken): void {
    if (this.#current === token) this.#refused.forget();
  }

  /**
   * The service did not accept this token: drops it, if it is still the one in use. If the tokens before it fared no better, it is kept for a while: it
   * may be accepted after all, as by a service that has just been restarted.
   *
   * @returns how long it is kept, ms; 0 if {@link token} gives another one
   */
  reject(token: AccessToken): number {
    if (this.#current !== token) return 0;
    const keptMs = this.#refused.add(token, this.#clock.monotonic());
    if (keptMs === 0) this.#current = undefined;
    return keptMs;
  }

  #wait(renewal: Renewal, signal: AbortSignal | undefined, onDelay: ((delay: Delay) => void) | undefined): Promise<AccessToken> {
    renewal.waiting++;
    // A function of its own for each caller: thousands may share a listener, and each leaves by itself.
    const listener = onDelay && ((delay: Delay): void => onDelay(delay));
    if (listener) renewal.listeners.add(listener);
    return abortable(renewal.token, signal, () => {
      if (listener) renewal.listeners.delete(listener);
      renewal.waiting--;
      if (renewal.waiting > 0 || renewal.ahead) return;
      this.#renewal = undefined;
      renewal.stop.abort();
    });
  }

  #renew(ahead = false): Renewal {
    const stop = new AbortController();
    const listeners: Renewal['listeners'] = new Set();
    const token = this.#request.send(stop.signal, (delay) => listeners.forEach((listener) => listener(delay)));
    const renewal: Renewal = { token, stop, ahead, waiting: 0, listeners };
    this.#renewal = renewal;
    const settle = (take: () => void): void => {
      // A renewal that was abandoned has no say any more.
      if (this.#renewal !== renewal) return;
      this.#renewal = undefined;
      take();
    };
    renewal.token.then(
      (token) => settle(() => this.#take(token)),
      (error: unknown) => settle(() => this.#fail(error)),
    );
    return renewal;
  }

  #take(token: AccessToken): void {
    this.#refusal = undefined;
    this.#failures = 0;
    this.#current = token;
  }

  #fail(error: unknown): void {
    const now = this.#clock.monotonic();
    if (isSoilError(error, 'SOIL_AUTH')) this.#refusal = { error, until: now + REFUSAL_HOLDS_MS };
    this.#nextRenewalAt = now + Math.min(LONGEST_RENEWAL_PAUSE_MS, FIRST_RENEWAL_PAUSE_MS * 2 ** this.#failures);
    this.#failures++;
  }
}
