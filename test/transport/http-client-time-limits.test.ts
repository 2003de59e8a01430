import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { systemClock } from '../../src/time/clock';
import { startFullBacklog } from '../servers/full-backlog';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('The time limits of an exchange', () => {
  const scenario = ExchangeScenario.inEachTest();

  // Ten seconds are a hundred steps of the scenario's clock, by which the server waits as well.
  beforeEach(() => scenario.use({ timeoutSeconds: 10, retryBudgetSeconds: 0.1 }));

  it('hold for the headers', async () => {
    scenario.server.script('GET /', { silent: true });
    const error = await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /did not answer within 10 s\. Raise the time limit of the service, or try again later\.$/);
    assert.equal(error.cause.detail, 'time limit (headers)');
  });

  it('hold for headers that come a byte at a time', async () => {
    scenario.server.script('GET /', { slowHeadMs: 500, body: 'x' });
    await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
  });

  it('hold for a pause in the body', async () => {
    scenario.server.script('GET /', { body: 'x'.repeat(100), stallAfter: 50 });
    const error = await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /stopped in the middle of its answer for 10 s/);
    assert.equal(error.cause.status, 200);
  });

  it('hold for a body that does not even begin', async () => {
    scenario.server.script('GET /', { body: 'x'.repeat(100), stallAfter: 0 });
    assert.match((await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE')).message, /stopped in the middle of its answer for 10 s/);
  });

  it('hold for the final answer after early hints', async () => {
    scenario.server.script('GET /', { earlyHints: true, silent: true });
    assert.match((await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE')).message, /did not answer within 10 s/);
  });

  it('let a slow body go on that keeps moving', async () => {
    scenario.use({ timeoutSeconds: 25 });
    scenario.server.script('GET /', { body: 'x'.repeat(70), bytesPerSecond: 2 });
    assert.equal((await scenario.get('/')).body.length, 70);
  });

  it('end a body that moves, but never ends', async () => {
    scenario.server.script('GET /', { body: 'x'.repeat(1000), bytesPerSecond: 1 });
    const startedAt = scenario.clock.monotonic();
    const error = await failureOf(scenario.get('/'), 'SOIL_UNAVAILABLE');
    assert.match(error.message, /was not complete after 50 s/);
    assert.ok(scenario.clock.monotonic() - startedAt < 55_000);
  });

  it('hold for connecting to a host that answers nothing', async () => {
    const blackHole = await startFullBacklog();
    try {
      scenario.use({ timeoutSeconds: 0.3, retryBudgetSeconds: 0.1, clock: systemClock });
      const error = await failureOf(scenario.submit('', { url: `http://127.0.0.1:${blackHole.port}/` }), 'SOIL_UNAVAILABLE');
      assert.match(error.message, /did not accept a connection/);
    } finally {
      await blackHole.close();
    }
  });

  it('hold for a proxy that takes the connection and says nothing: the advice names it', async () => {
    const proxy = await listen(createServer((socket) => socket.on('error', () => undefined)));
    try {
      scenario.use({ timeoutSeconds: 0.3, retryBudgetSeconds: 0.1, clock: systemClock, proxy: { url: `http://127.0.0.1:${proxy.port}` } });
      const error = await failureOf(scenario.submit('', { url: 'https://service.example/' }), 'SOIL_UNAVAILABLE');
      assert.match(error.message, /service\.example did not accept a connection .* firewalls, and the proxy, if one is set or needed\.$/);
    } finally {
      await proxy.close();
    }
  });

  it('hold for a TLS handshake that is never answered', async () => {
    const server = await listen(createServer((socket) => socket.on('error', () => undefined)));
    try {
      scenario.use({ timeoutSeconds: 0.3, retryBudgetSeconds: 0.1, clock: systemClock });
      const error = await failureOf(scenario.submit('', { url: `https://127.0.0.1:${server.port}/` }), 'SOIL_UNAVAILABLE');
      assert.match(error.message, /did not accept a connection/);
    } finally {
      await server.close();
    }
  });
});

async function listen(server: Server): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
