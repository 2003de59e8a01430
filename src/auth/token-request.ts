import { SoilError, type SoilErrorCause } from '../errors/soil-error';
import { fieldOf } from '../foreign/foreign-value';
import { parsedJson } from '../foreign/parsed-json';
import { withoutTrailing } from '../text/without-trailing';
import type { Clock } from '../time/clock';
import type { HttpClient } from '../transport/http-client';
import type { Delay, HttpAnswer } from '../transport/http-exchange';
import { formEncoded, publicUrl, secretsInAuthorization } from '../transport/redaction';
import { errorWords } from '../transport/server-words';
import { AccessToken } from './access-token';
import { isCodeOfSignIn, NoTokenEndpoint, whyNoTokenEndpoint } from './no-token-endpoint';
import { isRefusal, readTokenAnswer, oauthError } from './token-answer';
import { whatToCheck } from './what-to-check';

/** Section 5: where and as whom to sign in. */
export interface Credentials {
  /** `{auth_url}`: the endpoint is `{auth_url}/oauth/token`; an address that ends in `/token` is taken as it is. */
  authUrl: string;
  /** Form field `audience`; left out if empty. */
  audience: string;
  clientId: string;
  clientSecret: string;
}

/** How the client proves who it is (RFC 6749, 2.3.1): fields of the form, or HTTP Basic. */
type Manner = 'form' | 'basic';

const MOST_ANSWER_BYTES = 2 ** 20;

/** Asks for tokens: with the form of section 5, or with HTTP Basic if a deployment wants that. */
export class TokenRequest {
  private readonly url: URL;
  /** The manner in which the last token was given. */
  private known: Manner | undefined;

  constructor(
    private readonly http: HttpClient,
    private readonly credentials: Credentials,
    private readonly clock: Clock,
  ) {
    this.url = tokenEndpoint(credentials.authUrl);
  }

  /**
   * Asks once; a second time only if the refusal of the first suggests that the other manner may work.
   *
   * @param onDelay told of every wait
   * @throws SoilError `SOIL_AUTH` if the credentials are refused, `SOIL_RESPONSE` if the answer is no token, and whatever the exchange throws.
   */
  async send(signal: AbortSignal, onDelay?: (delay: Delay) => void): Promise<AccessToken> {
    const manner = this.known ?? 'form';
    const answer = await this.post(manner, signal, onDelay);
    if (!isRefusal(answer)) return this.read(answer, manner);
    const other = wantsOther(answer, this.known);
    if (!other) throw this.refused(answer);
    const second = await this.post(other, signal, onDelay);
    if (!isRefusal(second)) return this.read(second, other);
    // A challenge alone names no error.
    throw this.refused(oauthError(answer.body) !== '' && mayBeOfManner(second) ? answer : second);
  }

  private post(manner: Manner, signal: AbortSignal, onDelay: ((delay: Delay) => void) | undefined): Promise<HttpAnswer> {
    const { audience, clientId, clientSecret } = this.credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (audience) form.set('audience', audience);
    if (manner === 'form') {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    return this.http.exchange({
      method: 'POST',
      url: this.url.href,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(manner === 'basic' && { authorization: this.basic() }),
      },
      body: form.toString(),
      purpose: 'sign in',
      onDelay,
      repeat: 'safe',
      flow: 'sign-in',
      urgent: true,
      freshConnection: true,
      secrets: [clientSecret],
      maxBytes: MOST_ANSWER_BYTES,
      signal,
    });
  }

  /** RFC 6749, 2.3.1: both halves are encoded as in a form before they are joined. */
  private basic(): string {
    const pair = [this.credentials.clientId, this.credentials.clientSecret].map(formEncoded).join(':');
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  }

  private read(answer: HttpAnswer, manner: Manner): AccessToken {
    const { value, lifetimeSeconds } = readTokenAnswer(answer, this.url.host, this.cause(answer));
    this.known = manner;
    return new AccessToken(value, lifetimeSeconds, this.clock.monotonic() - answer.tookMs);
  }

  private refused(answer: HttpAnswer): SoilError {
    const words = errorWords(answer.body, [this.credentials.clientSecret, ...secretsInAuthorization(this.basic())]);
    const code = oauthError(answer.body);
    const why = whyNoTokenEndpoint(answer);
    const verdict = why === undefined ? `refused the credentials (${answer.status})` : `answered ${answer.status}`;
    const advice = why === undefined ? adviceFor(answer.status, code) : `${why}: ${NO_ENDPOINT_ADVICE}`;
    const message = `Could not sign in: ${this.url.host} ${verdict}${words && `: ${words.replace(/\.$/, '')}`}. ${advice}`;
    const ErrorKind = why === undefined ? SoilError : NoTokenEndpoint;
    return new ErrorKind('SOIL_AUTH', message, { ...this.cause(answer), detail: words });
  }

  private cause({ status }: HttpAnswer): SoilErrorCause {
    return { status, method: 'POST', url: publicUrl(this.url) };
  }
}

function tokenEndpoint(authUrl: string): URL {
  const url = new URL(authUrl);
  if (!url.pathname.endsWith('/token')) url.pathname = `${withoutTrailing(url.pathname, /\//)}/oauth/token`;
  return url;
}

/**
 * The other manner, if the refusal may mean that the server does not take this one. RFC 6749, 5.2, has one code, `invalid_client`, for wrong credentials and
 * for a manner that the server does not take, and leaves it to the server to name those that it does; 2.3.1 obliges it to Basic alone. So a form that was
 * never accepted deserves a second try, though wrong credentials then count twice; if it was accepted before, the credentials have become wrong.
 */
function wantsOther(answer: HttpAnswer, known: Manner | undefined): Manner | undefined {
  if (known === 'basic') return oauthError(answer.body) === 'invalid_client' ? 'form' : undefined;
  const challenged = answer.status === 401 && /\bbasic\b/i.test(answer.headers['www-authenticate'] ?? '');
  return challenged || (known === undefined && oauthError(answer.body) === 'invalid_client') ? 'basic' : undefined;
}

/**
 * Whether a refusal may still be about the manner. One that is not comes from a server that takes it, and has looked further. A server that wants the
 * form misses the client identifier in it (`invalid_request`); some say that of an unknown audience, too.
 */
function mayBeOfManner({ body }: HttpAnswer): boolean {
  const description = fieldOf(parsedJson(body), 'error_description');
  const isOfOtherField = typeof description === 'string' && !/client[ _-]?(id|secret|cred|auth)/i.test(description);
  return ['', 'invalid_client'].includes(oauthError(body)) || (oauthError(body) === 'invalid_request' && !isOfOtherField);
}

/** As the end of a sentence. */
const NO_ENDPOINT_ADVICE = 'check the "Token URL" of the soil service, and that its two URLs are not swapped.';

const GRANT_ADVICE = 'The client must be allowed to use the grant client_credentials: ask the operator of the service.';

function adviceFor(status: number, code: string): string {
  switch (code) {
    case 'invalid_target':
    case 'access_denied':
      // The audience is the service's address: a server that knows the credentials refuses a slip in its path like this.
      return 'Check host and path of the "Service URL" of the soil service (or its "Audience", where that is filled in), then "Client id" and "Client secret"; if all are right, ask the service for access.';
    case 'unauthorized_client':
      // RFC 6749, 5.2: the client may not use the grant. With a 401, Keycloak says this of a wrong secret as well.
      return `${status === 401 ? `Check ${whatToCheck()} ` : ''}${GRANT_ADVICE}`;
    case 'unsupported_grant_type':
      return GRANT_ADVICE;
    case 'invalid_request':
    case 'invalid_scope':
      return 'Check "Audience" and "Token URL" of the soil service.';
    default:
      return `Check ${whatToCheck(isCodeOfSignIn(code) ? '' : ', "Token URL", and that its two URLs are not swapped')}`;
  }
}
