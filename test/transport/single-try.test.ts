import assert from 'node:assert/strict';
import { Dispatcher } from 'undici';
import { systemClock, type Clock } from '../../src/time/clock';
import { SingleTry, Stopped, TryFailure } from '../../src/transport/single-try';
import { TimeLimit } from '../../src/transport/time-limit';
import { SimulatedClock } from '../time/simulated-clock';

const REQUEST = { url: new URL('http://127.0.0.1:1/'), method: 'POST', headers: {}, body: null } as const;
const LIMITS = { idleMs: 1000, totalMs: 5000, maxBytes: 1000 };

/** Writes every request to two connections, one after the other. */
class DoubleSender extends Dispatcher {
  aborted: (Error | null)[] = [];

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    for (let connection = 0; connection < 2; connection++) {
      const controller = { aborted: false, paused: false, reason: null, pause: () => undefined, resume: () => undefined, abort: (reason: Error) => void this.aborted.push(reason) };
      this.aborted.push(null);
      handler.onRequestStart?.(controller, undefined);
    }
    handler.onResponseError?.(undefined as unknown as Dispatcher.DispatchController, new Error('second connection failed'));
    return true;
  }
}

/** A connection that the test plays by hand. */
class PlayedSender extends Dispatcher {
  readonly aborted: Error[] = [];
  readonly controller = { aborted: false, paused: false, reason: null, pause: () => undefined, resume: () => undefined, abort: (reason: Error) => void this.aborted.push(reason) };
  handler!: Required<Pick<Dispatcher.DispatchHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'>>;

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler as typeof this.handler;
    return true;
  }

  start(): void {
    this.handler.onRequestStart(this.controller, {});
  }

  head(status: number, headers: Record<string, string> = {}): void {
    this.handler.onResponseStart(this.controller, status, headers);
  }

  body(text: string): void {
    this.handler.onResponseData(this.controller, Buffer.from(text));
  }

  end(): void {
    this.handler.onResponseEnd(this.controller, {});
  }
}

/** A process that stood still: the time is over before anything is read. */
class StandStill implements Clock {
  private time = 0;
  private callback: () => void = () => assert.fail('no timer was set');

  now = (): number => this.time;
  monotonic = (): number => this.time;

  after(_ms: number, callback: () => void): () => void {
    this.callback = callback;
    return () => undefined;
  }

  goOn(afterMs: number): void {
    this.time += afterMs;
    this.callback();
  }
}

/** Cannot be used any more. */
class BrokenSender extends Dispatcher {
  override dispatch(): boolean {
    throw new Error('destroyed');
  }
}

describe('A single try', () => {
  it('takes the final answer, and nothing of the hints before it', async () => {
    const sender = new PlayedSender();
    const { outcome } = new SingleTry(sender, REQUEST, LIMITS, systemClock);
    sender.start();
    sender.head(103, { link: '</a.css>' });
    sender.head(200, { 'x-b': '1' });
    sender.body('whole');
    sender.end();
    assert.deepEqual(await outcome, { status: 200, headers: Object.assign(Object.create(null), { 'x-b': '1' }), body: 'whole' });
    assert.deepEqual(sender.aborted, [], 'its connection serves the next one');
  });

  it('leaves no timer behind, whether it is answered or stopped', async () => {
    const clock = new SimulatedClock();
    const sender = new PlayedSender();
    const { outcome } = new SingleTry(sender, REQUEST, LIMITS, clock);
    sender.start();
    sender.head(200);
    assert.equal(clock.pending, 1);
    sender.end();
    await outcome;
    const stopped = new SingleTry(new PlayedSender(), REQUEST, LIMITS, clock);
    stopped.stop();
    assert.ok((await stopped.outcome) instanceof TryFailure);
    assert.equal(clock.pending, 0);
  });

  it('has no status if only hints came', async () => {
    const sender = new PlayedSender();
    const { outcome } = new SingleTry(sender, REQUEST, LIMITS, systemClock);
    sender.start();
    sender.head(103);
    sender.handler.onResponseError(sender.controller, new Error('reset'));
    const failure = await outcome;
    assert.ok(failure instanceof TryFailure);
    assert.deepEqual([failure.sent, failure.status], [true, undefined]);
  });

  for (const before of ['the request', 'the answer', 'its end'] as const) {
    it(`hears nothing more once it is stopped, before ${before}`, async () => {
      const sender = new PlayedSender();
      const attempt = new SingleTry(sender, REQUEST, LIMITS, systemClock);
      if (before !== 'the request') sender.start();
      if (before === 'its end') sender.head(200);
      attempt.stop();
      if (before === 'the request') sender.start();
      sender.head(200);
      sender.body('x'.repeat(2000));
      sender.end();
      attempt.stop();
      const failure = await attempt.outcome;
      assert.ok(failure instanceof TryFailure && failure.reason instanceof Stopped);
      assert.equal(failure.sent, before !== 'the request');
      assert.equal(sender.aborted.length, 1);
    });
  }

  for (const [limit, ms] of [['without progress', LIMITS.idleMs], ['altogether', LIMITS.totalMs]] as const) {
    it(`has its answer if the time ${limit} is over because the process stood still, and the answer waits to be read`, async () => {
      const [sender, clock] = [new PlayedSender(), new StandStill()];
      const { outcome } = new SingleTry(sender, REQUEST, LIMITS, clock);
      sender.start();
      clock.goOn(ms);
      sender.head(200);
      sender.body('there');
      sender.end();
      const answer = await outcome;
      assert.ok(!(answer instanceof TryFailure));
      assert.equal(answer.body, 'there');
    });

    it(`fails if the time ${limit} is over and nothing waits to be read`, async () => {
      const [sender, clock] = [new PlayedSender(), new StandStill()];
      const { outcome } = new SingleTry(sender, REQUEST, LIMITS, clock);
      sender.start();
      if (limit === 'altogether') {
        clock.goOn(LIMITS.totalMs - 1);
        sender.head(200);
      }
      clock.goOn(ms);
      const failure = await outcome;
      assert.ok(failure instanceof TryFailure && failure.reason instanceof TimeLimit);
      assert.equal(sender.aborted.length, 1);
    });
  }

  it('forbids the second sending, and fails as one that was sent', async () => {
    const sender = new DoubleSender();
    const failure = await new SingleTry(sender, REQUEST, LIMITS, systemClock).outcome;
    assert.ok(failure instanceof TryFailure && failure.sent);
    // Not at the first start, but before anything is written at the second.
    assert.deepEqual(sender.aborted.slice(0, 2), [null, null]);
    assert.ok(sender.aborted[2] instanceof Error);
  });

  it('fails as one that was not sent if there is nobody to send it', async () => {
    const failure = await new SingleTry(new BrokenSender(), REQUEST, LIMITS, systemClock).outcome;
    assert.ok(failure instanceof TryFailure && !failure.sent);
    assert.equal(failure.reason.message, 'destroyed');
  });
});
