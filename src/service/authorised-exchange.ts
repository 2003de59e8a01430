import type { AccessToken, TokenSource } from '../auth/token-source';
import type { HttpAnswer, HttpClient, HttpExchange } from '../transport/http-client';
import type { AnswerContext } from './answers/json-answer';
import { refusal, tokenRefused } from './refusal';

/** What the exchange works with. */
export interface AuthorisedParts {
  http: Pick<HttpClient, 'exchange'>;
  tokens: Pick<TokenSource, 'token' | 'reject'>;
  /** Kept out of errors, should the service repeat it. */
  clientSecret: string;
}

/**
 * One exchange with the bearer token (section 5, point 5). Gives the answer where it is a 2xx. After a 401 the token is renewed
 * and the request repeated, once; this holds for a job-creating POST too, because a 401 proves that the service has not taken it.
 *
 * @throws SoilError `SOIL_AUTH` for a second 401; `SOIL_REQUEST`, `SOIL_AUTH` or `SOIL_AREA_LIMIT` for another 4xx; what the transport
 *   and the token throw.
 */
export async function authorisedExchange(parts: AuthorisedParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const context = contextOf(exchange);
  let token: AccessToken | undefined;
  // Asked for just before each try is sent: an exchange may wait long for its turn.
  const authorize = async (signal: AbortSignal | undefined): Promise<Record<string, string>> => {
    token = await parts.tokens.token(signal, exchange.onDelay);
    return { authorization: `Bearer ${token.value}` };
  };
  for (let round = 1; ; round++) {
    const answer = await parts.http.exchange({ ...exchange, authorize, secrets: [parts.clientSecret] });
    if (answer.status < 400) return answer;
    const secrets = [parts.clientSecret, token?.value ?? ''];
    if (answer.status !== 401) throw refusal(answer, context, secrets);
    if (token) parts.tokens.reject(token);
    if (round === 2) throw tokenRefused(answer, context, secrets);
  }
}

/** What errors say of an exchange: its address without the query. */
export function contextOf(exchange: Pick<HttpExchange, 'purpose' | 'method' | 'url'>): AnswerContext {
  return { purpose: exchange.purpose, method: exchange.method, url: exchange.url.replace(/[?#].*$/s, '') };
}
