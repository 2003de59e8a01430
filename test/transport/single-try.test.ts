import assert from 'node:assert/strict';
import { Dispatcher } from 'undici';
import { SingleTry, TryFailure } from '../../src/transport/single-try';
import { systemClock } from '../../src/time/clock';

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

/** Cannot be used any more. */
class BrokenSender extends Dispatcher {
  override dispatch(): boolean {
    throw new Error('destroyed');
  }
}

describe('A single try', () => {
  it('forbids the second sending, and fails as one that was sent', async () => {
    const sender = new DoubleSender();
    const failure = await new SingleTry(sender, REQUEST, LIMITS, systemClock).answer.catch((error: unknown) => error);
    assert.ok(failure instanceof TryFailure && failure.sent);
    // Not at the first start, but before anything is written at the second.
    assert.deepEqual(sender.aborted.slice(0, 2), [null, null]);
    assert.ok(sender.aborted[2] instanceof Error);
  });

  it('fails as one that was not sent where there is nobody to send it', async () => {
    const failure = await new SingleTry(new BrokenSender(), REQUEST, LIMITS, systemClock).answer.catch((error: unknown) => error);
    assert.ok(failure instanceof TryFailure && !failure.sent);
    assert.equal(failure.reason.message, 'destroyed');
  });
});
