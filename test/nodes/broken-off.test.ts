import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Node, NodeAPI } from 'node-red';
import { BrokenOff } from '../../nodes/runtime/keeping/broken-off';
import { messagesAtWork } from '../../nodes/runtime/keeping/messages-at-work';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { refuseThroughDeploys } from '../../nodes/runtime/through-deploys';

/** One life of a node, in a runtime that does not wait for it to close. */
class Life {
  readonly said: string[] = [];
  readonly takenUp: unknown[] = [];
  private readonly abort = new AbortController();
  private readonly takeUp = ({ topic }: SoilMessage): void => void this.takenUp.push(topic);
  private readonly node = Object.assign(new EventEmitter(), {
    id: 'node',
    log: (text: string) => this.said.push(text),
    warn: (text: string) => this.said.push(text),
    receive: this.takeUp,
  });
  private readonly brokenOff: BrokenOff<string>;

  constructor(events: EventEmitter) {
    this.brokenOff = new BrokenOff<string>({ events, settings: {} } as unknown as NodeAPI, this.node as unknown as Node, this.takeUp);
  }

  /** Begins work that no signal ends; returns the function that ends it. */
  begin(topic: string): () => void {
    let end = (): void => undefined;
    const work = new Promise<string>((resolve) => (end = () => resolve('done')));
    const message: SoilMessage = { _msgid: topic, topic };
    void this.brokenOff.workOn(message, this.abort.signal, () => work).catch(() => undefined);
    return end;
  }

  /** Begins work that fails a turn later. */
  fail(topic: string, text: string): Promise<string> {
    const work = async (): Promise<never> => {
      await aTurn();
      throw new Error(text);
    };
    return this.brokenOff.workOn({ _msgid: topic, topic }, this.abort.signal, work);
  }

  /** Resolves once it is closed. */
  close(): Promise<void> {
    this.abort.abort(new Error('Closed.'));
    return new Promise((resolve) => this.node.emit('close', false, resolve));
  }
}

/** A timer of 0 ms may run before or after what is to run right after the events of this turn. */
async function aTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await new Promise((resolve) => setImmediate(resolve));
}

describe('Work that is cut short when its node closes', () => {
  let events: EventEmitter;
  beforeEach(() => (events = new EventEmitter()));
  const started = async (): Promise<void> => {
    events.emit('flows:started');
    await aTurn();
  };

  it('goes on in the next life', async () => {
    const first = new Life(events);
    await started();
    first.begin('a')();
    await aTurn();
    const end = first.begin('b');
    const closed = first.close();
    end();
    await closed;
    const second = new Life(events);
    await started();
    assert.deepEqual(second.takenUp, ['b']);
  });

  it('goes on there even if it fails with its own error meanwhile: it ends with that of the signal, which is not reported', async () => {
    const first = new Life(events);
    await started();
    const work = first.fail('a', 'The connection was lost.');
    await Promise.all([first.close(), assert.rejects(work, /^Error: Closed\.$/)]);
    const second = new Life(events);
    await started();
    assert.deepEqual(second.takenUp, ['a']);
  });

  it('goes on there even if that life begins before the work here has ended', async () => {
    const first = new Life(events);
    await started();
    const end = first.begin('a');
    const closed = first.close();
    const second = new Life(events);
    await started();
    assert.deepEqual(second.takenUp, []);
    end();
    await closed;
    assert.deepEqual(second.takenUp, ['a']);
  });

  it('goes on there even if it begins when the node is closed, as behind a setting that took long to read', async () => {
    const first = new Life(events);
    await started();
    await first.close();
    const second = new Life(events);
    await started();
    first.begin('late')();
    await aTurn();
    assert.deepEqual(second.takenUp, ['late']);
  });

  it('goes on there with what several earlier lives left and ended late', async () => {
    const first = new Life(events);
    await started();
    const ends = [first.begin('a')];
    const closed = [first.close()];
    const second = new Life(events);
    await started();
    ends.push(second.begin('b'));
    closed.push(second.close());
    for (const end of ends) end();
    await Promise.all(closed);
    const third = new Life(events);
    await started();
    assert.deepEqual(third.takenUp, ['a', 'b']);
  });

  it('is reported in the log if there is no next life', async () => {
    const first = new Life(events);
    await started();
    const end = first.begin('a');
    const closed = first.close();
    end();
    await closed;
    await started();
    assert.match(first.said.at(-1) ?? '', /deleted or disabled with 1 message under way/);
  });

  it('is not repeated there if its message came late from a node with a journal: that node sends it again', async () => {
    const first = new Life(events);
    await started();
    const hooks = new Map<string, (event: object) => void>();
    const add = (name: string, hook: (event: object) => void): unknown => hooks.set(name.replace(/\..*/, ''), hook);
    const unwatch = messagesAtWork({ events, hooks: { add, remove: () => undefined } } as unknown as NodeAPI).watch('a');
    hooks.get('preDeliver')?.({ msg: { _msgid: 'a' }, source: { id: 'wait' }, destination: { id: 'node' } });
    events.emit('flows:stopping', { type: 'full' });
    const closed = first.close();
    first.begin('a')();
    first.begin('b')();
    await closed;
    unwatch();
    const second = new Life(events);
    await started();
    assert.deepEqual(second.takenUp, ['b']);
  });
});

describe('A refusal whose node was closed', () => {
  it('is not for the next life if that has the message already: then it is the reason of the closing', async () => {
    const RED = { events: new EventEmitter(), settings: {} } as unknown as NodeAPI;
    const takenUp: unknown[] = [];
    const takeUp = ({ topic }: SoilMessage): void => void takenUp.push(topic);
    const life = (): Node => Object.assign(new EventEmitter(), { id: 'node', log: () => undefined, receive: takeUp }) as unknown as Node;
    const [closed, closing] = [life(), new AbortController()];
    const refuse = refuseThroughDeploys(RED, closed, takeUp);
    const reason = new Error('Closed.');
    closing.abort(reason);
    await assert.rejects(refuse({ topic: 'is there' }, closing.signal, reason), reason);
    await assert.rejects(refuse({ topic: 'is not' }, closing.signal, new Error('refused')), reason);
    await new Promise((resolve) => closed.emit('close', false, resolve));
    refuseThroughDeploys(RED, life(), takeUp);
    RED.events.emit('flows:started');
    await aTurn();
    assert.deepEqual(takenUp, ['is not']);
  });
});
