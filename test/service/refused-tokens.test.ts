import assert from 'node:assert/strict';
import { TokenSource } from '../../src/auth/token-source';
import type { SoilError } from '../../src/errors/soil-error';
import { authorisedExchange } from '../../src/service/authorised-exchange';
import { HttpClient } from '../../src/transport/http-client';
import type { HttpExchange } from '../../src/transport/http-exchange';
import { SimulatedClock } from '../time/simulated-clock';
import { failureOf } from '../transport/exchange-scenario';
import { ScriptedService } from './scripted-service';

describe('exchanges whose tokens are refused', () => {
  let server: ScriptedService;
  let http: HttpClient;
  let clock: SimulatedClock;
  let tokens: TokenSource;
  beforeEach(async () => {
    server = await ScriptedService.start();
    http = new HttpClient({ timeoutSeconds: 60, retryBudgetSeconds: 0, maxConcurrent: 100 });
    clock = new SimulatedClock();
    tokens = new TokenSource({ http, authUrl: server.baseUrl, audience: '', clientId: 'client', clientSecret: 'canary-secret', clock });
  });
  afterEach(async () => {
    await http.close();
    await server.close();
    assert.deepEqual(server.unused, []);
  });

  const script = (...statuses: number[]): void => void server.on('GET /list', ...statuses.map((status) => ({ status, body: [] })));
  const ask = (more: Pick<HttpExchange, 'onDelay' | 'signal'> = {}): Promise<unknown> =>
    authorisedExchange({ http, tokens, clientSecret: 'canary-secret', clock }, { purpose: 'read', method: 'GET', url: `${server.baseUrl}/list`, headers: {}, repeat: 'safe', ...more });
  const refused = (): Promise<SoilError> => failureOf(ask(), 'SOIL_AUTH');
  /** The number of the token of each request. */
  const sent = (): number[] => server.calls.map(({ headers }) => Number(/\d+$/.exec(headers.authorization!)));

  it('go on a second after a token and its successor were revoked, even for a message that came before then', async () => {
    script(200, 401, 401, 401, 200, 200);
    await ask();
    assert.match((await refused()).message, /and a fresh one \(401\)\. The next token is requested in 1 s: try again then\./);
    const delays: [string, number][] = [];
    const next = ask({ onDelay: ({ reason, seconds }) => delays.push([reason, seconds]) });
    while (server.calls.length < 4 || clock.pending === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    assert.deepEqual(delays, [['retry', 1]]);
    await clock.advance(1000);
    await next;
    await ask();
    assert.deepEqual(sent(), [1, 1, 2, 2, 3, 3]);
  });

  it('stop waiting for the next token when nobody wants them any more', async () => {
    script(401, 401, 401);
    await refused();
    const controller = new AbortController();
    const next = ask({ signal: controller.signal });
    while (server.calls.length < 3 || clock.pending === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const reason = new Error('The node is closing.');
    controller.abort(reason);
    await assert.rejects(next, reason);
    assert.equal(clock.pending, 0);
  });

  it('send one request each while no token is requested, and say when the next will be', async () => {
    script(401, 401, 401, 401, 401, 401, 401);
    await refused();
    await clock.advance(1000);
    const fresh = await refused();
    assert.equal(fresh.message, `Could not read: ${new URL(server.baseUrl).host} refused the access token (401). Earlier tokens were refused, too. The next token is requested in 2 s: try again then. If that is refused as well, check "Client id" and "Client secret" of the soil service that this node uses, and that the client is registered for the "Audience" (by default the "Service URL").`);
    assert.equal(fresh.cause.retryAfter, 2);
    await clock.advance(500);
    assert.match((await refused()).message, /\(401\)\. Earlier tokens were refused, too\. The next token is requested in 2 s/);
    await clock.advance(1500);
    assert.match((await refused()).message, /in 4 s/);
    for (const message of await Promise.all([refused(), refused()])) assert.match(message.message, /in 4 s/);
    assert.deepEqual(sent(), [1, 2, 3, 3, 4, 4, 4]);
    assert.equal(server.tokens, 4);
  });

  it('use a token that is accepted after all, and begin with short pauses again', async () => {
    script(401, 401, 200, 401, 200);
    await refused();
    await clock.advance(500);
    await ask();
    await ask();
    assert.deepEqual(sent(), [1, 2, 2, 2, 3]);
  });

  it('share one renewal, however many meet with a refusal at once', async () => {
    script(...Array.from({ length: 50 }, () => 401), ...Array.from({ length: 50 }, () => 200));
    await Promise.all(Array.from({ length: 50 }, () => ask()));
    assert.equal(server.tokens, 2);
  });
});
