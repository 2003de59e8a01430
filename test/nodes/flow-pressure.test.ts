import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { NodeAPI } from 'node-red';
import { FlowPressure } from '../../nodes/soil-read/flow-pressure';
import { SimulatedClock } from '../time/simulated-clock';
import { runtime } from './flow';

/** The messages of a flow, as the hooks of the real runtime tell of them. */
class Traffic {
  readonly clock = new SimulatedClock();
  readonly closing = new AbortController();
  readonly pressure = new FlowPressure({ hooks: runtime.hooks } as NodeAPI, 'one', this.clock);
  private waiting: Promise<void> = Promise.resolve();
  taken = false;

  /** A message goes from a node to another one, which tells when it is done (`modern`) or not. `handler`: what it does with it at once. */
  deliver(msg: object, from: string, to: string, modern = true, { type = 'any', handler = (): void => undefined } = {}): void {
    const destination = { id: to, node: { type, _expectedDoneCount: modern ? 1 : 0 } };
    trigger('preDeliver', { msg, source: { id: from }, destination });
    handler();
    trigger('postReceive', { msg, destination });
  }

  complete(msg: object, node: string): void {
    trigger('onComplete', { msg, node: { id: node } });
  }

  async start(): Promise<void> {
    this.taken = false;
    this.waiting = this.pressure.taken(this.closing.signal).then(() => {
      this.taken = true;
    });
    this.waiting.catch(() => undefined);
    await this.clock.advance(0);
  }

  settled(): Promise<void> {
    return this.waiting;
  }
}

const hooks = runtime.hooks as unknown as { trigger: (hook: string, event: object, done: () => void) => void };
const trigger = (hook: string, event: object): void => hooks.trigger(hook, event, () => undefined);
const message = (id = 'one') => ({ _msgid: id });

describe('The pressure of a flow', () => {
  let traffic: Traffic;
  beforeEach(() => {
    traffic = new Traffic();
  });
  afterEach(() => {
    traffic.pressure.close();
    assert.equal(traffic.clock.pending, 0);
  });

  it('lasts until every node that the message reached is done with it', async () => {
    const [first, copy] = [message(), message()];
    traffic.deliver(first, 'read', 'a');
    traffic.deliver(copy, 'read', 'b');
    await traffic.start();
    traffic.deliver(first, 'a', 'c');
    traffic.complete(first, 'c');
    traffic.complete(copy, 'b');
    await traffic.clock.advance(0);
    assert.equal(traffic.taken, false, 'a has sent it on, and is not done');
    traffic.deliver(first, 'a', 'd');
    traffic.complete(first, 'a');
    await traffic.clock.advance(0);
    assert.equal(traffic.taken, false);
    traffic.complete(first, 'd');
    await traffic.settled();
  });

  it('is none if nothing is wired, nor for other messages', async () => {
    traffic.deliver(message('another'), 'inject', 'debug');
    await traffic.start();
    await traffic.settled();
  });

  it('of a node that cannot tell lasts until it sends the message on, or for a second', async () => {
    const msg = message();
    traffic.deliver(msg, 'read', 'old', false);
    await traffic.start();
    await traffic.clock.advance(900);
    assert.equal(traffic.taken, false);
    traffic.deliver(msg, 'old', 'sink', false);
    await traffic.clock.advance(900);
    assert.equal(traffic.taken, false);
    await traffic.clock.advance(100);
    await traffic.settled();
  });

  it('of a node that cannot tell ends when it sends the message on, even within its handler, and as soon for the next one', async () => {
    for (const isAtOnce of [true, false]) {
      const msg = message();
      const sendOn = () => traffic.deliver(msg, 'old', 'sink', true, { type: 'join' });
      traffic.deliver(msg, 'read', 'old', false, isAtOnce ? { handler: sendOn } : {});
      await traffic.start();
      await traffic.clock.advance(500);
      assert.equal(traffic.taken, isAtOnce);
      if (!isAtOnce) sendOn();
      await traffic.settled();
      await traffic.clock.advance(600);
    }
    // Nor is it taken for a silent one.
    traffic.deliver(message(), 'read', 'old', false);
    await traffic.start();
    assert.equal(traffic.taken, false);
  });

  it('of a node that never sent anything on is not waited for again, until it does', async () => {
    traffic.deliver(message(), 'read', 'old', false);
    await traffic.start();
    await traffic.clock.advance(1000);
    await traffic.settled();
    const later = message();
    traffic.deliver(later, 'read', 'old', false);
    await traffic.start();
    await traffic.settled();
    traffic.deliver(later, 'old', 'next');
    traffic.complete(later, 'next');
    traffic.deliver(message(), 'read', 'old', false);
    await traffic.start();
    assert.equal(traffic.taken, false);
    await traffic.clock.advance(1000);
    await traffic.settled();
  });

  it('ends after half a minute in which nothing happened', async () => {
    const msg = message();
    traffic.deliver(msg, 'read', 'forgetful');
    await traffic.start();
    await traffic.clock.advance(29_000);
    traffic.deliver(msg, 'forgetful', 'next');
    await traffic.clock.advance(29_000);
    assert.equal(traffic.taken, false);
    traffic.complete(msg, 'next');
    await traffic.clock.advance(29_000);
    assert.equal(traffic.taken, false, 'a node was done with it');
    await traffic.clock.advance(1_000);
    await traffic.settled();
  });

  it('ends with the reason when the node closes, even between two looks', async () => {
    traffic.deliver(message(), 'read', 'slow');
    const waiting = traffic.start().then(() => traffic.settled());
    traffic.closing.abort(new Error('closed'));
    await assert.rejects(waiting, /closed/);
  });

  it('ends with the reason when the node closes while it is waited for, and leaves no listener behind', async () => {
    traffic.deliver(message(), 'read', 'slow');
    await traffic.start();
    traffic.closing.abort(new Error('closed'));
    await assert.rejects(traffic.settled(), /closed/);
    assert.deepEqual(getEventListeners(traffic.closing.signal, 'abort'), []);
  });

  it('is not known if the runtime has no hooks: batches then follow one per turn of the event loop', async () => {
    const pressure = new FlowPressure({} as NodeAPI, 'one', traffic.clock);
    await pressure.taken(new AbortController().signal);
    pressure.close();
  });
});
