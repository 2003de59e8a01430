import type { AccessToken } from '../auth/access-token';
import type { TokenSource } from '../auth/token-source';
import { withoutQuery } from '../text/without-query';
import { sleep, type Clock } from '../time/clock';
import type { HttpClient } from '../transport/http-client';
import type { HttpExchange } from '../transport/http-exchange';
import type { Reply } from './answers/reply';
import { refusal, tokenRefused } from './refusal';
import { saysTokenInvalid } from './refusal-words';

/** What the exchange works with. */
export interface AuthorisedParts {
  http: Pick<HttpClient, 'exchange'>;
  tokens: Pick<TokenSource, 'token' | 'accept' | 'reject'>;
  /** Kept out of errors, should the service repeat it. */
  clientSecret: string;
  clock: Clock;
}

/** What happens around each try. */
interface AroundTries {
  /** Awaited before each try, when its turn has come: if it rejects, nothing is sent, and the exchange rejects with the same. */
  beforeSending?: (() => Promise<void>) | undefined;
  /** Told before a try that follows a wait. */
  onDelayOver?: (() => void) | undefined;
}

/** The longest pause before the next token that a request waits for. */
const SHORT_PAUSE_MS = 1_000;

/**
 * One exchange with the bearer token (section 5, point 5). Gives the answer if it is a 2xx, or a redirect that is read. After a 401 the token is renewed
 * and the request repeated, once; this holds for a job-creating POST too, because a 401 proves that the service has not taken it. A 403 that says that
 * the token is no longer valid, as some gateways do, counts as a 401.
 *
 * If fresh tokens were refused one after another, the next is asked for only after a pause. Until then there is no second try: it would use the token
 * that is known to be refused.
 *
 * @param exchange is given its `authorize` and `secrets`
 * @throws SoilError `SOIL_AUTH` for a second 401, or for one in such a pause; `SOIL_REQUEST`, `SOIL_AUTH` or `SOIL_AREA_LIMIT` for another 4xx; what the transport
 *   and the token throw.
 */
export async function authorisedExchange(parts: AuthorisedParts, exchange: HttpExchange, { beforeSending, onDelayOver }: AroundTries = {}): Promise<Reply> {
  const { purpose, method } = exchange;
  const url = withoutQuery(exchange.url);
  const secrets = [parts.clientSecret];
  let token: AccessToken | undefined;
  let isDelayed = false;
  // Not for polls, of which thousands may wait.
  if (onDelayOver) {
    const { onDelay } = exchange;
    exchange.onDelay = (delay) => {
      isDelayed = true;
      onDelay?.(delay);
    };
  }
  // Asked for just before each try is sent: an exchange may wait long for its turn.
  exchange.authorize = async (signal) => {
    token = await parts.tokens.token(signal, exchange.onDelay);
    if (!secrets.includes(token.value)) secrets.push(token.value);
    await beforeSending?.();
    if (isDelayed) onDelayOver?.();
    isDelayed = false;
    return `Bearer ${token.value}`;
  };
  exchange.secrets = secrets;
  for (let round = 1; ; round++) {
    const answer = await parts.http.exchange(exchange);
    const reply = { answer, purpose, method, url, secrets };
    if (answer.status !== 401 && !saysTokenInvalid(answer)) {
      if (token) parts.tokens.accept(token);
      if (answer.status < 400) return reply;
      throw refusal(reply);
    }
    const pauseMs = token ? parts.tokens.reject(token) : 0;
    const refused = tokenRefused(reply, { isFresh: round === 2, pauseMs });
    if (round === 2 || pauseMs > SHORT_PAUSE_MS) throw refused;
    // However the next sign-in turns out, the service has not taken the request, and whoever creates something has to know that.
    exchange.onNotTaken?.();
    if (pauseMs === 0) continue;
    exchange.onDelay?.({ reason: 'retry', seconds: pauseMs / 1000, error: refused });
    await sleep(parts.clock, pauseMs, exchange.signal);
  }
}
