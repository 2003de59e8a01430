import assert from 'node:assert/strict';
import { once } from 'node:events';
import Module from 'node:module';
import { createServer } from 'node:net';
import { isSoilError } from '../../src/errors/soil-error';
import { createDispatcher } from '../../src/transport/dispatcher';
import { startFullBacklog } from '../servers/full-backlog';

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

describe('What makes HTTP requests', () => {
  const modules = Module as unknown as { _load: Load };
  const load = modules._load;
  afterEach(() => (modules._load = load));
  const make = (): Promise<void> => createDispatcher({ connectTimeoutMs: 1000 }).destroy();

  it('is tried again where it could not be loaded, and what keeps it is said', async () => {
    for (const [failure, detail] of [
      [Object.assign(new Error('too many open files'), { code: 'EMFILE' }), 'EMFILE'],
      [new RangeError('out of memory'), 'unreadable']
    ] as const) {
      modules._load = function (request, ...rest) {
        if (request === 'undici') throw failure;
        return load.call(this, request, ...rest);
      };
      assert.throws(make, (error) => {
        assert.ok(isSoilError(error, 'SOIL_UNAVAILABLE'));
        assert.equal(error.message, `What makes HTTP requests could not be loaded (${detail}). Look at the limits of the process, and try again.`);
        assert.deepEqual(error.cause, { detail });
        return true;
      });
      modules._load = load;
      await make();
    }
  });

  it('does not leave an address for the next one before a line over a satellite could answer', async () => {
    const slow = await startFullBacklog();
    let isTried = false;
    const next = createServer((socket) => {
      isTried = true;
      socket.destroy();
    }).listen(slow.port, '127.0.0.2');
    await once(next, 'listening');
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const dispatcher = createDispatcher({ connectTimeoutMs: 700, lookup: (_name, _options, callback) => callback(null, addresses) });
    try {
      const request = dispatcher.request({ origin: `http://soil.example:${slow.port}`, path: '/', method: 'GET' });
      await assert.rejects(request, { code: 'UND_ERR_CONNECT_TIMEOUT' });
      assert.equal(isTried, false);
    } finally {
      await dispatcher.destroy();
      next.close();
      await slow.close();
    }
  });
});
