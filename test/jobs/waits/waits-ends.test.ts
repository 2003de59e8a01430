import assert from 'node:assert/strict';
import { FlowGate } from '../../../src/jobs/delivery/flow-gate';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { JobStatus } from '../../../src/service/job';
import { SimulatedClock } from '../../time/simulated-clock';
import { MemoryDisk } from '../memory-disk';
import { completed, later, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';
import { begin, journal, Node, wait } from './wait-scenario';

describe('Cancelling', () => {
  it('ends the waits of a node, for one job or for all, with SOIL_CANCELLED', async () => {
    const { life, service, node } = await begin();
    for (const id of ['1', '2', '3']) await wait(life, service, { _msgid: id }, { job: { id } });
    assert.equal(await life.keeper.waits.cancel('other'), 0);
    assert.equal(await life.keeper.waits.cancel('wait', '2'), 1);
    assert.deepEqual(node.errors.map(({ error, message }) => [error.code, message._msgid]), [['SOIL_CANCELLED', '2']]);
    assert.equal(await life.keeper.waits.cancel('wait'), 2);
    await life.clock.advance(600_000);
    assert.equal(service.read.length, 0);
    assert.deepEqual(life.keeper.list().map(({ state }) => state), ['cancelled', 'cancelled', 'cancelled']);
    const next = await life.kill();
    assert.equal(next.keeper.waits.count('wait'), 0);
    await next.end();
  });

  it('leads to one end if it is asked for twice at once', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, {});
    assert.deepEqual(await Promise.all([life.keeper.waits.cancel('wait'), life.keeper.waits.cancel('wait')]), [1, 0]);
    assert.equal(node.errors.length, 1);
    await life.end();
  });

  it('is on the disk by the time that it is said to be done', async () => {
    const { life, service } = await begin();
    for (const id of ['1', '2']) await wait(life, service, { _msgid: id }, { job: { id } });
    const ended = (): number => journal(life.disk.afterPowerCut()).match(/"ended"/g)?.length ?? 0;
    assert.equal(await life.keeper.waits.cancel('wait', '1'), 1);
    assert.equal(ended(), 1);
    assert.equal(await life.keeper.waits.stop(life.keeper.list()[0]?.wait ?? ''), true);
    assert.equal(ended(), 2);
    await life.end();
  });

  it('of a wait whose node is away is reported to nobody', async () => {
    const { life, service, node, detach } = await begin();
    await wait(life, service, {});
    detach();
    assert.equal(await life.keeper.waits.stop(life.keeper.list()[0]?.wait ?? ''), true);
    assert.deepEqual([node.errors, life.log], [[], []]);
    await life.end();
  });

  it('is not overtaken by a poll that is under way', async () => {
    const { life, service, node } = await begin();
    const answer = later<JobStatus>();
    service.polls['1'] = [() => answer.promise];
    await wait(life, service, {});
    await life.clock.advance(3_000);
    const cancelling = life.keeper.waits.cancel('wait');
    answer.resolve(completed());
    assert.equal(await cancelling, 1);
    await life.clock.advance(100_000);
    assert.deepEqual([node.errors.length, node.done.length], [1, 0]);
    await life.end();
  });

  it('of one message leaves the others that wait for the same job, and of the last one leaves nothing to do', async () => {
    const { life, service, node } = await begin();
    const before = life.clock.pending;
    for (const id of ['1', '2', '3']) await wait(life, service, { _msgid: id });
    const [first, , last] = life.keeper.list();
    await life.keeper.waits.stop(first?.wait ?? '');
    await life.clock.advance(3_000);
    assert.equal(node.polls.length, 2);
    await life.keeper.waits.stop(last?.wait ?? '');
    service.otherwise = completed();
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.map(({ message }) => message._msgid), node.errors.map(({ message }) => message._msgid)], [['2'], ['1', '3']]);
    assert.equal(node.lastPolls.length, 1);
    await wait(life, service, { _msgid: '4' }, { job: { id: '4' } });
    await life.keeper.waits.cancel('wait');
    await life.clock.advance(100);
    assert.equal(life.clock.pending, before);
    await life.end();
  });

  it('stops one wait by its own identifier, even if its node is away', async () => {
    const { life, service, node, detach } = await begin();
    await wait(life, service, { _msgid: '1' });
    await wait(life, service, { _msgid: '2' });
    const [first, second] = life.keeper.list();
    assert.equal(await life.keeper.waits.stop(first?.wait ?? ''), true);
    assert.equal(await life.keeper.waits.stop(first?.wait ?? ''), false);
    assert.deepEqual(node.errors.map(({ message }) => message._msgid), ['1']);
    detach();
    assert.equal(life.keeper.list().find(({ wait: id }) => id === second?.wait)?.state, 'paused');
    assert.equal(await life.keeper.waits.stop(second?.wait ?? ''), true);
    assert.equal(life.keeper.waits.count('wait'), 0);
    assert.equal(node.errors.length, 1);
    await life.end();
  });
});

describe('A full disk', () => {
  it('does not keep a message from going on', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, { _msgid: 'm1' });
    service.otherwise = completed();
    life.disk.fillUp();
    await life.clock.advance(10_000);
    assert.equal(node.done.length, 1);
    assert.match(life.log.join('\n'), /the disk is full/);
    life.disk.fault = () => undefined;
    await life.clock.advance(60_000);
    const next = await life.kill();
    assert.equal(next.keeper.waits.count('wait'), 0);
    await next.end();
  });
});

describe('A fault of our own after a poll', () => {
  it('is named in the log, and the message comes out in the next life', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, { _msgid: 'm1' });
    service.otherwise = () => {
      life.flowGate.whenOpen = () => {
        throw new Error('a fault');
      };
      return completed();
    };
    await life.clock.advance(10_000);
    assert.deepEqual([node.done, node.errors], [[], []]);
    assert.deepEqual(life.log.map((line) => line.split('. ')[0]), ['The result of a poll of job 1 could not be passed on (a fault)']);

    const next = await life.kill();
    const again = new ScriptedService();
    again.otherwise = completed();
    const after = new Node();
    next.keeper.waits.attach('wait', again, after);
    await next.clock.advance(10_000);
    assert.deepEqual(after.done.map(({ message }) => message._msgid), ['m1']);
    await next.end();
  });
});

describe('A deploy of all flows in the turn in which a message leaves', () => {
  it('gives it again with its mark, even if the disk is full', async () => {
    const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock(), flowGate: new FlowGate() };
    const service = new ScriptedService();
    const told: unknown[] = [];
    const leave = (redelivered: true | undefined): void => {
      told.push(redelivered);
      if (!redelivered) parts.flowGate.close();
    };
    const begun = async (): Promise<JobKeeper> => {
      const keeper = await JobKeeper.acquire('redeployed as a wait ends', parts);
      keeper.waits.attach('wait', service, waitListener({ completed: (_message, { redelivered }) => leave(redelivered) }));
      return keeper;
    };
    const keeper = await begun();
    const request = { service, job: service.jobAddress('1'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 1, maxPollSeconds: 1 };
    await keeper.waits.accept(request);
    service.otherwise = () => {
      parts.fileSystem.fillUp();
      return completed();
    };
    await parts.clock.advance(2000);
    await keeper.release();
    parts.flowGate.open();
    parts.fileSystem.fault = () => undefined;
    const next = await begun();
    await parts.clock.advance(10_000);
    await next.release();
    assert.deepEqual(told, [undefined, true]);
  });
});

describe('The list of jobs', () => {
  it('reads a job at once if a person asks for it', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { firstPollSeconds: 1000, maxPollSeconds: 1000 });
    assert.equal(life.keeper.waits.pollNow('1'), true);
    assert.equal(life.keeper.waits.pollNow('2'), false);
    await life.clock.advance(0);
    assert.equal(service.read.length, 1);
    await life.clock.advance(100_000);
    assert.equal(service.read.length, 1);
    await life.end();
  });

  it('keeps the latest two hundred that have ended, over restarts, and forgets one on demand', async () => {
    const { life, service } = await begin();
    service.otherwise = completed();
    for (let at = 0; at < 250; at++) await wait(life, service, {}, { job: { id: `j${at}` } });
    await life.clock.advance(10_000);
    const next = await life.kill();
    const ended = next.keeper.list();
    assert.equal(ended.length, 200);
    assert.ok(ended.every(({ state, endedAt }) => state === 'completed' && endedAt !== undefined));
    assert.equal(await next.keeper.forget(ended[7]?.job ?? ''), true);
    assert.equal(next.keeper.list().length, 199);
    await next.end();
  });

  it('does not forget a job that is awaited', async () => {
    const { life, service } = await begin();
    await wait(life, service, {});
    assert.equal(await life.keeper.forget('1'), false);
    assert.equal(life.keeper.list().length, 1);
    await life.end();
  });

  it('has no message, no link and nothing but JSON', async () => {
    const { life, service } = await begin();
    service.polls['1'] = [completed()];
    await wait(life, service, { payload: 'CANARY' });
    await wait(life, service, { payload: 'CANARY' }, { job: { id: '2' } });
    await life.clock.advance(10_000);
    const list = life.keeper.list();
    assert.deepEqual(JSON.parse(JSON.stringify(list)), list);
    assert.doesNotMatch(JSON.stringify(list), /CANARY|signature/);
    await life.end();
  });
});
