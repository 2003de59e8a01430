import assert from 'node:assert/strict';
import { startScriptedServer } from '../servers/scripted-server';
import { failureOf } from '../transport/exchange-scenario';
import { issues, SECRET, TOKEN_REQUEST, TokenScenario } from './token-scenario';

describe('The access token is asked for', () => {
  const scenario = TokenScenario.inEachTest();

  it('as section 5 says', async () => {
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
      client_secret: SECRET,
    });
  });

  it('and what delays it is reported to everyone who waits, and to nobody else', async () => {
    scenario.server.script(TOKEN_REQUEST, { status: 503 }, { status: 503 }, issues('one'));
    const heard: string[] = [];
    const stop = new AbortController();
    const waiting = [...['a', 'b'].map((name) => scenario.source.token(undefined, ({ reason }) => heard.push(`${name}: ${reason}`)))];
    const gone = scenario.source.token(stop.signal, () => heard.push('gone'));
    stop.abort(new Error('closed'));
    await assert.rejects(gone, /closed/);
    await Promise.all(waiting);
    assert.deepEqual(heard, ['a: retry', 'b: retry', 'a: retry', 'b: retry']);
  });

  it('without an audience if that is empty', async () => {
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
    ['/token', '/token'],
  ] as const) {
    it(`at ${path} if the Token URL is {host}${authUrl}`, async () => {
      scenario.server.script(`POST ${path}`, issues('one'));
      await scenario.sourceWith({ authUrl: scenario.server.origin + authUrl }).token();
    });
  }

  it('once for 1,000 callers', async () => {
    scenario.server.script(TOKEN_REQUEST, { ...issues('one'), waitMs: 20 });
    const tokens = await Promise.all(Array.from({ length: 1000 }, () => scenario.source.token()));
    assert.ok(tokens.every((token) => token === tokens[0]));
    assert.equal(await scenario.source.token(), tokens[0]);
  });

  it('again if the first request failed', async () => {
    scenario.http = scenario.client({ retryBudgetSeconds: 0.1 });
    scenario.source = scenario.sourceWith({});
    scenario.server.script(TOKEN_REQUEST, { status: 503 }, issues('one'));
    const failures = await Promise.allSettled([scenario.source.token(), scenario.source.token()]);
    assert.deepEqual(failures.map(({ status }) => status), ['rejected', 'rejected']);
    assert.equal((await scenario.source.token()).value, 'one');
  });

  it('again after temporary failures', async () => {
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

  it('and an answer too long for a token leads to the settings, not to a smaller area', async () => {
    scenario.server.script(TOKEN_REQUEST, { body: 'x'.repeat(2 ** 20 + 1) });
    const { message } = await failureOf(scenario.source.token(), 'SOIL_RESPONSE');
    assert.match(message, /^Could not sign in: the answer of \S+ is longer than the limit of 1 MiB\. Check the address in the settings\.$/);
  });
});
