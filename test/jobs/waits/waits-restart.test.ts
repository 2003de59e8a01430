import assert from 'node:assert/strict';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { JobStatus } from '../../../src/service/job';
import { JobElsewhere } from '../../../src/service/job-address';
import { Life } from '../life';
import { MemoryDisk } from '../memory-disk';
import { completed, later, refusal, ScriptedService, unreachable } from '../scripted-service';
import { begin, Node, wait } from './wait-scenario';

describe('A redeploy', () => {
  it('keeps the waits, their schedule and their very messages', async () => {
    const { life, service, node, detach } = await begin();
    const message = { payload: 'field', res: new (class Response {})() };
    await wait(life, service, message, { firstPollSeconds: 100 });
    await life.clock.advance(50_000);
    detach();
    const after = new Node();
    life.keeper.waits.attach('wait', service, after);
    await life.clock.advance(59_000);
    assert.equal(service.read.length, 0);
    service.otherwise = completed();
    await life.clock.advance(2_000);
    assert.deepEqual([node.done.length, after.done.length], [0, 1]);
    assert.equal(after.done[0]?.message, message);
    await life.end();
  });

  it('reads nothing and delivers nothing while the node is away, and goes on within 2 s of its return', async () => {
    const { life, service, node, detach } = await begin();
    await wait(life, service, {});
    detach();
    service.otherwise = completed();
    await life.clock.advance(600_000);
    assert.equal(service.read.length, 0);
    const after = new Node();
    life.keeper.waits.attach('wait', service, after);
    await life.clock.advance(2_000);
    assert.deepEqual([node.done.length, after.done.length], [0, 1]);
    assert.equal(after.done[0]?.job.redelivered, undefined);
    await life.end();
  });

  it('gives the message to the node that is there when the poll comes back', async () => {
    const { life, service, node, detach } = await begin();
    const answer = later<JobStatus>();
    service.polls['1'] = [() => answer.promise];
    await wait(life, service, {});
    await life.clock.advance(3_000);
    detach();
    const after = new Node();
    life.keeper.waits.attach('wait', service, after);
    answer.resolve(completed());
    await life.clock.advance(0);
    assert.deepEqual([node.done.length, after.done.length, service.read.length], [0, 1, 1]);
    await life.end();
  });

  it('does not take the end of the old connections for trouble with the job', async () => {
    const { life, service, detach } = await begin();
    const answer = later<JobStatus>();
    service.polls['1'] = [() => answer.promise, completed()];
    await wait(life, service, {});
    await life.clock.advance(3_000);
    detach();
    const after = new Node();
    const newService = new ScriptedService();
    newService.otherwise = completed();
    life.keeper.waits.attach('wait', newService, after);
    answer.reject(unreachable);
    await life.clock.advance(2_000);
    assert.deepEqual([after.troubles.length, after.done.length], [0, 1]);
    await life.end();
  });

  it('that comes between the end of a job and its delivery delivers to the new node, once', async () => {
    const { life, service, node, detach } = await begin();
    service.otherwise = completed();
    await wait(life, service, {});
    const held = later<void>();
    life.disk.hold = (call) => (call.startsWith('sync') ? held.promise : undefined);
    await life.clock.advance(3_000);
    detach();
    held.resolve();
    life.disk.hold = () => undefined;
    await life.clock.advance(10_000);
    const after = new Node();
    life.keeper.waits.attach('wait', service, after);
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.length, after.done.length], [0, 1]);
    await life.end();
  });

  it('of everything keeps the live parts of messages, although the keeper is closed meanwhile', async () => {
    const { life, service, detach } = await begin();
    const message = { payload: 'field', res: new (class Response {})() };
    await wait(life, service, message);
    detach();
    await life.keeper.release();
    assert.equal(life.clock.pending, 0);
    const keeper = await JobKeeper.acquire(life.disk.opened as string, { clock: life.clock, fileSystem: life.disk });
    const after = new Node();
    service.otherwise = completed();
    keeper.waits.attach('wait', service, after);
    await life.clock.advance(2_000);
    assert.equal(after.done[0]?.message, message);
    await keeper.release();
  });

  it('of everything keeps the links of messages as they came, although the disk has them without their signed part', async () => {
    const { life, service, detach } = await begin();
    const message = { callback: 'https://hooks.example/field?token=CANARY' };
    await wait(life, service, message);
    detach();
    await life.keeper.release();
    const keeper = await JobKeeper.acquire(life.disk.opened as string, { clock: life.clock, fileSystem: life.disk });
    const after = new Node();
    service.otherwise = completed();
    keeper.waits.attach('wait', service, after);
    await life.clock.advance(2_000);
    assert.deepEqual(after.done.map((done) => done.message), [message]);
    await keeper.release();
  });

  it('asks the service at its present address', async () => {
    const { life, service, detach } = await begin();
    await wait(life, service, {});
    detach();
    const moved = new ScriptedService();
    moved.jobAddress = (_url, kind = 'geometry') => ({ id: '1', url: 'http://127.0.0.1:9999/1', kind });
    moved.otherwise = completed();
    const after = new Node();
    life.keeper.waits.attach('wait', moved, after);
    await life.clock.advance(5_000);
    assert.equal(after.done[0]?.job.url, 'http://127.0.0.1:9999/1');
    await life.end();
  });

  it('to a service at another origin sends it nothing, and waits for the old one to come back', async () => {
    const { life, service, detach } = await begin();
    await wait(life, service, {});
    detach();
    const elsewhere = new ScriptedService();
    elsewhere.jobAddress = () => {
      throw new JobElsewhere('SOIL_CONFIG', 'The job address is at https://api.example.');
    };
    const after = new Node();
    life.keeper.waits.attach('wait', elsewhere, after);
    await life.clock.advance(5_000);
    assert.deepEqual(life.log, ['The status of jobs could not be read at api.example: The job address is at https://api.example. Whatever waits goes on by itself once that is over.']);
    await life.clock.advance(595_000);
    assert.deepEqual([elsewhere.read.length, after.errors.length, after.troubles.length > 3, life.log.length], [0, 0, true, 1]);
    service.otherwise = completed();
    const back = new Node();
    life.keeper.waits.attach('wait', service, back);
    await life.clock.advance(60_000);
    assert.equal(back.done.length, 1);
    await life.end();
  });
});

describe('A restart', () => {
  it('goes on with every wait within 2 s, with the properties its message came with, and without a rush', async () => {
    const { life, service } = await begin();
    for (let at = 0; at < 100; at++) await wait(life, service, { _msgid: `m${at}`, topic: at, payload: { deep: [at] } }, { job: { id: `j${at}` } });
    const next = await Life.begin(life.disk.afterKill(), life.clock, (() => {
      let at = 0;
      return () => (at++ % 100) / 100;
    })());
    const after = new Node();
    const fresh = new ScriptedService();
    fresh.otherwise = completed();
    next.keeper.waits.attach('wait', fresh, after);
    await next.clock.advance(500);
    const early = fresh.read.length;
    assert.ok(early > 20 && early < 50, String(early));
    await next.clock.advance(1_500);
    assert.equal(after.done.length, 100);
    assert.deepEqual(after.done.map(({ message }) => message.topic).sort((one, other) => Number(one) - Number(other)), Array.from({ length: 100 }, (_, at) => at));
    assert.deepEqual(after.done.find(({ message }) => message.topic === 7)?.message, { _msgid: 'm7', topic: 7, payload: { deep: [7] } });
    assert.ok(after.done.every(({ job }) => job.redelivered === undefined && job.submittedAt === '2026-01-01T00:00:00.000Z'));
    await next.end();
    await life.end();
  });

  it('counts the time from when the wait was accepted', async () => {
    const { life, service } = await begin();
    await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 10 });
    await life.clock.advance(60_000);
    const next = await life.kill();
    await next.clock.advance(5 * 60_000);
    const after = new Node();
    next.keeper.waits.attach('wait', service, after);
    await next.clock.advance(2_000);
    assert.ok(Math.abs((after.polls[0]?.elapsed ?? 0) - 361) < 2);
    await next.clock.advance(4 * 60_000);
    assert.deepEqual(after.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
    await next.end();
  });

  it('after the time of a wait is over still reads once before it gives up', async () => {
    const { life, service } = await begin();
    await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 1 });
    await wait(life, service, { _msgid: 'm2' }, { timeoutMinutes: 1, job: { id: '2' } });
    const next = await life.kill();
    await next.clock.advance(86_400_000);
    service.polls['1'] = [completed()];
    const after = new Node();
    next.keeper.waits.attach('wait', service, after);
    await next.clock.advance(2_000);
    assert.deepEqual([after.done.map(({ message }) => message._msgid), after.errors.map(({ message }) => message._msgid)], [['m1'], ['m2']]);
    await next.end();
  });

  it('with a clock that went back does not end a wait early or make it endless', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 10 });
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    await life.end();
    next.clock.setWall(0);
    const third = await next.kill();
    const after = new Node();
    third.keeper.waits.attach('wait', service, after);
    await third.clock.advance(9 * 60_000);
    assert.deepEqual([after.errors.length, after.polls.length > 5], [0, true]);
    await third.clock.advance(2 * 60_000);
    assert.equal(after.errors.length, 1);
    await third.end();
  });

  it('delivers again what a crash cut between handing over and noting it, and says so', async () => {
    const { life, service, node } = await begin();
    service.otherwise = completed();
    await wait(life, service, { _msgid: 'm1' });
    let handed: MemoryDisk | undefined;
    node.completed = (message, job) => {
      node.done.push({ message, job });
      handed = life.disk.afterKill();
    };
    await life.clock.advance(10_000);
    const next = await Life.begin(handed, life.clock);
    const after = new Node();
    next.keeper.waits.attach('wait', service, after);
    await next.clock.advance(2_000);
    assert.deepEqual(after.done.map(({ message, job }) => [message._msgid, job.redelivered]), [['m1', true]]);
    const third = await next.kill();
    assert.equal(third.keeper.waits.count('wait'), 0);
    await third.end();
    await life.end();
  });

  it('leaves the marks on a message that had them from soil-submit, however its job ends', async () => {
    const { life, service, node } = await begin();
    service.polls = { 1: [completed()], 2: [refusal(410)] };
    await wait(life, service, { _msgid: 'm1', soil: { job: { id: '1', redelivered: true } } });
    await wait(life, service, { _msgid: 'm2', soil: { job: { id: '2', redelivered: true, reused: 'pending' } } }, { job: { id: '2' } });
    await wait(life, service, { _msgid: 'm3', soil: { job: { id: '1' } } });
    await wait(life, service, { _msgid: 'm4', soil: { job: { id: '1', reused: 'finished' } } });
    await life.clock.advance(600_000);
    const marks = node.done.map(({ message, job }) => [message._msgid, job.redelivered, job.reused]);
    assert.deepEqual(marks, [['m1', true, undefined], ['m3', undefined, undefined], ['m4', undefined, 'finished']]);
    assert.deepEqual(node.errors.map(({ message, job }) => [message._msgid, job.redelivered, job.reused]), [['m2', true, 'pending']]);
    await life.end();
  });

  it('does not deliver again what was delivered', async () => {
    const { life, service, node } = await begin();
    service.otherwise = completed();
    await wait(life, service, {});
    await life.clock.advance(10_000);
    assert.equal(node.done.length, 1);
    const next = await life.kill();
    assert.equal(next.keeper.waits.count('wait'), 0);
    assert.equal(next.keeper.list()[0]?.state, 'completed');
    await next.end();
  });

  it('drops the waits of a deleted node with a line each, and its jobs are left alone', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { node: 'deleted' });
    await wait(life, service, {});
    const next = await life.kill();
    const lines = await next.keeper.retain((node) => node !== 'deleted');
    assert.deepEqual(lines, ['The soil-wait node deleted was deleted: nobody waits for job 1 any more. The job itself goes on at the service.']);
    assert.deepEqual([next.keeper.waits.count('deleted'), next.keeper.waits.count('wait')], [0, 1]);
    assert.equal(service.created.length, 0);
    const third = await next.kill();
    assert.deepEqual(third.keeper.list().map(({ node }) => node), ['wait']);
    await third.end();
  });
});
