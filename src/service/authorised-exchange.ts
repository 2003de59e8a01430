import type { TokenSource } from '../auth/token-source';
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
 * @throws SoilError `SOIL_AUTH` for a second 401; `SOIL_REQUEST`, `SOIL_AUTH` or `SOIL_AREA_LIMIT` for another 4xx; what the transport and the token throw.
 */
export async function authorisedExchange(parts: AuthorisedParts, exchange: HttpExchange): Promise<HttpAnswer> {
  const context = contextOf(exchange);
  for (let attempt = 1; ; attempt++) {
    const token = await parts.tokens.token(exchange.signal);
    const answer = await parts.http.exchange({ ...exchange, headers: { ...exchange.headers, authorization: `Bearer ${token.value}` } });
    if (answer.status < 400) return answer;
    const secrets = [token.value, parts.clientSecret];
    if (answer.status !== 401) throw refusal(answer, context, secrets);
    parts.tokens.reject(token);
    if (attempt === 2) throw tokenRefused(answer, context, secrets);
  }
}

/** What errors say of an exchange: its address without the query. */
export function contextOf(exchange: Pick<HttpExchange, 'purpose' | 'method' | 'url'>): AnswerContext {
  return { purpose: exchange.purpose, method: exchange.method, url: exchange.url.replace(/[?#].*$/s, '') };
}
