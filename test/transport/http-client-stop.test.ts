import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { systemClock } from '../../src/time/clock';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startScriptedServer } from '../servers/scripted-server';
import { ExchangeScenario, failureOf } from './exchange-scenario';

describe('An exchange that is stopped', () => {
  const scenario = ExchangeScenario.inEachTest();
  const reason = new Error('no longer wanted');

  it('is not begun if it is unwanted from the start', async () => {
    await assert.rejects(scenario.get('/', { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(scenario.server.connections, 0);
  });

  it('is not sent if it is stopped while its authorization is fetched', async () => {
    const stop = new AbortController();
    const authorize = (): Promise<string> => {
      stop.abort(reason);
      return Promise.resolve('');
    };
    await assert.rejects(scenario.get('/', { signal: stop.signal, authorize }), reason);
    assert.equal(scenario.server.connections, 0);
  });

  it('ends at once while an answer is awaited, and frees its connection', async () => {
    const stop = new AbortController();
    scenario.use({ retryBudgetSeconds: 0 });
    scenario.server.script('GET /slow', { silent: true, before: () => stop.abort(reason) });
    await assert.rejects(scenario.get('/slow', { signal: stop.signal }), reason);
    while (scenario.server.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('ends at once in the middle of an answer, and frees its connection', async () => {
    const stop = new AbortController();
    // On the clock of the machine, its time limit is longer than the test may take.
    scenario.use({ clock: systemClock });
    scenario.server.script('GET /slow', { body: 'x'.repeat(20_000), stallAfter: 1000, before: () => void setTimeout(() => stop.abort(reason), 100) });
    await assert.rejects(scenario.get('/slow', { signal: stop.signal }), reason);
    while (scenario.server.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('is never sent once it was stopped while its connection was being made', async () => {
    const authority = new CertificateAuthority();
    const secure = await startScriptedServer({ tls: makeCertificate({ names: ['127.0.0.1'], issuer: authority }) });
    const held = await startHeldLine(secure.port);
    try {
      scenario.use({ tls: { ca: authority.cert }, clock: systemClock });
      for (const [index, repeat] of (['safe', 'only-if-not-taken'] as const).entries()) {
        const stop = new AbortController();
        const url = `https://127.0.0.1:${held.port}/`;
        const exchange = scenario.exchange({ method: 'POST', url, repeat, signal: stop.signal });
        const ended = assert.rejects(exchange, reason);
        while (held.lines() <= index) await new Promise((resolve) => setImmediate(resolve));
        stop.abort(reason);
        await ended;
      }
      held.letThrough();
      // What is sent after all would come before the next, which has a connection to make.
      secure.always('GET /next', {});
      await scenario.exchange({ method: 'GET', url: `https://127.0.0.1:${held.port}/next` });
      assert.equal(held.lines(), 3);
      assert.deepEqual(secure.requests.map(({ path }) => path), ['/next']);
    } finally {
      await held.close();
      await secure.close();
    }
  });

  it('ends at once while it waits for another try', async () => {
    const stop = new AbortController();
    // On the clock of the machine a hundred seconds are longer than the test may take.
    scenario.use({ clock: systemClock });
    scenario.server.script('GET /', { status: 503, headers: { 'retry-after': '100' } });
    await assert.rejects(scenario.get('/', { signal: stop.signal, onDelay: () => setImmediate(() => stop.abort(reason)) }), reason);
  });

  for (const [how, stops] of [
    ['stopped', (stop) => stop.abort(new Error('stopped'))],
    ['cancelled with its client', () => void scenario.client.close()],
  ] as [string, (stop: AbortController) => void][]) {
    it(`ends at once if it is ${how} by the listener that hears of its wait`, async () => {
      const stop = new AbortController();
      scenario.use({ clock: systemClock });
      scenario.server.script('GET /', { status: 503, headers: { 'retry-after': '100' } });
      await assert.rejects(scenario.get('/', { signal: stop.signal, onDelay: () => stops(stop) }));
    });
  }

  it('ends at once in the queue', async () => {
    scenario.use({ maxConcurrent: 1 });
    const stop = new AbortController();
    scenario.server.script('GET /first', { waitMs: 2500 });
    const first = scenario.get('/first');
    const second = scenario.get('/second', { signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(second, reason);
    await first;
  });

  it('does not touch others that share its signal once it is over', async () => {
    const stop = new AbortController();
    scenario.server.always('GET /', {});
    for (let count = 0; count < 20; count++) await scenario.get('/', { signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(scenario.get('/', { signal: stop.signal }), reason);
  });

  it('is cancelled with its client, wherever it is', async () => {
    scenario.use({ maxConcurrent: 1, clock: systemClock });
    scenario.server.script('GET /repeated', { status: 503 });
    scenario.server.script('GET /awaited', { silent: true });
    const others: Promise<unknown>[] = [];
    // It still has the only place when it is told of its delay: they are ahead of its second try.
    const repeated = scenario.get('/repeated', { onDelay: () => others.push(scenario.get('/awaited'), scenario.get('/queued')) });
    while (scenario.server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = scenario.client.close();
    for (const exchange of [repeated, ...others, scenario.get('/later')]) {
      const error = await failureOf(exchange, 'SOIL_CANCELLED');
      assert.match(error.message, /^Did not read the datasets: the connection to the service was shut down/);
    }
    await closed;
  });

  it('is cancelled with its client even in a long pause of the service', async () => {
    scenario.use({ clock: systemClock });
    scenario.server.script('GET /', { status: 429, headers: { 'retry-after': '100' } });
    let other: Promise<unknown> | undefined;
    const limited = scenario.get('/', { onDelay: () => void (other ??= scenario.get('/other')) });
    while (other === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = scenario.client.close();
    for (const exchange of [limited, other]) await failureOf(exchange, 'SOIL_CANCELLED');
    await closed;
  });

  it('keeps its client busy until it has ended, well or not', async () => {
    for (const [answer, isGood] of [[{}, true], [{ status: 404 }, true], [{ status: 501 }, false]] as const) {
      scenario.server.script('GET /', answer);
      const exchange = scenario.get('/');
      assert.equal(scenario.client.isBusy, true);
      assert.equal(await exchange.then(() => true, () => false), isGood);
      assert.equal(scenario.client.isBusy, false);
    }
  });

  it('leaves no connection open once its client is closed', async () => {
    const sockets: Socket[] = [];
    const server = createHttpServer((_request, response) => response.end('{}'));
    server.on('connection', (socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.keepAliveTimeout = 60_000;
    await scenario.exchange({ method: 'GET', url });
    assert.deepEqual(sockets.map(({ destroyed }) => destroyed), [false]);
    await scenario.client.close();
    await once(sockets[0] as Socket, 'close');
    server.close();
  });

  it('may be closed twice, and before anything was sent', async () => {
    await scenario.client.close();
    await scenario.client.close();
  });
});

/** Lines to another port of this machine on which nothing gets there before it is let through, as all is from then on. */
async function startHeldLine(target: number): Promise<{ port: number; lines(): number; letThrough(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let isOpen = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    far.pipe(near).on('close', () => far.destroy());
    const pipe = (): unknown => near.pipe(far);
    held.push(pipe);
    if (isOpen) pipe();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    lines: () => held.length,
    letThrough: () => {
      isOpen = true;
      for (const pipe of held) pipe();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
