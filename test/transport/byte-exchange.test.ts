import assert from 'node:assert/strict';
import type { Dispatcher } from 'undici';
import { ByteExchange, ByteFailure, type ByteAnswer } from '../../src/transport/byte-exchange';
import { SimulatedClock } from '../time/simulated-clock';

/** A connection that the test plays by hand: what undici tells, and when. */
class PlayedConnection {
  readonly clock = new SimulatedClock();
  readonly log: string[] = [];
  options: Dispatcher.DispatchOptions | undefined;
  handler!: Required<Pick<Dispatcher.DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>>;
  readonly controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => void this.log.push('abort'),
    pause: () => void this.log.push('pause'),
    resume: () => void this.log.push('resume'),
  };

  exchange(signal?: AbortSignal, fails?: Error): ByteExchange {
    const dispatcher = {
      dispatch: (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean => {
        if (fails) throw fails;
        this.options = options;
        this.handler = handler as typeof this.handler;
        return true;
      },
    } as unknown as Dispatcher;
    return new ByteExchange(dispatcher, { url: new URL('https://files.example/soil.zip?key=1'), headers: { accept: '*/*' } }, 10_000, this.clock, signal);
  }

  start(): void {
    this.handler.onRequestStart(this.controller, {});
  }

  head(status = 200, headers: Record<string, string | string[]> = {}): void {
    this.handler.onResponseStart(this.controller, status, headers);
  }

  body(bytes: number): void {
    this.handler.onResponseData(this.controller, Buffer.alloc(bytes));
  }

  end(): void {
    this.handler.onResponseEnd(this.controller, {});
  }

  error(error: Error): void {
    this.handler.onResponseError(this.controller, error);
  }
}

/** What became of a promise so far. */
function watched(work: Promise<unknown>): { state: string } {
  const seen = { state: 'waiting' };
  work.then(
    () => (seen.state = 'done'),
    (error: unknown) => (seen.state = error instanceof ByteFailure ? error.words.detail : String(error)),
  );
  return seen;
}

describe('an exchange for bytes', () => {
  let connection: PlayedConnection;
  beforeEach(() => (connection = new PlayedConnection()));
  const settle = (): Promise<void> => connection.clock.advance(0);

  const answered = async (): Promise<{ answer: ByteAnswer; exchange: ByteExchange }> => {
    const exchange = connection.exchange();
    connection.start();
    connection.head();
    return { answer: await exchange.answer, exchange };
  };

  it('asks by GET', () => {
    connection.exchange();
    assert.deepEqual(connection.options, {
      origin: 'https://files.example',
      path: '/soil.zip?key=1',
      method: 'GET',
      headers: { accept: '*/*' },
    });
  });

  it('gives the head of the answer, and holds the body back until it is read', async () => {
    const exchange = connection.exchange();
    connection.start();
    connection.head(103, { link: 'x' });
    connection.head(200, { ETag: '"a"', 'x-list': ['1', '2'] });
    const { status, headers, host } = await exchange.answer;
    assert.deepEqual([status, { ...headers }, host], [200, { etag: '"a"', 'x-list': '1, 2' }, 'files.example']);
    assert.equal(Object.getPrototypeOf(headers), null);
    assert.deepEqual(connection.log, ['pause']);
  });

  it('hands over the body piece by piece, and holds it back while the reader wants it', async () => {
    const { answer } = await answered();
    const taken: number[] = [];
    let go: () => void = () => undefined;
    const read = watched(answer.read((chunk) => (taken.push(chunk.length), chunk.length === 2 ? new Promise((resolve) => (go = resolve)) : undefined)));
    connection.body(1);
    connection.body(2);
    assert.deepEqual([taken, connection.log], [[1, 2], ['pause', 'resume', 'pause']]);
    go();
    await settle();
    assert.deepEqual(connection.log, ['pause', 'resume', 'pause', 'resume']);
    connection.body(3);
    connection.end();
    await settle();
    assert.deepEqual([taken, read.state], [[1, 2, 3], 'done']);
    assert.equal(connection.clock.pending, 0);
  });

  it('fails if a piece comes while the answer is held back: none is dropped, nor handed over beside another', async () => {
    for (const isRead of [true, false]) {
      const { answer } = await answered();
      if (!isRead) connection.body(10);
      const read = watched(answer.read(() => new Promise(() => undefined)));
      if (isRead) connection.body(10);
      await settle();
      assert.equal(read.state, isRead ? 'waiting' : 'Error');
      if (isRead) connection.body(10);
      await settle();
      assert.equal(read.state, 'Error');
    }
  });

  it('is complete if the body ended before it was read, and failed if it broke off', async () => {
    const { answer } = await answered();
    connection.end();
    await answer.read(() => assert.fail());
    answer.discard();
    assert.deepEqual(connection.log, ['pause']);

    connection = new PlayedConnection();
    const { answer: broken } = await answered();
    connection.error(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    await assert.rejects(broken.read(() => assert.fail()), ByteFailure);
  });

  it('is broken off once nobody wants it, and hears nothing after that', async () => {
    const { answer } = await answered();
    answer.discard();
    assert.deepEqual(connection.log, ['pause', 'abort']);
    connection.body(1);
    connection.end();
    connection.error(new Error('aborted'));
    connection.start();
    connection.head(200);
    assert.deepEqual(connection.log, ['pause', 'abort', 'abort']);
    await assert.rejects(answer.read(() => assert.fail()), /discarded/);
    assert.equal(connection.clock.pending, 0);
  });

  it('hands over nothing more once it has failed, whatever still comes', async () => {
    const { answer } = await answered();
    const taken: number[] = [];
    const read = watched(answer.read((chunk) => void taken.push(chunk.length)));
    connection.body(1);
    answer.discard();
    connection.body(2);
    await settle();
    assert.deepEqual([taken, read.state], [[1], 'Error: discarded']);
  });

  it('fails if the request cannot be sent at all', async () => {
    const failure = watched(connection.exchange(undefined, Object.assign(new Error('x'), { code: 'UND_ERR_DESTROYED' })).answer);
    await settle();
    assert.equal(failure.state, 'UND_ERR_DESTROYED');
  });

  it('ends with the reason of its signal, in every phase', async () => {
    const reason = new Error('stopped');
    for (const phase of ['connect', 'headers', 'body']) {
      connection = new PlayedConnection();
      const stop = new AbortController();
      const exchange = connection.exchange(stop.signal);
      const answer = watched(exchange.answer);
      if (phase !== 'connect') connection.start();
      if (phase === 'body') connection.head();
      await settle();
      const read = phase === 'body' ? watched((await exchange.answer).read(() => undefined)) : answer;
      stop.abort(reason);
      await settle();
      assert.equal(read.state, 'Error: stopped');
      assert.deepEqual(connection.log.at(-1), phase === 'connect' ? undefined : 'abort');
      assert.equal(connection.clock.pending, 0);
    }
  });

  describe('gives up after ten seconds', () => {
    const state = async (seen: { state: string }, ms: number): Promise<string> => {
      await connection.clock.advance(ms);
      await settle();
      return seen.state;
    };

    it('without a connection, and ten more without an answer', async () => {
      const answer = watched(connection.exchange().answer);
      assert.equal(await state(answer, 9999), 'waiting');
      connection.start();
      assert.equal(await state(answer, 9999), 'waiting');
      assert.equal(await state(answer, 2), 'time limit (headers)');
      assert.deepEqual(connection.log, ['abort']);

      connection = new PlayedConnection();
      assert.equal(await state(watched(connection.exchange().answer), 10_001), 'time limit (connect)');
    });

    it('without 1024 bytes of the body', async () => {
      const { answer } = await answered();
      const read = watched(answer.read(() => undefined));
      assert.equal(await state(read, 9000), 'waiting');
      connection.body(1024);
      assert.equal(await state(read, 1500), 'waiting');
      assert.equal(await state(read, 9000), 'waiting');
      connection.body(1023);
      assert.equal(await state(read, 1000), 'time limit (body)');
    });

    it('of the server: the time that the reader takes does not count', async () => {
      const { answer } = await answered();
      // Nobody reads yet.
      await connection.clock.advance(60_000);
      let go: () => void = () => undefined;
      const read = watched(answer.read(() => new Promise((resolve) => (go = resolve))));
      assert.equal(await state(read, 9000), 'waiting');
      connection.body(10);
      assert.equal(await state(read, 60_000), 'waiting');
      go();
      assert.equal(await state(read, 9000), 'waiting');
      connection.body(10);
      assert.equal(await state(read, 3000), 'waiting');
      go();
      assert.equal(await state(read, 9000), 'waiting');
      assert.equal(await state(read, 3000), 'time limit (body)');
    });

    /** The process stands still until each timer is due: what came meanwhile is read only after the timer has run. */
    const standStill = (...found: (() => void)[]): void => {
      const after = connection.clock.after.bind(connection.clock);
      connection.clock.after = (ms, callback) =>
        after(ms, () => {
          setImmediate(found.shift() ?? ((): void => undefined));
          callback();
        });
    };

    it('but looks for a connection once more before that: the whole process may have stood still', async () => {
      standStill(() => connection.start());
      const answer = watched(connection.exchange().answer);
      assert.equal(await state(answer, 10_000), 'waiting');
    });

    it('but looks for bytes once more before that, each time', async () => {
      standStill(() => connection.body(2000), () => connection.body(2000));
      const { answer } = await answered();
      const read = watched(answer.read(() => undefined));
      assert.equal(await state(read, 10_000), 'waiting');
      assert.equal(await state(read, 10_000), 'waiting');
      assert.equal(await state(read, 10_000), 'time limit (body)');
    });
  });
});
