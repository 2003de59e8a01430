import assert from 'node:assert/strict';
import type { JobStatus } from '../../../src/service/job';
import { completed, later, running, ScriptedService } from '../scripted-service';
import { begin, Node, wait } from './wait-scenario';

describe('A wait among others', () => {
  it('is read by a node that has its service, if another that waits has been given a new one', async () => {
    const { life, service, node } = await begin();
    const other = new Node();
    life.keeper.waits.attach('other', service, other);
    await wait(life, service, { of: 'first' });
    await wait(life, service, { of: 'second' }, { node: 'other' });
    const moved = new ScriptedService('moved');
    life.keeper.waits.attach('wait', moved, node);
    service.otherwise = completed();
    await life.clock.advance(3000);
    assert.deepEqual([moved.read.length, service.read.length, node.done.length, other.done.length], [0, 1, 1, 1]);
    await life.end();
  });

  it('whose node is away imposes its time on no other', async () => {
    const { life, service, node } = await begin();
    const detach = life.keeper.waits.attach('other', service, new Node());
    await wait(life, service, {}, { node: 'other', timeoutMinutes: 1 });
    await wait(life, service, {});
    detach();
    await life.clock.advance(600_000);
    assert.ok(service.read.length < 30, `${service.read.length} polls in ten minutes`);
    assert.equal(node.errors.length, 0);
    await life.end();
  });

  it('whose node is away does not keep the others from hearing of each poll', async () => {
    const { life, service, node, detach } = await begin();
    const other = new Node();
    life.keeper.waits.attach('other', service, other);
    await wait(life, service, {});
    await wait(life, service, {}, { node: 'other' });
    detach();
    await life.clock.advance(3000);
    assert.deepEqual([node.polls.length, other.polls.length], [0, 1]);
    await life.end();
  });

  it('shares the polls of a job with every other wait for it, even those of other nodes', async () => {
    const { life, service, node } = await begin();
    const other = new Node();
    life.keeper.waits.attach('other', service, other);
    await wait(life, service, { _msgid: 'm1' });
    await wait(life, service, { _msgid: 'm2' });
    await wait(life, service, { _msgid: 'm3' }, { node: 'other' });
    await life.clock.advance(10_000);
    assert.deepEqual(service.read, ['1', '1', '1']);
    service.otherwise = completed();
    await life.clock.advance(10_000);
    assert.equal(service.read.length, 4);
    assert.deepEqual([node.done.map(({ message }) => message._msgid), other.done.map(({ message }) => message._msgid)], [['m1', 'm2'], ['m3']]);
    await life.end();
  });

  it('makes no plan of its own when a node comes back, or a poll is wanted now: the job is planned once', async () => {
    const { life, service, node } = await begin();
    for (let at = 0; at < 200; at++) await wait(life, service, { _msgid: `m${at}` });
    const monotonic = life.clock.monotonic.bind(life.clock);
    let looks = 0;
    life.clock.monotonic = () => (looks++, monotonic());
    life.keeper.waits.attach('wait', service, node);
    assert.equal(life.keeper.waits.pollNow('1'), true);
    assert.ok(looks < 20, `the time was looked at ${looks} times`);
    await life.end();
  });

  it('joins a job whose poll is under way', async () => {
    const { life, service, node } = await begin();
    const answer = later<JobStatus>();
    service.polls['1'] = [() => answer.promise, completed()];
    await wait(life, service, { _msgid: 'm1' });
    await life.clock.advance(3_000);
    await wait(life, service, { _msgid: 'm2' });
    answer.resolve(running);
    await life.clock.advance(10_000);
    assert.deepEqual([service.read.length, node.done.length], [2, 2]);
    await life.end();
  });

  it('never reports a next poll in the past, even if the job is read again while the end of another wait is held back', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 0.1 });
    await wait(life, service, { _msgid: 'm2' });
    await life.clock.advance(5_900);
    life.flowGate.close();
    await life.clock.advance(200);
    const answer = later<JobStatus>();
    service.polls['1'] = [() => answer.promise, running];
    life.keeper.waits.pollNow('1');
    await life.clock.advance(700);
    life.flowGate.open();
    await life.clock.advance(1);
    answer.resolve(running);
    await life.clock.advance(1);
    assert.deepEqual(node.polls.filter(({ next }) => next <= 0), []);
    assert.deepEqual([node.errors.length, node.polls.at(-1)?.polls], [1, service.read.length]);
    await life.end();
  });

  it('is distinguished from a wait for a job of the same identifier at another service', async () => {
    const { life, service, node } = await begin();
    const otherService = new ScriptedService('another');
    const other = new Node();
    life.keeper.waits.attach('other', otherService, other);
    await wait(life, service, {});
    await wait(life, otherService, {}, { node: 'other' });
    service.otherwise = completed();
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.length, other.done.length, otherService.read.length > 0], [1, 0, true]);
    await life.end();
  });
});
