import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { AccessToken } from '../../src/auth/access-token';
import { systemClock } from '../../src/time/clock';
import { startScriptedServer, type Instruction } from '../servers/scripted-server';
import { PatientClock } from '../time/patient-clock';
import { failureOf } from '../transport/exchange-scenario';
import { issues, SECRET, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token', () => {
  const scenario = TokenScenario.inEachTest();

  /** For an answer that waits until the test releases it. */
  function heldAnswer(): { released: Promise<void>; release: () => void } {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    return { released, release };
  }

  describe('is asked for', () => {
    it('in the way of section 5', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'));
      assert.equal((await scenario.source.token()).value, 'one');
      const [request] = scenario.server.requests;
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
      scenario.server.script(TOKEN_REQUEST, { status: 503 }, { status: 503 }, issues('one'));
      const heard: string[] = [];
      const stop = new AbortController();
      const waiting = [scenario.source.token(undefined, ({ reason, attempt }) => heard.push(`a: ${reason} ${attempt}`)), scenario.source.token(undefined, ({ attempt }) => heard.push(`b: ${attempt}`))];
      const gone = scenario.source.token(stop.signal, () => heard.push('gone'));
      stop.abort(new Error('closed'));
      await assert.rejects(gone, /closed/);
      await Promise.all(waiting);
      assert.deepEqual(heard, ['a: retry 2', 'b: 2', 'a: retry 3', 'b: 3']);
    });

    it('without an audience where that is empty', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'));
      await scenario.sourceWith({ audience: '' }).token();
      assert.equal(new URLSearchParams(scenario.server.requests[0]?.body).has('audience'), false);
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
        scenario.server.script(`POST ${path}`, issues('one'));
        await scenario.sourceWith({ authUrl: scenario.server.origin + authUrl }).token();
      });
    }

    it('at no address that is none', () => {
      assert.throws(() => scenario.sourceWith({ authUrl: 'not an address' }), { code: 'SOIL_CONFIG' });
    });

    it('once for 1,000 callers', async () => {
      scenario.server.script(TOKEN_REQUEST, { ...issues('one'), waitMs: 20 });
      const tokens = await Promise.all(Array.from({ length: 1000 }, () => scenario.source.token()));
      assert.ok(tokens.every((token) => token === tokens[0]));
      assert.equal(await scenario.source.token(), tokens[0]);
    });

    it('again where the first request failed', async () => {
      scenario.http = scenario.client({ retryBudgetSeconds: 0.1 });
      scenario.source = scenario.sourceWith({});
      scenario.server.script(TOKEN_REQUEST, { status: 503 }, issues('one'));
      const failures = await Promise.allSettled([scenario.source.token(), scenario.source.token()]);
      assert.deepEqual(failures.map(({ status }) => status), ['rejected', 'rejected']);
      assert.equal((await scenario.source.token()).value, 'one');
    });

    it('through passing failures', async () => {
      scenario.server.script(TOKEN_REQUEST, { status: 503 }, { reset: 'after-reading' }, { status: 429, headers: { 'retry-after': '1' } }, issues('one'));
      assert.equal((await scenario.source.token()).value, 'one');
    });

    it('while the exchanges that wait for it take all places', async () => {
      scenario.http = scenario.client({ maxConcurrent: 1 });
      scenario.source = scenario.sourceWith({});
      scenario.server.script(TOKEN_REQUEST, issues('one'));
      scenario.server.script('GET /v1/datasets', {});
      const authorize = async (): Promise<string> => `Bearer ${(await scenario.source.token()).value}`;
      await scenario.http.exchange({ method: 'GET', url: `${scenario.server.origin}/v1/datasets`, headers: {}, purpose: 'read the datasets', repeat: 'safe', authorize });
      assert.equal(scenario.server.requests[1]?.headers['authorization'], 'Bearer one');
    });

    it('of nobody else: a redirect is not followed', async () => {
      const elsewhere = await startScriptedServer();
      scenario.server.script(TOKEN_REQUEST, { status: 307, headers: { location: `${elsewhere.origin}/oauth/token` } });
      try {
        await failureOf(scenario.source.token(), 'SOIL_RESPONSE');
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
      scenario.server.script(TOKEN_REQUEST, { ...issues('one'), before: () => stop.abort(reason) });
      const [given, kept] = [scenario.source.token(stop.signal), scenario.source.token()];
      await assert.rejects(given, reason);
      assert.equal((await kept).value, 'one');
    });

    it('is not fetched any more where nobody else waits, and is asked for anew by the next', async () => {
      scenario.http = scenario.client({ clock: systemClock });
      scenario.source = scenario.sourceWith({});
      const stop = new AbortController();
      let next: Promise<AccessToken> | undefined;
      const giveUp = (): void => {
        stop.abort(reason);
        next = scenario.source.token();
      };
      scenario.server.script(TOKEN_REQUEST, { silent: true, before: giveUp }, { ...issues('two'), waitMs: 50 });
      const given = [scenario.source.token(stop.signal), scenario.source.token(stop.signal)];
      for (const each of given) await assert.rejects(each, reason);
      while (scenario.server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      assert.match(scenario.lines[0] ?? '', /: Stopped, sent, /);
      assert.deepEqual((await Promise.all([next, scenario.source.token()])).map((token) => token?.value), ['two', 'two']);
      await scenario.http.close();
    });

    it('is not stopped by one who gives up after another', async () => {
      const stops = [new AbortController(), new AbortController()];
      const answer = heldAnswer();
      scenario.server.script(TOKEN_REQUEST, { ...issues('one'), before: () => (stops[0]?.abort(reason), answer.released) });
      const [first, second, third] = [scenario.source.token(stops[0]?.signal), scenario.source.token(stops[1]?.signal), scenario.source.token()];
      await assert.rejects(first, reason);
      stops[1]?.abort(reason);
      await assert.rejects(second, reason);
      answer.release();
      assert.equal((await third).value, 'one');
    });

    it('is not even asked for where that is known before', async () => {
      await assert.rejects(scenario.source.token(AbortSignal.abort(reason)), reason);
      assert.equal(scenario.server.connections, 0);
    });
  });

  describe('lives', () => {
    it('until 120 s before its end alone, then together with its successor', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: 86_400 }), issues('new', { expires_in: 86_400 }));
      const old = await scenario.source.token();
      await scenario.clock.advance(86_279_000);
      assert.equal(await scenario.source.token(), old);
      assert.equal(scenario.server.requests.length, 1);
      await scenario.clock.advance(1000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(2);
      assert.equal((await scenario.source.token()).value, 'new');
    });

    it('at most until 10 s before its end, however its renewal fares', async () => {
      const answer = heldAnswer();
      scenario.server.script(TOKEN_REQUEST, issues('old'), { ...issues('new'), before: () => answer.released });
      const old = await scenario.source.token();
      await scenario.clock.advance(885_000);
      assert.equal(await scenario.source.token(), old);
      await scenario.clock.advance(104_000);
      assert.equal(await scenario.source.token(), old);
      await scenario.clock.advance(1000);
      const next = scenario.source.token();
      answer.release();
      assert.equal((await next).value, 'new');
    });

    it('on where its renewal fails, which is not repeated for every caller', async () => {
      scenario.http = scenario.client({ retryBudgetSeconds: 0.1 });
      scenario.source = scenario.sourceWith({});
      scenario.server.script(TOKEN_REQUEST, issues('old'), { status: 503 }, { status: 400, body: { error: 'invalid_request' } }, issues('new'));
      const old = await scenario.source.token();
      await scenario.clock.advance(880_000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(2);
      for (let count = 0; count < 100; count++) assert.equal(await scenario.source.token(), old);
      assert.equal(scenario.server.requests.length, 2);
      await scenario.clock.advance(5000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(3);
      await scenario.clock.advance(9000);
      assert.equal(await scenario.source.token(), old);
      assert.equal(scenario.server.requests.length, 3);
      await scenario.clock.advance(1000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(4);
      const fresh = await scenario.source.token();
      assert.equal(fresh.value, 'new');

      // The next failure begins with the short pause again.
      scenario.server.script(TOKEN_REQUEST, { status: 503 }, issues('newest'));
      await scenario.clock.advance(885_000);
      assert.equal(await scenario.source.token(), fresh);
      await scenario.answersReach(5);
      await scenario.clock.advance(5000);
      assert.equal(await scenario.source.token(), fresh);
      await scenario.answersReach(6);
      assert.equal((await scenario.source.token()).value, 'newest');
    });

    it('on where its renewal is refused, which is forgotten when a later one succeeds', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('old'), { status: 403 }, issues('new'), issues('newest'));
      const old = await scenario.source.token();
      await scenario.clock.advance(885_000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(2);
      await scenario.clock.advance(5000);
      assert.equal(await scenario.source.token(), old);
      await scenario.answersReach(3);
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'newest');
    });

    it('shorter margins where its life is short', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: 20 }), issues('new', { expires_in: 20 }));
      const old = await scenario.source.token();
      await scenario.clock.advance(15_500);
      assert.equal(await scenario.source.token(), old);
      assert.equal(scenario.server.requests.length, 1);
      await scenario.clock.advance(2600);
      assert.equal((await scenario.source.token()).value, 'new');
    });

    it('from the moment of sending, so that a slow answer makes it no younger', async () => {
      const slow = new PatientClock(2000);
      scenario.http = scenario.client({ clock: slow, timeoutSeconds: 20_000 });
      scenario.source = scenario.sourceWith({});
      // It ends after 990 s, of which the answer takes 200 s and a little.
      scenario.server.script(TOKEN_REQUEST, { ...issues('old'), before: () => new Promise<void>((resolve) => void slow.after(200_000, resolve)) }, issues('new'));
      const old = await scenario.source.token();
      await scenario.clock.advance(400_000);
      assert.equal(await scenario.source.token(), old);
      await scenario.clock.advance(390_000);
      assert.equal((await scenario.source.token()).value, 'new');
    });

    it('by the monotonic clock: a day on the wall changes nothing', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('old'));
      const old = await scenario.source.token();
      scenario.clock.setWall(scenario.clock.now() + 86_400_000);
      assert.equal(await scenario.source.token(), old);
      scenario.clock.setWall(scenario.clock.now() - 3 * 86_400_000);
      assert.equal(await scenario.source.token(), old);
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
        scenario.server.script(TOKEN_REQUEST, issues('old', { expires_in: lifetime }));
        const askedAt = scenario.clock.now();
        const { expiresAt } = await scenario.source.token();
        // The wall time comes from the exchange, whose scenario.clock is another one here.
        assert.ok(Math.abs(expiresAt - askedAt - seconds * 1000) < 60_000 && expiresAt > askedAt, `${expiresAt - askedAt} ms`);
      });
    }
  });

  describe('that the service does not accept', () => {
    it('is replaced', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'two');
    });

    it('is replaced once, however many report it and whenever', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'));
      const old = await scenario.source.token();
      const renewed = await Promise.all(
        Array.from({ length: 1000 }, async () => {
          scenario.source.reject(old);
          return scenario.source.token();
        })
      );
      scenario.source.reject(old);
      assert.equal(await scenario.source.token(), renewed[0]);
    });

    it('is replaced at once where it was accepted before, however short the time since the last one', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      scenario.source.reject(await scenario.source.token());
      scenario.source.accept(await scenario.source.token());
      scenario.source.reject(await scenario.source.token());
      assert.equal((await scenario.source.token()).value, 'three');
    });

    it('is replaced by one that is kept for half a minute, though it is not accepted either', async () => {
      scenario.server.script(TOKEN_REQUEST, issues('one'), issues('two'), issues('three'));
      scenario.source.reject(await scenario.source.token());
      const second = await scenario.source.token();
      await scenario.clock.advance(29_999);
      for (let time = 0; time < 100; time++) scenario.source.reject(await scenario.source.token());
      assert.equal(await scenario.source.token(), second);
      await scenario.clock.advance(1);
      scenario.source.reject(second);
      assert.equal((await scenario.source.token()).value, 'three');
    });
  });

  it('shows neither itself nor the secret to anybody', async () => {
    scenario.server.script(TOKEN_REQUEST, issues('canary-token'));
    const token: AccessToken = await scenario.source.token();
    const shown = [token, scenario.source].flatMap((each) => [(each as { toString(): string }).toString(), JSON.stringify({ each }), inspect(each, { depth: 9, showHidden: true }), JSON.stringify({ ...each })]);
    assert.doesNotMatch(shown.join('\n'), /canary/);
  });

  it('shows no secret in errors and traces, even where the server repeats all it got', async () => {
    scenario.http = scenario.client({ retryBudgetSeconds: 0.1, errorWords: (body) => body });
    const shown: string[] = [];
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const echo: Instruction = { status, body: 'set below' };
      echo.before = ({ body, headers }): void => {
        const basic = String(headers['authorization'] ?? '').replace('Basic ', '');
        echo.body = { error: 'invalid_client', echo: [body, SECRET, encodeURIComponent(SECRET), headers, basic, Buffer.from(basic, 'base64').toString()] };
      };
      scenario.server.always(TOKEN_REQUEST, echo);
      scenario.source = scenario.sourceWith({ http: scenario.http, errorWords: (body) => body });
      const error = (await scenario.source.token().catch((thrown: unknown) => thrown)) as Error;
      shown.push(error.message, error.stack ?? '', JSON.stringify(error), inspect(error, { depth: 9 }));
    }
    const text = [...shown, ...scenario.lines].join('\n');
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /\*\*\*/);
    assert.ok(scenario.lines.length >= 7);
  });
});
