import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { NodeAPI } from 'node-red';
import { messagesAtWork } from '../../nodes/runtime/keeping/messages-at-work';
import type { FlowWork } from '../../src/jobs/delivery/flow-work';

describe('What nodes are at work on', () => {
  let events: EventEmitter;
  let hooks: Map<string, (event: object) => void>;
  let work: FlowWork;
  let away: Set<string>;
  const nodes = { getNode: (id: string) => (away.has(id) ? null : {}) };
  beforeEach(() => {
    away = new Set(['disabled']);
    events = new EventEmitter();
    hooks = new Map();
    const add = (name: string, hook: (event: object) => void): unknown => hooks.set(name.replace(/\..*/, ''), hook);
    work = messagesAtWork({ events, nodes, hooks: { add, remove: () => undefined } } as unknown as NodeAPI);
  });

  const message = (job?: string): object => ({ _msgid: 'm1', ...(job !== undefined && { soil: { job: { id: job } } }) });
  const sent = (msg: object, hook = 'preDeliver'): void => hooks.get(hook)?.({ msg, source: { id: 'one' }, destination: { id: 'other' } });
  const completed = (msg: object): void => hooks.get('onComplete')?.({ msg, node: { id: 'other' } });

  it('is a message from the moment that it is sent until its node is done, by its job', () => {
    const unwatch = work.watch('m1');
    const msg = message('j1');
    sent(msg);
    assert.deepEqual([work.isAtWork('m1', 'j1'), work.isAtWork('m1', 'j2'), work.isAtWork('m2', 'j1')], [true, false, false]);
    sent(msg, 'onReceive');
    completed(msg);
    assert.equal(work.isAtWork('m1', 'j1'), false);
    unwatch();
  });

  it('is a message that a hook holds on its way, until it is delivered, as it is or as a copy', () => {
    work.watch('m1');
    for (const copy of [false, true]) {
      const event = { msg: message('j1'), source: { id: 'one' }, destination: { id: 'other' } };
      hooks.get('onSend')?.([event] as never);
      assert.equal(work.isAtWork('m1', 'j1'), true);
      if (copy) event.msg = message('j1');
      hooks.get('preDeliver')?.(event);
      assert.equal(work.isAtWork('m1', 'j1'), true);
      completed(event.msg);
      assert.equal(work.isAtWork('m1', 'j1'), false);
    }
  });

  it('is not what is sent to a disabled node', () => {
    work.watch('m1');
    hooks.get('onSend')?.([{ msg: message('j1'), source: { id: 'one' }, destination: { id: 'disabled' } }] as never);
    assert.equal(work.isAtWork('m1', 'j1'), false);
  });

  it('may be any job if a node has removed the job from the message', () => {
    const unwatch = work.watch('m1');
    sent(message());
    assert.equal(work.isAtWork('m1', 'j1'), true);
    unwatch();
    assert.equal(work.isAtWork('m1', 'j1'), false);
  });

  it('stays while all flows are stopped', () => {
    work.watch('m1');
    const msg = message('j1');
    const restarts: unknown[] = [];
    const endRestarts = work.onRestart(() => restarts.push([work.isAtWork('m1', 'j1'), work.areAllStopped()]));
    sent(msg);
    events.emit('flows:stopping', { type: 'full' });
    completed(msg);
    assert.equal(work.isAtWork('m1', 'j1'), true);
    events.emit('flows:started');
    assert.deepEqual([work.isAtWork('m1', 'j1'), work.areAllStopped(), restarts], [false, false, [[true, true]]]);
    endRestarts();
    events.emit('flows:stopping', { type: 'full' });
    events.emit('flows:started');
    assert.equal(restarts.length, 1);
  });

  /** What a deploy of modified nodes does; `begun` runs while the flows are being started. */
  function deployModified(stopped: string[], begun = (): void => undefined): void {
    events.emit('flows:stopping', { type: 'nodes' });
    for (const id of stopped) away.add(id);
    events.emit('flows:stopped', { type: 'nodes' });
    for (const id of stopped) away.delete(id);
    begun();
    events.emit('flows:started');
  }

  it('stays in a partial deploy that leaves its node alone, until that is done', () => {
    work.watch('m1');
    const msg = message('j1');
    sent(msg);
    deployModified(['another']);
    assert.equal(work.isAtWork('m1', 'j1'), true);
    completed(msg);
    assert.equal(work.isAtWork('m1', 'j1'), false);
  });

  it('counts as done when a partial deploy has restarted its node, unless the next life of that has taken it up', () => {
    work.watch('m1');
    const msg = message('j1');
    sent(msg);
    deployModified(['other'], () => assert.equal(work.isAtWork('m1', 'j1'), true));
    assert.equal(work.isAtWork('m1', 'j1'), false);
    sent(msg);
    deployModified(['other'], () => sent(msg, 'onReceive'));
    assert.equal(work.isAtWork('m1', 'j1'), true);
    completed(msg);
    assert.equal(work.isAtWork('m1', 'j1'), false);
  });

  it('stays until the flows start, if they could not start after that', () => {
    work.watch('m1');
    let restarts = 0;
    work.onRestart(() => (restarts += 1));
    sent(message('j1'));
    events.emit('flows:stopping', { type: 'full' });
    events.emit('flows:stopping', { type: 'nodes' });
    assert.deepEqual([work.isAtWork('m1', 'j1'), work.areAllStopped()], [true, true]);
    events.emit('flows:started');
    assert.deepEqual([work.isAtWork('m1', 'j1'), restarts], [false, 1]);
  });
});
