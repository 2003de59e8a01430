import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import Module from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { isSoilError } from '../../src/errors/soil-error';
import { createDispatcher } from '../../src/transport/dispatcher';
import { startFullBacklog } from '../servers/full-backlog';

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

describe('What makes HTTP requests', () => {
  const modules = Module as unknown as { _load: Load };
  const load = modules._load;
  afterEach(() => (modules._load = load));
  const make = (): Promise<void> => createDispatcher({ connectTimeoutMs: 1000 }).destroy();

  it('is loaded again if that failed, and the reason is reported', async () => {
    for (const [failure, detail] of [
      [Object.assign(new Error('too many open files'), { code: 'EMFILE' }), 'EMFILE'],
      [new RangeError('out of memory'), 'unreadable'],
    ] as const) {
      modules._load = function (request, ...rest) {
        if (request === 'undici') throw failure;
        return load.call(this, request, ...rest);
      };
      assert.throws(make, (error) => {
        assert.ok(isSoilError(error, 'SOIL_UNAVAILABLE'));
        assert.equal(error.message, `The HTTP client could not be loaded (${detail}). Check the limits of the process, and try again.`);
        assert.deepEqual(error.cause, { detail });
        return true;
      });
      modules._load = load;
      await make();
    }
  });

  it('leaves an address for the next one, but not before a line over a satellite could answer', async () => {
    const silent = await startFullBacklog();
    const next = createHttpServer((_request, response) => response.end()).listen(silent.port, '127.0.0.2');
    await once(next, 'listening');
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const dispatcher = createDispatcher({ connectTimeoutMs: 3_001, lookup: (_name, _options, callback) => callback(null, addresses) });
    try {
      const order: string[] = [];
      setTimeout(() => order.push('a line over a satellite'), 1_400);
      const { body } = await dispatcher.request({ origin: `http://soil.example:${silent.port}`, path: '/', method: 'GET' });
      await body.dump();
      order.push('the next address');
      assert.deepEqual(order, ['a line over a satellite', 'the next address']);
    } finally {
      await dispatcher.destroy();
      next.close();
      await silent.close();
    }
  });

  it('goes on with the family of addresses by which it came through, as long as it does', async () => {
    const tried: (string[] | undefined)[] = [];
    const note = (message: unknown): void => void tried.push((message as { socket: Socket }).socket.autoSelectFamilyAttemptedAddresses);
    const server = createHttpServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const addresses = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ];
    const dispatcher = createDispatcher({ connectTimeoutMs: 9_000, pipelining: 0, lookup: (_name, _options, callback) => callback(null, addresses) });
    subscribe('undici:client:connected', note);
    const ask = async (): Promise<void> => {
      const { body } = await dispatcher.request({ origin: `http://soil.example:${port}`, path: '/', method: 'GET' });
      await body.dump();
    };
    const [both, one] = [[`::1:${port}`, `127.0.0.1:${port}`], [`127.0.0.1:${port}`]];
    try {
      await ask();
      await ask();
      assert.deepEqual(tried, [both, one]);
      server.close();
      await once(server, 'close');
      await assert.rejects(ask());
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      await ask();
      assert.deepEqual(tried, [both, one, both]);
    } finally {
      unsubscribe('undici:client:connected', note);
      await dispatcher.destroy();
      server.close();
    }
  });
});
