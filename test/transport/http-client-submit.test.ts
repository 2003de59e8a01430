import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { startScriptedServer, type Instruction } from '../servers/scripted-server';
import { UNKNOWN_NAME } from '../servers/unknown-name';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('An exchange that creates a job', () => {
  const scenario = ExchangeScenario.inEachTest();

  for (const [name, fault] of [
    ...[408, 425, 500, 501, 502, 503, 504, 599].map((status): [string, Instruction] => [`an answer of ${status}`, { status, body: 'words' }]),
    ['words that are a sentence', { status: 500, body: 'words.' }],
    ['503 with a Retry-After', { status: 503, headers: { 'retry-after': '1' } }],
    ['a reset before the service read it', { reset: 'before-reading' }],
    ['a reset after the service read it', { reset: 'after-reading' }],
    ['a reset before the body of the answer', { status: 202, body: 'x'.repeat(100), cutAfter: 0 }],
    ['a cut answer', { status: 202, body: 'x'.repeat(100), cutAfter: 50 }],
    ['an answer shorter than its length', { status: 202, body: 'x', contentLength: 100 }],
    ['an answer that is not UTF-8', { status: 202, body: Buffer.of(0xff, 0xfe) }],
    ['an answer that cannot be decoded', { status: 202, body: 'no gzip', headers: { 'content-encoding': 'gzip' } }],
    ['no answer', { silent: true }],
    ['an answer that stops', { status: 202, body: 'x'.repeat(100), stallAfter: 50 }],
  ] as [string, Instruction][]) {
    it(`is sent once and of unknown fate after ${name}`, async () => {
      if (fault.silent || fault.stallAfter) scenario.use({ timeoutSeconds: 15 });
      scenario.server.script('POST /v1/jobs', fault);
      const error = await failureOf(scenario.submit('/v1/jobs'), 'SOIL_SUBMIT_UNKNOWN');
      assert.equal(scenario.server.requests.length, 1);
      assert.deepEqual(scenario.delays, []);
      assert.match(error.message, /^It is not known whether the service took the request to create a job: it was sent, but /);
      if (fault.status && fault.status >= 400) assert.ok(error.message.includes(` answered ${fault.status}${fault.body ? ': words' : ''}. It is not sent again`), error.message);
      assert.equal(/raise the time limit/.test(error.message), Boolean(fault.silent || fault.stallAfter), 'it helps only where that is over');
      assert.equal(error.cause.method, 'POST');
      assert.equal(error.cause.url, `${scenario.server.origin}/v1/jobs`);
      if (fault.status) assert.equal(error.cause.status, fault.status);
      assert.equal(error.cause.retryAfter, fault.headers?.['retry-after'] ? 1 : undefined);
    });
  }

  for (const [name, ahead] of [
    ['100 that nobody asked for', { continues: 1 }],
    ['several of 100', { continues: 3 }],
    ['103 and 100', { earlyHints: true, continues: 1 }],
  ] as [string, Instruction][]) {
    it(`has its answer after ${name} (RFC 9110, 15.2)`, async () => {
      scenario.server.script('POST /v1/jobs', { ...ahead, status: 201, headers: { location: '/v1/jobs/1' }, body: 'made' });
      const { status, headers, body } = await scenario.submit('/v1/jobs');
      assert.deepEqual([status, headers['location'], body], [201, '/v1/jobs/1', 'made']);
    });
  }

  it('is repeated after 429, at the time that the service names', async () => {
    scenario.server.script('POST /v1/jobs', { status: 429, headers: { 'retry-after': '10' } }, { status: 429 }, { status: 202, body: '{}' });
    assert.equal((await scenario.submit('/v1/jobs')).status, 202);
    const [first, second] = scenario.server.requests;
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 10_000);
  });

  it('is over after 429 beyond the budget: certainly not taken', async () => {
    scenario.server.script('POST /v1/jobs', { status: 429, headers: { 'retry-after': '121' } });
    const error = await failureOf(scenario.submit('/v1/jobs'), 'SOIL_RATE_LIMITED');
    assert.equal(error.cause.retryAfter, 121);
  });

  for (const status of [400, 401, 403, 404, 409, 410, 422]) {
    it(`gives an answer of ${status} to the caller`, async () => {
      scenario.server.script('POST /v1/jobs', { status, body: 'words' });
      const answer = await scenario.submit('/v1/jobs');
      assert.deepEqual([answer.status, answer.body], [status, 'words']);
    });
  }

  it('follows no redirect', async () => {
    const elsewhere = await startScriptedServer();
    try {
      for (const status of [304, 305, 307, 308]) {
        scenario.server.script('POST /v1/jobs', { status, headers: { location: `${elsewhere.origin}/v1/jobs` } });
        await failureOf(scenario.submit('/v1/jobs'), 'SOIL_RESPONSE');
      }
      for (const status of [300, 301, 302, 303]) {
        scenario.server.script('POST /v1/jobs', { status, headers: { location: `${elsewhere.origin}/v1/jobs` } });
        assert.equal((await scenario.submit('/v1/jobs')).status, status, 'it may say where the result is');
      }
      assert.equal(elsewhere.connections, 0);
    } finally {
      await elsewhere.close();
    }
  });

  it('waits for a service that does not listen yet', async () => {
    const { port } = scenario.server;
    await scenario.server.close();
    const exchange = scenario.submit('/v1/jobs');
    while (scenario.delays.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    scenario.server = await startScriptedServer({ port });
    scenario.server.script('POST /v1/jobs', { status: 202, body: 'taken' });
    assert.equal((await exchange).body, 'taken');
    assert.equal(scenario.server.requests.length, 1);
  });

  it('was certainly not taken if nobody ever listened', async () => {
    await scenario.server.close();
    scenario.use({ retryBudgetSeconds: 5 });
    await failureOf(scenario.submit('/v1/jobs'), 'SOIL_UNAVAILABLE');
  });

  it('was certainly not taken if the name does not exist', async () => {
    scenario.use({ retryBudgetSeconds: 1 });
    await failureOf(scenario.submit('', { url: `http://${UNKNOWN_NAME}/v1/jobs` }), 'SOIL_UNAVAILABLE');
  });

  it('never goes over a connection that was used before', async () => {
    scenario.use({ maxConcurrent: 1 });
    scenario.server.script('GET /v1/datasets', { goesStale: true });
    scenario.server.script('POST /v1/jobs', { status: 202, goesStale: true }, { status: 202, goesStale: true });
    await scenario.get('/v1/datasets');
    await scenario.submit('/v1/jobs');
    await scenario.submit('/v1/jobs');
    assert.deepEqual(scenario.server.requests.map(({ connection }) => connection), [1, 2, 3]);
    assert.deepEqual(scenario.server.requests.map(({ headers }) => headers['connection']), ['keep-alive', 'close', 'close']);
  });

  it('was certainly not taken if a TLS handshake was cut', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      scenario.use({ retryBudgetSeconds: 30 });
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/jobs`;
      await failureOf(scenario.submit('', { url }), 'SOIL_UNAVAILABLE');
      assert.ok(scenario.delays.length > 0);
    } finally {
      server.close();
    }
  });

  it('is of unknown fate if it was stopped after it was sent', async () => {
    const stop = new AbortController();
    scenario.server.script('POST /v1/jobs', { silent: true, before: () => stop.abort(new Error('redeployed')) });
    const error = await failureOf(scenario.submit('/v1/jobs', { signal: stop.signal }), 'SOIL_SUBMIT_UNKNOWN');
    assert.match(error.message, /it was sent, but it was stopped before an answer came\./);
    assert.equal(error.cause.detail, 'Stopped');
  });

  it('is of unknown fate if the client was closed after it was sent', async () => {
    scenario.server.script('POST /v1/jobs', { silent: true, before: () => scenario.client.close() });
    await failureOf(scenario.submit('/v1/jobs'), 'SOIL_SUBMIT_UNKNOWN');
  });

  it('was certainly not sent if it was stopped while it waited', async () => {
    const stop = new AbortController();
    scenario.server.script('POST /v1/jobs', { status: 429, headers: { 'retry-after': '100' } });
    const onDelay = (): void => void setImmediate(() => stop.abort(new Error('redeployed')));
    await assert.rejects(scenario.submit('/v1/jobs', { signal: stop.signal, onDelay }), /^Error: redeployed$/);
  });
});
