import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Delay } from '../../src/transport/http-exchange';
import { freePort } from '../servers/free-port';
import { startScriptedServer, type Instruction } from '../servers/scripted-server';
import { UNKNOWN_NAME } from '../servers/unknown-name';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('An exchange that may be repeated', () => {
  const scenario = ExchangeScenario.inEachTest();

  for (const [name, fault] of [
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, Instruction] => [`${status}`, { status }]),
    ['500 with an HTML page', { status: 500, headers: { 'content-type': 'text/html' }, body: '<html><h1>Oops</h1></html>' }],
    ['503 with a body that cannot be decoded', { status: 503, headers: { 'content-encoding': 'gzip' }, body: 'no gzip' }],
    ['503 with an endless body', { status: 503, body: Buffer.alloc(65536), endless: true }],
    ['a reset before the request is read', { reset: 'before-reading' }],
    ['a reset after the request is read', { reset: 'after-reading' }],
    ['a reset before the body', { body: 'x'.repeat(1000), cutAfter: 0 }],
    ['a reset in the middle of the body', { body: 'x'.repeat(1000), cutAfter: 500 }],
    ['a body shorter than its length', { body: 'short', contentLength: 100 }],
    ['a silent server', { silent: true }],
    ['a body that stops', { body: 'x'.repeat(1000), stallAfter: 10 }],
  ] as [string, Instruction][]) {
    it(`is repeated after ${name}`, async () => {
      if (fault.silent || fault.stallAfter) scenario.use({ timeoutSeconds: 15 });
      scenario.server.script('GET /v1/datasets', fault, { body: { fine: true } });
      const answer = await scenario.get('/v1/datasets');
      assert.equal(answer.status, 200);
      assert.equal(answer.body, '{"fine":true}');
      assert.equal(scenario.server.requests.length, 2);
      const [{ error, ...delay } = {}] = scenario.delays as [Delay?];
      assert.deepEqual([delay, scenario.delays.length], [{ reason: name === '429' ? 'rate-limit' : 'retry', seconds: 0.375 }, 1]);
      assert.match(error?.message ?? '', /^Could not read the datasets: /, 'what it would have ended with');
    });
  }

  for (const status of [200, 201, 202, 204, 299, 400, 401, 403, 404, 409, 410, 422, 451]) {
    it(`gives an answer of ${status} to the caller`, async () => {
      scenario.server.script('GET /v1/datasets', { status, ...(status !== 204 && { body: 'words' }), headers: { 'x-one': 'a', 'X-Two': ['b', 'c'] } });
      const { body, headers, ...answer } = await scenario.get('/v1/datasets');
      assert.equal(answer.status, status);
      assert.equal(body, status === 204 ? '' : 'words');
      assert.equal(headers['x-one'], 'a');
      assert.equal(headers['x-two'], 'b, c');
      assert.ok(answer.tookMs >= 0 && answer.receivedAt <= scenario.clock.now());
    });
  }

  it('goes on repeating until the budget is used up, and says how often it tried', async () => {
    scenario.server.always('GET /v1/datasets', { status: 503, body: 'down for maintenance' });
    const error = await failureOf(scenario.get('/v1/datasets'), 'SOIL_UNAVAILABLE');
    const waits = scenario.delays.map(({ seconds }) => seconds);
    assert.deepEqual(waits.slice(0, 8), [0.375, 0.75, 1.5, 3, 6, 12, 22.5, 22.5]);
    assert.ok(waits.length <= 10 && waits.reduce((sum, seconds) => sum + seconds) <= 120, String(waits));
    const told = new RegExp(`^Could not read the datasets: 127\\.0\\.0\\.1:\\d+ answered 503: down for maintenance \\(${waits.length + 1} tries in \\d+ s\\)\\. Try again later\\.$`);
    assert.match(error.message, told);
    assert.deepEqual(error.cause, { status: 503, method: 'GET', url: `${scenario.server.origin}/v1/datasets`, detail: 'down for maintenance' });
  });

  it('counts the budget from the first try, not from its place in the queue', async () => {
    scenario.use({ maxConcurrent: 1, retryBudgetSeconds: 10 });
    scenario.server.script('GET /first', { waitMs: 12_000 });
    scenario.server.script('GET /second', { status: 503 }, {});
    const [, second] = await Promise.all([scenario.get('/first'), scenario.get('/second')]);
    assert.equal(second.status, 200);
  });

  it('ends with the words of the service, and adds a full stop only if they have none', async () => {
    scenario.use({ retryBudgetSeconds: 0.1 });
    scenario.server.script('GET /', { status: 503, body: 'Closed for repairs.' }, { status: 503, body: 'Closed' });
    assert.match((await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE')).message, /answered 503: Closed for repairs\. Try/);
    assert.match((await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE')).message, /answered 503: Closed\. Try/);
    await scenario.client.close();
    scenario.use({ retryBudgetSeconds: 20 });
    scenario.server.always('GET /', { status: 503, body: 'Closed for repairs.' });
    const { message } = await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
    const [, tries, seconds] = (/Closed for repairs\. \((\d+) tries in (\d+) s\)\. Try/.exec(message) ?? []).map(Number);
    assert.equal(tries, scenario.server.requests.length - 2);
    assert.ok(seconds !== undefined && seconds >= 5 && seconds <= 20, message);
  });

  it('is not repeated after a failure of the network if that would take it beyond the budget', async () => {
    scenario.use({ retryBudgetSeconds: 0.3 });
    scenario.server.script('GET /', { reset: 'after-reading' });
    await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
    assert.deepEqual([scenario.server.requests.length, scenario.delays], [1, []]);
  });

  it('needs nobody who listens', async () => {
    scenario.use({ trace: undefined });
    scenario.server.script('GET /', { status: 503 }, { reset: 'after-reading' }, { status: 429 }, {});
    assert.equal((await scenario.get('/', { onDelay: undefined })).status, 200);
  });

  it('does not repeat a 501', async () => {
    scenario.server.script('GET /v1/datasets', { status: 501 });
    const error = await failureOf(scenario.get('/v1/datasets'), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /^Could not read the datasets: 127\.0\.0\.1:\d+ answered 501\. Try again later\.$/);
    assert.deepEqual(error.cause, { status: 501, method: 'GET', url: `${scenario.server.origin}/v1/datasets` });
  });

  it('is not repeated if the headers of the answer are too large, which the error says', async () => {
    scenario.server.script('GET /', { headers: { 'x-large': 'x'.repeat(20_000) } });
    const { message } = await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
    assert.match(message, /^Could not read the datasets: the headers of the answer of 127\.0\.0\.1:\d+ are too large \(more than 16 kB\)\. /);
  });

  it('names no more of a redirect than a host is long', async () => {
    scenario.server.script('GET /', { status: 302, headers: { location: `https://${'long.'.repeat(100)}example/` } });
    const { message } = await failureOf(scenario.get('/'), 'SOIL_RESPONSE');
    assert.match(message, / to https:\/\/[a-z.]{192}, which is not followed/);
  });

  it('follows no redirect, and names only the origin of its target', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      scenario.server.script('GET /v1/datasets', { status, headers: { location: 'https://user:pass@login.example/path?signed=abc' } });
      const error = await failureOf(scenario.get('/v1/datasets'), 'SOIL_RESPONSE');
      assert.match(error.message, new RegExp(`redirect \\(${status}\\) to https://login\\.example, which is not followed\\. Check the address in the settings, and whether this network wants a login first\\.$`));
      assert.doesNotMatch(JSON.stringify(error.cause) + error.message, /pass|path|signed|abc/);
    }
    scenario.server.script('GET /v1/datasets', { status: 302, headers: { location: '/elsewhere' } }, { status: 304 }, { status: 302, headers: { location: 'http://[' } });
    assert.match((await failureOf(scenario.get('/v1/datasets'), 'SOIL_RESPONSE')).message, /to another address of the same server/);
    scenario.server.script('GET /v1/datasets', { status: 302, body: 'words', headers: { location: 'data:text/plain,x', 'retry-after': '60' } });
    for (const status of [304, 302, 302]) {
      const error = await failureOf(scenario.get('/v1/datasets'), 'SOIL_RESPONSE');
      if (status === 304) assert.match(error.message, /a stored copy is still valid \(304\), but there is none here\. Check whether a cache/);
      else assert.match(error.message, new RegExp(`a redirect \\(${status}\\), which is not followed\\. Check the address in the settings\\.$`));
      assert.deepEqual([error.cause.retryAfter, error.cause.detail], [undefined, undefined]);
    }
  });

  it('is repeated if nobody listens, until somebody does', async () => {
    const { port } = scenario.server;
    await scenario.server.close();
    const exchange = scenario.get('/v1/datasets');
    while (scenario.delays.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    scenario.server = await startScriptedServer({ port });
    scenario.server.script('GET /v1/datasets', { body: 'here' });
    assert.equal((await exchange).body, 'here');
  });

  it('ends with what to do if nobody listens', async () => {
    scenario.use({ retryBudgetSeconds: 1 });
    const free = await freePort();
    const error = await failureOf(scenario.exchange({ method: 'GET', url: `http://127.0.0.1:${free}/x?signature=abc` }), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /refused the connection.*\. Check host and port, and that the service runs\.$/);
    assert.deepEqual(error.cause, { method: 'GET', url: `http://127.0.0.1:${free}/x`, detail: 'ECONNREFUSED' });
  });

  it('ends with what to do if the name does not exist', async () => {
    scenario.use({ retryBudgetSeconds: 1 });
    const error = await failureOf(scenario.exchange({ method: 'GET', url: `http://${UNKNOWN_NAME}/` }), 'SOIL_UNAVAILABLE');
    assert.ok(error.message.includes(`the name ${UNKNOWN_NAME} cannot be resolved`), error.message);
    assert.match(error.cause.detail ?? '', /^(ENOTFOUND|EAI_AGAIN)$/);
  });

  it('refuses at once what is not HTTP', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const error = await failureOf(scenario.exchange({ method: 'GET', url: `http://127.0.0.1:${port}/` }), 'SOIL_RESPONSE');
      assert.match(error.message, /does not answer as HTTP requires/);
    } finally {
      server.close();
    }
  });

  it('refuses invalid addresses without repeating them', async () => {
    for (const url of ['/v1/datasets', 'ftp://host/x?signature=abc', 'no url signature=abc', '']) {
      const error = await failureOf(scenario.exchange({ method: 'GET', url }), 'SOIL_CONFIG');
      assert.match(error.message, /^Could not read the datasets: the address is not one of the form https:\/\/host\/path\. Check/);
      assert.deepEqual(error.cause, { method: 'GET' });
    }
  });

  it('refuses headers that cannot be sent', async () => {
    const error = await failureOf(scenario.get('/v1/datasets', { headers: { authorization: 'Bearer a\r\nx: b' } }), 'SOIL_CONFIG');
    assert.doesNotMatch(error.message, /x: b/);
  });

  it('survives a connection that was kept too long', async () => {
    scenario.server.script('GET /v1/datasets', { goesStale: true }, { body: 'second' });
    await scenario.get('/v1/datasets');
    assert.equal((await scenario.get('/v1/datasets')).body, 'second');
    assert.equal(scenario.server.connections, 2);
  });

  it('keeps connections for the next request', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.always('GET /v1/datasets', { body: 'x'.repeat(9000) });
    for (let count = 0; count < 5; count++) await scenario.get('/v1/datasets');
    assert.equal(scenario.server.connections, 1);
  });

  it('says when its answer came, and how long that took', async () => {
    scenario.server.script('GET /', { status: 503 }, { waitMs: 2000 });
    const before = [scenario.clock.now(), scenario.clock.monotonic()] as const;
    const { receivedAt, tookMs } = await scenario.get('/');
    const lasted = scenario.clock.monotonic() - before[1];
    assert.ok(tookMs >= 2000 && tookMs < lasted, `${tookMs} of ${lasted} ms`);
    assert.ok(receivedAt >= before[0] + tookMs && receivedAt <= scenario.clock.now());
  });

  it('introduces itself, and asks for a body as it is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    scenario.server.script('POST /v1/datasets/queries', {});
    await scenario.exchange({ method: 'POST', url: `${scenario.server.origin}/v1/datasets/queries?a=b%20c`, headers: { accept: 'application/ld+json' }, body: '{"é":1}' });
    const [request] = scenario.server.requests;
    assert.equal(request?.headers['user-agent'], `node-red-contrib-soil-data/${version}`);
    assert.equal(request?.headers['accept-encoding'], 'identity');
    assert.equal(request?.headers['accept'], 'application/ld+json');
    assert.equal(request?.query, '?a=b%20c');
    assert.equal(request?.body, '{"é":1}');
  });

  it('asks for its authorization before each try', async () => {
    scenario.server.script('GET /v1/datasets', { status: 503 }, {});
    let asked = 0;
    await scenario.get('/v1/datasets', { authorize: () => Promise.resolve(`Bearer number-${++asked}`) });
    assert.deepEqual(scenario.server.requests.map(({ headers }) => headers['authorization']), ['Bearer number-1', 'Bearer number-2']);
  });

  it('ends with the error of its authorization, and gives its place back', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /v1/datasets', {});
    await assert.rejects(scenario.get('/v1/datasets', { authorize: () => Promise.reject(new Error('no token')) }), /no token/);
    assert.equal((await scenario.get('/v1/datasets')).status, 200);
  });
});
