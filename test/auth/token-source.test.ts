import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { systemClock } from '../../src/time/clock';
import { TokenSource, type AccessToken, type TokenSourceOptions } from '../../src/auth/token-source';
import { HttpClient, type HttpClientOptions } from '../../src/transport/http-client';
import { startScriptedServer, type Instruction, type ScriptedServer } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import { SimulatedClock } from '../time/simulated-clock';
import { failureOf } from '../transport/exchange-scenario';

const TOKEN_REQUEST = 'POST /oauth/token';
const SECRET = 'canary+secret/"ü=%';

describe('The access token', () => {
  let server: ScriptedServer;
  let http: HttpClient;
  let clock: SimulatedClock;
  let source: TokenSource;
  /** One line for each answer that was read. */
  let lines: string[];

  beforeEach(async () => {
    lines = [];
    server = await startScriptedServer();
    http = client({});
    clock = new SimulatedClock();
    source = sourceWith({});
  });

  afterEach(async () => {
    await http.close();
    await server.close();
    assert.deepEqual(server.unused(), []);
  });

  function client(options: HttpClientOptions): HttpClient {
    return new HttpClient({ clock: new PatientClock(50), random: () => 0.5, trace: (line) => lines.push(line), ...options });
  }

  function sourceWith(options: Partial<TokenSourceOptions>): TokenSource {
    return new TokenSource({ http, authUrl: server.origin, audience: 'https://api.example/', clientId: 'my id', clientSecret: SECRET, clock, ...options });
  }

  function issues(value: string, more: object = {}): Instruction {
    return { body: { access_token: value, expires_in: 1000, token_type: 'Bearer', scope: 'all', ...more } };
  }

  /** For an answer that waits until the test releases it. */
  function heldAnswer(): { released: Promise<void>; release: () => void } {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    return { released, release };
  }

  /** Until so many answers have been read, and made use of. */
  async function answersReach(count: number): Promise<void> {
    while (lines.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  describe('is asked for', () => {
    it('in the way of section 5', async () => {
      server.script(TOKEN_REQUEST, issues('one'));
      assert.equal((await source.token()).value, 'one');
      const [request] = server.requests;
      assert.equal(request?.headers['accept'], 'application/json');
      assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
      assert.equal(request?.headers['authorization'], undefined);
      assert.equal(request?.headers['connection'], 'close');
      assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
        grant_type: 'client_credentials',
        audience: 'https://api.example/',
        client_id: 'my id',
        client_secret: SECRET
      });
    });

    it('and what keeps it is told to all who wait, and to nobody else', async () => {
      server.script(TOKEN_REQUEST, { status: 503 }, { status: 503 }, issues('one'));
      const heard: string[] = [];
      const stop = new AbortController();
      const waiting = [source.token(undefined, ({ reason, attempt }) => heard.push(`a: ${reason} ${attempt}`)), source.token(undefined, ({ attempt }) => heard.push(`b: ${attempt}`))];
      const gone = source.token(stop.signal, () => heard.push('gone'));
      stop.abort(new Error('closed'));
      await assert.rejects(gone, /closed/);
      await Promise.all(waiting);
      assert.deepEqual(heard, ['a: retry 2', 'b: 2', 'a: retry 3', 'b: 3']);
    });

    it('without an audience where that is empty', async () => {
      server.script(TOKEN_REQUEST, issues('one'));
      await sourceWith({ audience: '' }).token();
      assert.equal(new URLSearchParams(server.requests[0]?.body).has('audience'), false);
    });

    for (const [authUrl, path] of [
      ['', '/oauth/token'],
      ['/', '/oauth/token'],
      ['/tenant', '/tenant/oauth/token'],
      ['/tenant//', '/tenant/oauth/token'],
      ['/realms/soil/protocol/openid-connect/token', '/realms/soil/protocol/openid-connect/token'],
      ['/token', '/token']
    ] as const) {
      it(`at ${path} where the Token URL is {host}${authUrl}`, async () => {
        server.script(`POST ${path}`, issues('one'));
        await sourceWith({ authUrl: server.origin + authUrl }).token();
      });
    }

    it('at no address that is none', () => {
      assert.throws(() => sourceWith({ authUrl: 'not an address' }), { code: 'SOIL_CONFIG' });
    });

    it('once for 1,000 callers', async () => {
      server.script(TOKEN_REQUEST, { ...issues('one'), waitMs: 20 });
      const tokens = await Promise.all(Array.from({ length: 1000 }, () => source.token()));
      assert.ok(tokens.every((token) => token === tokens[0]));
      assert.equal(await source.token(), tokens[0]);
    });

    it('again where the first request failed', async () => {
      http = client({ retryBudgetSeconds: 0.1 });
      source = sourceWith({});
      server.script(TOKEN_REQUEST, { status: 503 }, issues('one'));
      const failures = await Promise.allSettled([source.token(), source.token()]);
      assert.deepEqual(failures.map(({ status }) => status), ['rejected', 'rejected']);
      assert.equal((await source.token()).value, 'one');
    });

    it('through passing failures', async () => {
      server.script(TOKEN_REQUEST, { status: 503 }, { reset: 'after-reading' }, { status: 429, headers: { 'retry-after': '1' } }, issues('one'));
      assert.equal((await source.token()).value, 'one');
    });

    it('while the exchanges that wait for it take all places', async () => {
      http = client({ maxConcurrent: 1 });
      source = sourceWith({});
      server.script(TOKEN_REQUEST, issues('one'));
      server.script('GET /v1/datasets', {});
      const authorize = async (): Promise<string> => `Bearer ${(await source.token()).value}`;
      await http.exchange({ method: 'GET', url: `${server.origin}/v1/datasets`, headers: {}, purpose: 'read the datasets', repeat: 'safe', authorize });
      assert.equal(server.requests[1]?.headers['authorization'], 'Bearer one');
    });

    it('of nobody else: a redirect is not followed', async () => {
      const elsewhere = await startScriptedServer();
      server.script(TOKEN_REQUEST, { status: 307, headers: { location: `${elsewhere.origin}/oauth/token` } });
      try {
        await failureOf(source.token(), 'SOIL_RESPONSE');
        assert.equal(elsewhere.connections, 0);
      } finally {
        await elsewhere.close();
      }
    });
  });

  describe('of a caller who gives up', () => {
    const reason = new Error('no longer wanted');

    it('is still fetched for the others', async () => {
      const stop = new AbortController();
      server.script(TOKEN_REQUEST, { ...issues('one'), before: () => stop.abort(reason) });
      const [given, kept] = [source.token(stop.signal), source.token()];
      await assert.rejects(given, reason);
      assert.equal((await kept).value, 'one');
    });

    it('is not fetched any more where nobody else waits, and is asked for anew by the next', async () => {
      http = client({ clock: systemClock });
      source = sourceWith({});
      const stop = new AbortController();
      let next: Promise<AccessToken> | undefined;
      const giveUp = (): void => {
        stop.abort(reason);
        next = source.token();
      };
      server.script(TOKEN_REQUEST, { silent: true, before: giveUp }, { ...issues('two'), waitMs: 50 });
      const given = [source.token(stop.signal), source.token(stop.signal)];
      for (const each of given) await assert.rejects(each, reason);
      while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      assert.match(lines[0] ?? '', /: Stopped, sent, /);
      assert.deepEqual((await Promise.all([next, source.token()])).map((token) => token?.value), ['two', 'two']);
      await http.close();
    });

    it('is not stopped by one who gives up after another', async () => {
      const stops = [new AbortController(), new AbortController()];
      const answer = heldAnswer();
      server.script(TOKEN_REQUEST, { ...issues('one'), before: () => (stops[0]?.abort(reason), answer.released) });
      const [first, second, third] = [source.token(stops[0]?.signal), source.token(stops[1]?.signal), source.token()];
      await assert.rejects(first, reason);
      stops[1]?.abort(reason);
      await assert.rejects(second, reason);
      answer.release();
      assert.equal((await third).value, 'one');
    });

    it('is not even asked for where that is known before', async () => {
      await assert.rejects(source.token(AbortSignal.abort(reason)), reason);
      assert.equal(server.connections, 0);
    });
  });

  describe('lives', () => {
    it('until 120 s before its end alone, then together with its successor', async () => {
      server.script(TOKEN_REQUEST, issues('old', { expires_in: 86_400 }), issues('new', { expires_in: 86_400 }));
      const old = await source.token();
      await clock.advance(86_279_000);
      assert.equal(await source.token(), old);
      assert.equal(server.requests.length, 1);
      await clock.advance(1000);
      assert.equal(await source.token(), old);
      await answersReach(2);
      assert.equal((await source.token()).value, 'new');
    });

    it('at most until 10 s before its end, however its renewal fares', async () => {
      const answer = heldAnswer();
      server.script(TOKEN_REQUEST, issues('old'), { ...issues('new'), before: () => answer.released });
      const old = await source.token();
      await clock.advance(885_000);
      assert.equal(await source.token(), old);
      await clock.advance(104_000);
      assert.equal(await source.token(), old);
      await clock.advance(1000);
      const next = source.token();
      answer.release();
      assert.equal((await next).value, 'new');
    });

    it('on where its renewal fails, which is not repeated for every caller', async () => {
      http = client({ retryBudgetSeconds: 0.1 });
      source = sourceWith({});
      server.script(TOKEN_REQUEST, issues('old'), { status: 503 }, { status: 400, body: { error: 'invalid_request' } }, issues('new'));
      const old = await source.token();
      await clock.advance(880_000);
      assert.equal(await source.token(), old);
      await answersReach(2);
      for (let count = 0; count < 100; count++) assert.equal(await source.token(), old);
      assert.equal(server.requests.length, 2);
      await clock.advance(5000);
      assert.equal(await source.token(), old);
      await answersReach(3);
      await clock.advance(9000);
      assert.equal(await source.token(), old);
      assert.equal(server.requests.length, 3);
      await clock.advance(1000);
      assert.equal(await source.token(), old);
      await answersReach(4);
      const fresh = await source.token();
      assert.equal(fresh.value, 'new');

      // The next failure begins with the short pause again.
      server.script(TOKEN_REQUEST, { status: 503 }, issues('newest'));
      await clock.advance(885_000);
      assert.equal(await source.token(), fresh);
      await answersReach(5);
      await clock.advance(5000);
      assert.equal(await source.token(), fresh);
      await answersReach(6);
      assert.equal((await source.token()).value, 'newest');
    });

    it('on where its renewal is refused, which is forgotten when a later one succeeds', async () => {
      server.script(TOKEN_REQUEST, issues('old'), { status: 403 }, issues('new'), issues('newest'));
      const old = await source.token();
      await clock.advance(885_000);
      assert.equal(await source.token(), old);
      await answersReach(2);
      await clock.advance(5000);
      assert.equal(await source.token(), old);
      await answersReach(3);
      source.reject(await source.token());
      assert.equal((await source.token()).value, 'newest');
    });

    it('shorter margins where its life is short', async () => {
      server.script(TOKEN_REQUEST, issues('old', { expires_in: 20 }), issues('new', { expires_in: 20 }));
      const old = await source.token();
      await clock.advance(15_500);
      assert.equal(await source.token(), old);
      assert.equal(server.requests.length, 1);
      await clock.advance(2600);
      assert.equal((await source.token()).value, 'new');
    });

    it('from the moment of sending, so that a slow answer makes it no younger', async () => {
      const slow = new PatientClock(2000);
      http = client({ clock: slow, timeoutSeconds: 20_000 });
      source = sourceWith({});
      // It ends after 990 s, of which the answer takes 200 s and a little.
      server.script(TOKEN_REQUEST, { ...issues('old'), before: () => new Promise<void>((resolve) => void slow.after(200_000, resolve)) }, issues('new'));
      const old = await source.token();
      await clock.advance(400_000);
      assert.equal(await source.token(), old);
      await clock.advance(390_000);
      assert.equal((await source.token()).value, 'new');
    });

    it('by the monotonic clock: a day on the wall changes nothing', async () => {
      server.script(TOKEN_REQUEST, issues('old'));
      const old = await source.token();
      clock.setWall(clock.now() + 86_400_000);
      assert.equal(await source.token(), old);
      clock.setWall(clock.now() - 3 * 86_400_000);
      assert.equal(await source.token(), old);
    });

    for (const [name, lifetime, seconds] of [
      ['is missing', undefined, 300],
      ['is null', null, 300],
      ['is zero', 0, 300],
      ['is negative', -5, 300],
      ['is garbage', 'soon', 300],
      ['is an object', {}, 300],
      ['is empty', '', 300],
      ['is a text', '600', 600],
      ['is huge', 1e300, 604_800],
      ['is a fraction', 0.5, 0.5]
    ] as const) {
      it(`${seconds} s where expires_in ${name}`, async () => {
        server.script(TOKEN_REQUEST, issues('old', { expires_in: lifetime }));
        const askedAt = clock.now();
        const { expiresAt } = await source.token();
        // The wall time comes from the exchange, whose clock is another one here.
        assert.ok(Math.abs(expiresAt - askedAt - seconds * 1000) < 60_000 && expiresAt > askedAt, `${expiresAt - askedAt} ms`);
      });
    }
  });

  describe('that the service does not accept', () => {
    it('is replaced', async () => {
      server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      source.reject(await source.token());
      assert.equal((await source.token()).value, 'two');
    });

    it('is replaced once, however many report it and whenever', async () => {
      server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      const old = await source.token();
      const renewed = await Promise.all(
        Array.from({ length: 1000 }, async () => {
          source.reject(old);
          return source.token();
        })
      );
      source.reject(old);
      assert.equal(await source.token(), renewed[0]);
    });

    it('is replaced at once where it was accepted before, however short the time since the last one', async () => {
      server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      source.reject(await source.token());
      source.accept(await source.token());
      source.reject(await source.token());
      assert.equal((await source.token()).value, 'three');
    });

    it('is replaced by one that is kept for half a minute, though it is not accepted either', async () => {
      server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      source.reject(await source.token());
      const second = await source.token();
      await clock.advance(29_999);
      for (let time = 0; time < 100; time++) source.reject(await source.token());
      assert.equal(await source.token(), second);
      await clock.advance(1);
      source.reject(second);
      assert.equal((await source.token()).value, 'three');
    });
  });

  describe('that is refused', () => {
    for (const [name, answer, advice] of [
      ['unauthorized_client', { status: 400, body: { error: 'unauthorized_client' } }, /has to be allowed the grant client_credentials/],
      ['access_denied', { status: 403, body: { error: 'access_denied', error_description: 'Service not enabled' } }, /client id, client secret and audience/],
      ['invalid_request', { status: 400, body: { error: 'invalid_request' } }, /Check "Audience" and "Token URL" of the soil service\.$/],
      ['a code that is none', { status: 400, body: { error: 5 } }, /\(400\)\. Check client id and client secret/],
      ['nothing readable', { status: 401, body: '<html>no</html>' }, /Check client id and client secret of the soil service\.$/],
      ['404', { status: 404 }, /There is no token endpoint at this address: check the "Token URL" of the soil service\.$/],
      ['405', { status: 405 }, /There is no token endpoint at this address/]
    ] as [string, Instruction, RegExp][]) {
      it(`with ${name} ends in SOIL_AUTH, and says what to do`, async () => {
        server.script(TOKEN_REQUEST, answer);
        const error = await failureOf(source.token(), 'SOIL_AUTH');
        assert.match(error.message, advice);
        assert.equal(error.cause.status, answer.status);
        assert.equal(error.cause.url, `${server.origin}/oauth/token`);
        assert.equal(error.cause.method, 'POST');
      });
    }

    it('is asked for once by 1,000 callers at once, and not at all for half a minute', async () => {
      server.script(TOKEN_REQUEST, { status: 403, body: { error: 'access_denied' } }, issues('one'));
      const refusals = await Promise.allSettled(Array.from({ length: 1000 }, () => source.token()));
      assert.ok(refusals.every(({ status }) => status === 'rejected'));
      await clock.advance(29_000);
      const remembered = await failureOf(source.token(), 'SOIL_AUTH');
      assert.equal(remembered.cause.detail, 'access_denied');
      assert.match(remembered.message, /client id, client secret and audience.*tried again in 1 s at the earliest\.$/);
      assert.equal(server.requests.length, 1);
      await clock.advance(1000);
      assert.equal((await source.token()).value, 'one');
    });
  });

  describe('by HTTP Basic', () => {
    const invalidClient = { status: 401, body: { error: 'invalid_client' } };
    const challenge = { status: 401, headers: { 'www-authenticate': 'Basic realm="soil"' } };

    for (const [name, refusal] of [
      ['invalid_client', invalidClient],
      ['a challenge', challenge]
    ] as const) {
      it(`is tried once after ${name}, and from then on`, async () => {
        server.script(TOKEN_REQUEST, refusal, issues('one'), issues('two'));
        source.reject(await source.token());
        assert.equal((await source.token()).value, 'two');
        for (const { headers, body } of server.requests.slice(1)) {
          const [id, secret] = Buffer.from(String(headers['authorization']).replace('Basic ', ''), 'base64').toString().split(':');
          assert.deepEqual([id, secret].map((half) => new URLSearchParams(`=${half}`).get('')), ['my id', SECRET]);
          assert.deepEqual([...new URLSearchParams(body).keys()], ['grant_type', 'audience']);
        }
      });
    }

    it('is given up where that is refused as well', async () => {
      server.script(TOKEN_REQUEST, invalidClient, { status: 401 });
      const error = await failureOf(source.token(), 'SOIL_AUTH');
      assert.equal(error.cause.detail, 'invalid_client');
      assert.match(error.message, /was refused \(401: invalid_client\)\. Check client id and client secret/);
      await failureOf(source.token(), 'SOIL_AUTH');
      assert.equal(server.requests.length, 2);
    });

    it('is not tried after a refusal that has nothing to do with it', async () => {
      server.script(TOKEN_REQUEST, { ...challenge, status: 403 });
      await failureOf(source.token(), 'SOIL_AUTH');
      assert.equal(server.requests.length, 1);
    });

    it('is not left because the account is refused', async () => {
      server.script(TOKEN_REQUEST, invalidClient, issues('one'), { status: 403, body: { error: 'access_denied' } });
      source.reject(await source.token());
      const error = await failureOf(source.token(), 'SOIL_AUTH');
      assert.equal(error.cause.detail, 'access_denied');
      assert.equal(server.requests.length, 3);
    });

    it('is left again where the deployment changes', async () => {
      server.script(TOKEN_REQUEST, invalidClient, issues('one'), invalidClient, issues('two'), issues('three'));
      source.reject(await source.token());
      const second = await source.token();
      await clock.advance(30_000);
      source.reject(second);
      assert.equal((await source.token()).value, 'three');
      assert.equal(server.requests.at(-1)?.headers['authorization'], undefined);
    });
  });

  describe('that is no token', () => {
    for (const [name, body] of [
      ['an HTML page', '<html>Welcome to the hotel network</html>'],
      ['nothing', ''],
      ['a list', '[]'],
      ['null', 'null'],
      ['an object without it', '{}'],
      ['a number', '{"access_token":1}'],
      ['an empty text', '{"access_token":""}'],
      ['a header of its own', '{"access_token":"a\\r\\nx-evil: b"}'],
      ['an inherited one', '{"__proto__":{"access_token":"abc"}}'],
      ['too long', JSON.stringify({ access_token: 'x'.repeat(16_385) })],
      ['of another type', '{"access_token":"abc","token_type":"mac"}']
    ] as const) {
      it(`is not accepted: ${name}`, async () => {
        server.script(TOKEN_REQUEST, { body });
        const error = await failureOf(source.token(), 'SOIL_RESPONSE');
        assert.match(error.message, /^\{/.test(body) ? /^The sign-in at .* (without a usable access_token|is not a bearer token)/ : /something other than JSON/);
      });
    }

    it('is still accepted without a type, or with one in other letters', async () => {
      server.script(TOKEN_REQUEST, { body: '{"access_token":"one"}' }, issues('two', { token_type: 'BEARER' }));
      source.reject(await source.token());
      assert.equal((await source.token()).value, 'two');
    });
  });

  it('shows neither itself nor the secret to anybody', async () => {
    server.script(TOKEN_REQUEST, issues('canary-token'));
    const token: AccessToken = await source.token();
    const shown = [token, source].flatMap((each) => [(each as { toString(): string }).toString(), JSON.stringify({ each }), inspect(each, { depth: 9, showHidden: true }), JSON.stringify({ ...each })]);
    assert.doesNotMatch(shown.join('\n'), /canary/);
  });

  it('shows no secret in errors and traces, even where the server repeats all it got', async () => {
    http = client({ retryBudgetSeconds: 0.1, errorWords: (body) => body });
    const shown: string[] = [];
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const echo: Instruction = { status, body: 'set below' };
      echo.before = ({ body, headers }): void => {
        const basic = String(headers['authorization'] ?? '').replace('Basic ', '');
        echo.body = { error: 'invalid_client', echo: [body, SECRET, encodeURIComponent(SECRET), headers, basic, Buffer.from(basic, 'base64').toString()] };
      };
      server.always(TOKEN_REQUEST, echo);
      source = sourceWith({ http, errorWords: (body) => body });
      const error = (await source.token().catch((thrown: unknown) => thrown)) as Error;
      shown.push(error.message, error.stack ?? '', JSON.stringify(error), inspect(error, { depth: 9 }));
    }
    const text = [...shown, ...lines].join('\n');
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /\*\*\*/);
    assert.ok(lines.length >= 7);
  });
});
