import { TokenSource } from '../auth/token-source';
import { systemClock } from '../time/clock';
import { HttpClient, type HttpClientOptions } from '../transport/http-client';
import type { AuthorisedParts } from './authorised-exchange';
import type { ServiceSettings } from './service-settings';

/** What asks one service, as one user. Close `http` when nobody asks any more. */
export interface ServiceClient extends AuthorisedParts {
  http: HttpClient;
  tokens: TokenSource;
}

/** How often and how long a client asks, and what it works with: everything but where it asks, and as whom. */
type ClientLimits = Omit<HttpClientOptions, 'tls' | 'serverNameOf' | 'proxy'>;

/** The client of a service. */
export function serviceClient({ baseUrl, authUrl, audience, clientId, clientSecret, tls, proxy }: ServiceSettings, limits: ClientLimits): ServiceClient {
  const { clock = systemClock } = limits;
  const http = new HttpClient({ ...limits, tls, serverNameOf: new URL(baseUrl).hostname, proxy });
  const tokens = new TokenSource({ http, authUrl, audience, clientId, clientSecret, clock });
  return { http, tokens, clientSecret, clock };
}
