import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { nextTurn } from '../../src/time/next-turn';
import { endWithoutStack } from '../../src/transport/informational-end';
import { ExchangeScenario } from './exchange-scenario';

describe('The end of a connection that is not kept', () => {
  const scenario = ExchangeScenario.inEachTest();

  it('costs no stack that nobody reads', async () => {
    const written: string[] = [];
    const before = Error.prepareStackTrace?.bind(Error);
    Error.prepareStackTrace = (error, sites) => {
      written.push(String((error as NodeJS.ErrnoException).code));
      return before ? (before(error, sites) as unknown) : String(error);
    };
    try {
      scenario.server.script('POST /v1/jobs', { status: 201, body: 'made' });
      assert.equal((await scenario.submit('/v1/jobs')).body, 'made');
      await nextTurn();
    } finally {
      Error.prepareStackTrace = before;
    }
    assert.deepEqual(written.filter((code) => code.startsWith('UND_ERR')), []);
  });

  it('has its error still, and any other error its stack', () => {
    const ended: (Error | undefined)[] = [];
    const socket = { destroy: (error?: Error) => (ended.push(error), socket as unknown as Socket) };
    endWithoutStack(socket);
    const informational = Object.assign(new Error('reset'), { code: 'UND_ERR_INFO' });
    const broken = Object.assign(new Error('broken'), { code: 'ECONNRESET' });
    for (const error of [informational, broken, undefined]) assert.equal(socket.destroy(error), socket);
    assert.deepEqual(ended, [informational, broken, undefined]);
    assert.equal(informational.stack, 'Error: reset');
    assert.match(String(broken.stack), /informational-end\.test/);
  });
});
