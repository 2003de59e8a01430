import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import type { JobStatus } from '../../../src/service/job';
import { SimulatedClock } from '../../time/simulated-clock';
import { Life } from '../life';
import { MemoryDisk } from '../memory-disk';
import { completed, running, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';
import { begin, Node, wait } from './wait-scenario';

describe('A wait with a time limit', () => {
  it('ends at its time after one last poll, and can be taken up again', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 5 });
    await life.clock.advance(300_000 - 1);
    assert.equal(node.errors.length, 0);
    const before = service.read.length;
    await life.clock.advance(1);
    assert.equal(service.read.length, before + 1);
    assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
    assert.deepEqual(node.lastPolls.map(({ status, polls, elapsed, next }) => [status, polls, elapsed, next]), [['ActiveActionStatus', before + 1, 300, 0]]);
    assert.match(node.errors[0]?.error.message ?? '', /not completed within 5 minutes.*"ActiveActionStatus".*send its identifier to soil-wait/);
    service.otherwise = completed();
    await wait(life, service, { _msgid: 'm2' });
    await life.clock.advance(10_000);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  for (const [days, when] of [[-1, 'before'], [1, 'before'], [-1, 'between closing and opening'], [1, 'between closing and opening']] as const) {
    it(`counts on through a redeploy with the wall clock set by ${days} days ${when}`, async () => {
      const clock = new SimulatedClock();
      const parts = { clock, random: () => 0.5, fileSystem: new MemoryDisk() };
      const service = new ScriptedService();
      const times = { timeoutMinutes: 5, firstPollSeconds: 60, maxPollSeconds: 60 };
      const directory = `set ${days} ${when}`;
      const setClock = (): void => clock.setWall(clock.now() + days * 86_400_000);
      const earlier = await JobKeeper.acquire(directory, parts);
      earlier.waits.attach('wait', service, new Node());
      await earlier.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: { _msgid: 'm1' }, ...times });
      await clock.advance(100_000);
      if (when === 'before') setClock();
      await earlier.release();
      if (when !== 'before') setClock();

      const keeper = await JobKeeper.acquire(directory, parts);
      const node = new Node();
      keeper.waits.attach('wait', service, node);
      await clock.advance(199_000);
      assert.deepEqual([node.polls.length > 0, node.errors.length], [true, 0]);
      await clock.advance(1_000);
      assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
      await keeper.release();
    });
  }

  for (const days of [-30, 30]) {
    it(`counts on through a restart with the wall clock set by ${days} days before, as it is at the start of a machine without a clock of its own`, async () => {
      const { life, service } = await begin();
      await life.clock.advance(400_000);
      await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 5, firstPollSeconds: 20, maxPollSeconds: 20 });
      await life.clock.advance(50_000);
      life.clock.setWall(life.clock.now() + days * 86_400_000);
      await life.clock.advance(50_000);
      const next = await life.kill();
      const node = new Node();
      next.keeper.waits.attach('wait', service, node);
      await next.clock.advance(198_000);
      assert.deepEqual([node.polls.length > 0, node.errors.length], [true, 0]);
      await next.clock.advance(2_000);
      assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
      await next.end();
    });
  }

  it('counts on if the clock is set, and Node-RED is stopped before it has read a status', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 5, firstPollSeconds: 60 });
    life.clock.setWall(life.clock.now() + 86_400_000);
    await life.end();
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    const node = new Node();
    next.keeper.waits.attach('wait', service, node);
    await next.clock.advance(100_000);
    assert.deepEqual([node.polls.length > 0, node.errors.length], [true, 0]);
    await next.end();
  });

  it('counts from its beginning if a machine that starts in the past is stopped before its clock is set', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 5, firstPollSeconds: 10, maxPollSeconds: 10 });
    const began = life.clock.now();
    life.clock.setWall(0);
    const inThePast = await Life.begin(life.disk.afterKill(), life.clock);
    inThePast.keeper.waits.attach('wait', service, new Node());
    await inThePast.clock.advance(60_000);
    inThePast.clock.setWall(began + 120_000);
    const next = await Life.begin(inThePast.disk.afterKill(), inThePast.clock);
    const node = new Node();
    next.keeper.waits.attach('wait', service, node);
    await next.clock.advance(170_000);
    assert.deepEqual([node.polls.length > 0, node.errors.length], [true, 0]);
    await next.clock.advance(10_000);
    assert.equal(node.errors.length, 1);
    for (const one of [life, inThePast, next]) await one.end();
  });

  it('comes out if the job is completed at the last poll', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 5, maxPollSeconds: 1000, firstPollSeconds: 1000 });
    await life.clock.advance(299_000);
    service.otherwise = completed();
    await life.clock.advance(1_000);
    assert.deepEqual([node.done.length, node.errors.length], [1, 0]);
    await life.end();
  });

  it('ends at its time even if the last poll gets no answer, and says why the status is not known', async () => {
    const { life, service, node } = await begin();
    service.otherwise = () => new Promise<JobStatus>(() => undefined);
    await wait(life, service, {}, { timeoutMinutes: 1 });
    await life.clock.advance(59_999);
    assert.deepEqual([service.read.length, node.errors.length], [1, 0], 'it has been under way for long');
    await life.clock.advance(1);
    assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
    assert.match(node.errors[0]?.error.message ?? '', /Its status could not be read: No answer about job 1/);
    await life.end();
    assert.equal(life.clock.pending, 0);
  });

  it('names the error that began the failing polls, and not what followed from it', async () => {
    const { life, service, node } = await begin();
    const failing = (words: string) => (): Promise<JobStatus> => Promise.reject(new SoilError('SOIL_UNAVAILABLE', words));
    await wait(life, service, {}, { timeoutMinutes: 5 });
    for (const words of ['Earlier trouble.', undefined, 'The service is down.', 'A pause still holds.']) {
      const { length } = service.read;
      service.otherwise = words === undefined ? running : failing(words);
      for (let step = 0; step < 60 && service.read.length === length; step++) await life.clock.advance(1_000);
    }
    await life.clock.advance(300_000);
    assert.match(node.errors[0]?.error.message ?? '', /Its status could not be read: The service is down\. It may go on/);
    await life.end();
  });

  it('does not mind a wall clock that jumps', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 10 });
    life.clock.setWall(life.clock.now() + 86_400_000);
    await life.clock.advance(60_000);
    life.clock.setWall(life.clock.now() - 10 * 86_400_000);
    await life.clock.advance(60_000);
    assert.equal(node.errors.length, 0);
    assert.ok(node.polls.every(({ elapsed }) => elapsed >= 0 && elapsed <= 120));
    service.otherwise = completed();
    await life.clock.advance(60_000);
    assert.equal(node.done.length, 1);
    assert.ok((life.keeper.list()[0]?.age ?? -1) >= 0);
    await life.end();
  });

  it('holds for a message whose job is already polled for another, however long the pauses are', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const ends: [id: unknown, code: string][] = [];
    const listener = waitListener({ failed: (message, error) => void ends.push([message._msgid, error.code]) });
    life.keeper.waits.attach('wait', service, listener);
    const wait = (id: string, timeoutMinutes: number): Promise<unknown> =>
      life.keeper.waits.accept({ service, job: service.jobAddress('1'), node: 'wait', message: { _msgid: id }, firstPollSeconds: 2, maxPollSeconds: 3600, timeoutMinutes });
    await wait('patient', 14_400);
    for (let hour = 0; hour < 9; hour++) await life.clock.advance(3_600_000);
    await wait('hasty', 1);
    await life.clock.advance(59_000);
    assert.deepEqual(ends, []);
    await life.clock.advance(5_000);
    assert.deepEqual(ends, [['hasty', 'SOIL_JOB_TIMEOUT']]);
    await life.end();
  });
});
