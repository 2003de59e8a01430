import assert from 'node:assert/strict';
import Module from 'node:module';
import { isSoilError } from '../../src/errors/soil-error';
import { createDispatcher } from '../../src/transport/dispatcher';

type Load = (this: unknown, request: string, ...rest: unknown[]) => unknown;

describe('What makes HTTP requests', () => {
  const modules = Module as unknown as { _load: Load };
  const load = modules._load;
  afterEach(() => (modules._load = load));
  const make = (): Promise<void> => createDispatcher({ connectTimeoutMs: 1000, headersTimeoutMs: 1000 }).destroy();

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
});
