import { SoilError } from '../errors/soil-error';
import { systemClock, type Clock } from '../time/clock';
import type { HttpClient } from '../transport/http-client';

/** A token for the `authorization: Bearer` header. Neither text nor JSON of it shows the value. */
export interface AccessToken {
  readonly value: string;
  /** End of its lifetime, wall time in milliseconds. */
  readonly expiresAt: number;
}

export interface TokenSourceOptions {
  http: HttpClient;
  /** `{auth_url}` of section 5, or the full address of the token endpoint. */
  authUrl: string;
  /** Form field `audience`; left out where empty. */
  audience: string;
  clientId: string;
  clientSecret: string;
  clock?: Clock;
}

/** The access token of section 5, fetched once however many ask for it. */
export class TokenSource {
  private current: AccessToken | undefined;
  private readonly clock: Clock;

  constructor(private readonly options: TokenSourceOptions) {
    this.clock = options.clock ?? systemClock;
  }

  async token(signal?: AbortSignal): Promise<AccessToken> {
    if (this.current && this.current.expiresAt > this.clock.now()) return this.current;
    const { authUrl, audience, clientId, clientSecret } = this.options;
    const answer = await this.options.http.exchange({
      method: 'POST',
      url: /\/token$/.test(authUrl) ? authUrl : `${authUrl}/oauth/token`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(audience && { audience }),
        client_id: clientId,
        client_secret: clientSecret
      }).toString(),
      purpose: 'sign in',
      repeat: 'safe',
      ...(signal && { signal })
    });
    if (answer.status !== 200) throw new SoilError('SOIL_AUTH', 'The sign-in was refused: check client id and client secret.', { status: answer.status });
    const { access_token: value, expires_in: seconds } = JSON.parse(answer.body) as { access_token: string; expires_in?: number };
    this.current = { value, expiresAt: answer.sentAt + Number(seconds ?? 300) * 1000 };
    return this.current;
  }

  /** Drops the token, if it is still the one in use. */
  reject(token: AccessToken): void {
    if (this.current === token) this.current = undefined;
  }
}
