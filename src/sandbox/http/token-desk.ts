import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../problem';

/** Above this number the oldest tokens are forgotten, so that a client that asks for one each time does not fill the memory. */
const MOST_TOKENS = 10_000;

const SCOPE = 'soil-data:read';

/** An answer of the token endpoint: RFC 6749, 5.1 (success) and 5.2 (error). */
interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Gives out access tokens and checks them (specification, section 5). */
export class TokenDesk {
  private readonly expiries = new Map<string, number>();

  constructor(
    private readonly options: {
      clientId: string;
      clientSecret: string;
      tokenSeconds: number;
      now: () => number;
      /** Whether the form's `audience` names this API: its base address with a trailing slash. */
      isAudience: (audience: string) => boolean;
    },
  ) {}

  /** The token request: the four form fields of section 5.3, each exactly once. */
  answer(form: URLSearchParams): TokenAnswer {
    for (const field of ['grant_type', 'audience', 'client_id', 'client_secret']) {
      if (form.getAll(field).length > 1) return refusal(400, 'invalid_request', `The form field ${field} is there more than once.`);
    }
    const grant = form.get('grant_type');
    if (!grant) return refusal(400, 'invalid_request', 'The form field grant_type is missing.');
    if (grant !== 'client_credentials') return refusal(400, 'unsupported_grant_type', 'The grant type must be client_credentials.');
    const id = form.get('client_id');
    const secret = form.get('client_secret');
    if (!id || !secret) return refusal(400, 'invalid_request', 'The form fields client_id and client_secret are required.');
    if (!sameText(id, this.options.clientId) || !sameText(secret, this.options.clientSecret)) {
      return refusal(401, 'invalid_client', 'The client is unknown, or its secret is wrong.');
    }
    const audience = form.get('audience');
    if (!audience) return refusal(400, 'invalid_request', 'The form field audience is missing: the API base address with a trailing slash.');
    if (!this.options.isAudience(audience)) {
      return refusal(403, 'access_denied', 'The audience is not this API: it is the API base address with a trailing slash.');
    }
    return {
      status: 200,
      body: { access_token: this.issue(), scope: SCOPE, expires_in: this.options.tokenSeconds, token_type: 'Bearer' },
    };
  }

  /**
   * Checks `authorization: Bearer <token>` (section 5.5).
   * @throws Problem 401 with the challenge of RFC 6750, section 3
   */
  check(headers: IncomingHttpHeaders): void {
    const sent = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.authorization ?? '');
    if (!sent?.[1]) {
      throw new Problem(401, 'no-token', 'The request carries no bearer token.', { 'www-authenticate': 'Bearer realm="soil-sandbox"' });
    }
    const expiry = this.expiries.get(sent[1]);
    if (expiry !== undefined && this.options.now() < expiry) return;
    throw new Problem(401, 'invalid-token', expiry === undefined ? 'The access token is not known.' : 'The access token has expired.', {
      'www-authenticate': 'Bearer realm="soil-sandbox", error="invalid_token"',
    });
  }

  private issue(): string {
    const token = randomBytes(32).toString('base64url');
    this.expiries.set(token, this.options.now() + this.options.tokenSeconds * 1000);
    for (const oldest of this.expiries.keys()) {
      if (this.expiries.size <= MOST_TOKENS) break;
      this.expiries.delete(oldest);
    }
    return token;
  }
}

function refusal(status: number, error: string, description: string): TokenAnswer {
  return { status, body: { error, error_description: description } };
}

/** Takes the same time wherever the texts differ. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
