import assert from 'node:assert/strict';
import { isSoilError, SoilError } from '../../src/errors/soil-error';
import type { JobReading } from '../../src/service/job';
import { Life } from './life';
import { systemError } from './memory-disk';
import { completed, later, refusal, running, ScriptedService, unreachable } from './scripted-service';
import { begin, journal, Node, wait } from './wait-scenario';

describe('A wait', () => {
  it('is on the disk before it is accepted', async () => {
    const { life, service } = await begin();
    const message = { _msgid: 'm1', payload: 'field' };
    await wait(life, service, message);
    const next = await Life.begin(life.disk.afterPowerCut(), life.clock);
    assert.equal(next.keeper.hasWaits('wait'), true);
    await next.end();
    await life.end();
  });

  it('is refused where the disk does not take it, and leaves nothing behind', async () => {
    const { life, service, node } = await begin();
    life.disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    await assert.rejects(wait(life, service, {}), (error) => isSoilError(error, 'SOIL_STORAGE'));
    life.disk.fault = () => undefined;
    await life.clock.advance(600_000);
    assert.deepEqual([service.read.length, life.keeper.hasWaits('wait'), node.done.length], [0, false, 0]);
    await life.end();
  });

  it('is refused for a time that is none', async () => {
    const { life, service } = await begin();
    for (const times of [{ timeoutMinutes: Number.NaN }, { firstPollSeconds: -1 }, { maxPollSeconds: Infinity }]) {
      await assert.rejects(wait(life, service, {}, times), (error) => isSoilError(error, 'SOIL_CONFIG') && /setting "(timeout|firstPoll|maxPoll)"/.test(error.message));
    }
    await life.end();
  });

  it('reads after 2 s, then ever less often, and tells of each reading', async () => {
    const { life, service, node } = await begin();
    service.readings['1'] = [running, { ...running, description: '40 %' }, completed()];
    const message = { _msgid: 'm1', payload: 'field', soil: { area: { hectares: 7 } } };
    await wait(life, service, message);
    const [pending] = life.keeper.list();
    assert.deepEqual([pending?.state, pending?.age, pending?.nextPollAt, pending?.hectares], ['waiting', 0, '2026-01-01T00:00:02.200Z', 7]);
    await life.clock.advance(20_000);
    assert.deepEqual(node.polls, [
      { id: '1', status: 'ActiveActionStatus', description: 'at work', polls: 1, elapsed: 2.2, next: 2.52 },
      { id: '1', status: 'ActiveActionStatus', description: '40 %', polls: 2, elapsed: 4.72, next: 3.528 }
    ]);
    const [delivered, ...more] = node.done;
    assert.deepEqual(more, []);
    assert.equal(delivered?.message, message, 'the very message');
    assert.deepEqual(delivered?.job, {
      id: '1',
      url: 'https://api.example/geometry/1',
      kind: 'geometry',
      status: 'Completed',
      description: 'done',
      submittedAt: '2026-01-01T00:00:00.000Z',
      polls: 3,
      result: { url: 'https://files.example/1.zip?signature=secret' }
    });
    await life.clock.advance(600_000);
    assert.equal(service.read.length, 3, 'no reading after the end');
    assert.doesNotMatch(journal(life.disk), /signature/);
    const [ended] = life.keeper.list();
    assert.deepEqual([ended?.state, ended?.polls, ended?.status, ended?.age], ['completed', 3, 'Completed', 8.248]);
    await life.end();
    assert.equal(life.clock.pending, 0);
  });

  it('reads at once where the job is known to be finished', async () => {
    const { life, service, node } = await begin();
    service.otherwise = completed();
    await wait(life, service, {}, { job: { id: '1', result: { url: 'https://files.example/1.zip' } } });
    await life.clock.advance(0);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  it('reads at its first time where the job only could have a result', async () => {
    const { life, service } = await begin();
    await wait(life, service, {}, { job: { id: '1', result: undefined } });
    await life.clock.advance(2000);
    assert.equal(service.read.length, 0);
    await life.end();
  });

  it('counts the time in which a job may not be found yet from its submission, not from when it is awaited', async () => {
    const { life, service, node } = await begin();
    service.otherwise = refusal(404);
    await wait(life, service, {}, { job: { id: '1', submittedAt: new Date(life.clock.now() - 120_000).toISOString() } });
    await life.clock.advance(30_000);
    assert.deepEqual([node.errors.length, service.read.length], [1, 3]);
    await life.end();
  });

  it('tells of each reading how long the wait has lasted, and of no trouble where there is none', async () => {
    const { life, service, node } = await begin();
    await life.clock.advance(100_000);
    await wait(life, service, {});
    await life.clock.advance(3000);
    assert.deepEqual(node.polls.map(({ elapsed }) => elapsed), [2.2]);
    assert.deepEqual([node.troubles, life.log], [[], []]);
    await life.end();
  });

  it('needs nobody who hears of trouble, and takes no failed reading for a new status', async () => {
    const { life, service } = await begin();
    service.readings['1'] = [unreachable, unreachable, completed()];
    let done = 0;
    life.keeper.attach('quiet', service, { poll: () => assert.fail(), completed: () => void done++, failed: () => assert.fail() });
    await wait(life, service, {}, { node: 'quiet' });
    await life.clock.advance(60_000);
    assert.deepEqual([done, life.log], [1, []]);
    await life.end();
  });

  it('leaves nothing to do once it is over', async () => {
    const { life, service, node } = await begin();
    const before = life.clock.pending;
    service.otherwise = completed();
    await wait(life, service, { _msgid: 'm1' });
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.length, life.clock.pending], [1, before]);
    await life.end();
  });

  it('is over on the disk as soon as its message is out, where nothing else takes that on', async () => {
    const { life, service, node } = await begin();
    service.readings = { 1: [completed()], 2: [{ phase: 'failed', status: 'Failed', description: '' }] };
    await wait(life, service, { payload: 'without an identifier' });
    await wait(life, service, { _msgid: 'm2' }, { job: { id: '2' } });
    await life.clock.advance(2300);
    assert.deepEqual([node.done.length, node.errors.length], [1, 1]);
    const next = await Life.begin(life.disk.afterKill(), life.clock);
    assert.equal(next.keeper.hasWaits('wait'), false);
    await next.end();
    await life.end();
  });

  describe('notes how long its job took', () => {
    /** Seen running 2.2 s and 4.72 s after its submission, and done after 8.248 s. */
    const noted = async (endTime: string | undefined, more: { submittedAt?: string | undefined; waits?: number; phase?: 'failed' } = {}): Promise<string[]> => {
      const { life, service } = await begin();
      const { waits = 1, phase = 'completed', ...job } = more;
      service.readings['1'] = [running, running, completed('1', { phase, ...(endTime && { endTime }) })];
      for (let count = 0; count < waits; count++) await wait(life, service, { _msgid: `m${count}` }, { job: { id: '1', ...job } });
      await life.clock.advance(20_000);
      const found = [...journal(life.disk).matchAll(/"tookMs":(\d+)/g)].map(([, ms]) => ms ?? '');
      await life.end();
      return found;
    };
    const second = (count: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString();

    it("by the service's own times, as far as they agree with what was seen", async () => {
      assert.deepEqual(await noted(second(6)), ['6000']);
      assert.deepEqual(await noted(second(1)), ['4720']);
      assert.deepEqual(await noted(second(20)), ['8248']);
    });

    it('by the middle of what is possible where the service gives none', async () => {
      assert.deepEqual(await noted(undefined), ['6484']);
    });

    it('once, however many wait for it', async () => {
      assert.deepEqual(await noted(second(6), { waits: 3 }), ['6000']);
    });

    it('not where it failed, or where nobody knows when it was submitted', async () => {
      assert.deepEqual(await noted(second(6), { phase: 'failed' }), []);
      assert.deepEqual(await noted(second(6), { submittedAt: undefined }), []);
    });
  });

  it('shows in the list with its times', async () => {
    const { life, service, detach } = await begin();
    await life.clock.advance(100_000);
    await wait(life, service, {}, { job: { id: '1', submittedAt: '2026-01-01T00:01:00.000Z' } });
    await wait(life, service, {}, { job: { id: '2', submittedAt: undefined } });
    await life.clock.advance(1000);
    const [first, second] = life.keeper.list();
    assert.deepEqual(first, {
      wait: first?.wait, job: '1', kind: 'geometry', node: 'wait', state: 'waiting', status: '', description: '',
      submittedAt: '2026-01-01T00:01:00.000Z', acceptedAt: '2026-01-01T00:01:40.000Z', age: 1, polls: 0, nextPollAt: '2026-01-01T00:01:42.200Z'
    });
    assert.deepEqual(Object.keys(second ?? {}).filter((key) => /At$/.test(key)), ['acceptedAt', 'nextPollAt']);
    service.otherwise = () => new Promise<never>(() => undefined);
    await life.clock.advance(2000);
    assert.equal(life.keeper.list()[0]?.nextPollAt, undefined, 'it is being read');
    detach();
    assert.deepEqual([life.keeper.list()[0]?.state, life.keeper.list()[0]?.nextPollAt], ['paused', undefined]);
    await life.end();
  });

  it('is read by a node that has its service, where another that waits has been given a new one', async () => {
    const { life, service, node } = await begin();
    const other = new Node();
    life.keeper.attach('other', service, other);
    await wait(life, service, { of: 'first' });
    await wait(life, service, { of: 'second' }, { node: 'other' });
    const moved = new ScriptedService('moved');
    life.keeper.attach('wait', moved, node);
    service.otherwise = completed();
    await life.clock.advance(3000);
    assert.deepEqual([moved.read.length, service.read.length, node.done.length, other.done.length], [0, 1, 1, 1]);
    await life.end();
  });

  it('whose node is away lends its time to no other', async () => {
    const { life, service, node } = await begin();
    const detach = life.keeper.attach('other', service, new Node());
    await wait(life, service, {}, { node: 'other', timeoutMinutes: 1 });
    await wait(life, service, {});
    detach();
    await life.clock.advance(600_000);
    assert.ok(service.read.length < 30, `${service.read.length} readings in ten minutes`);
    assert.equal(node.errors.length, 0);
    await life.end();
  });

  it('stays with the new node where the old one leaves after that has come', async () => {
    const { life, service, detach } = await begin();
    const next = new Node();
    life.keeper.attach('wait', service, next);
    detach();
    service.otherwise = completed();
    await wait(life, service, {});
    await life.clock.advance(3000);
    assert.equal(next.done.length, 1);
    await life.end();
  });

  it('goes on while the service is down, says so, and comes out when it is back', async () => {
    const { life, service, node } = await begin();
    service.otherwise = unreachable;
    await wait(life, service, {});
    await life.clock.advance(40 * 60_000);
    assert.equal(node.errors.length, 0);
    assert.ok(node.troubles.length >= 40 && node.troubles.every(({ error, next }) => error === unreachable && next <= 60));
    assert.deepEqual(life.keeper.list()[0]?.error?.code, 'SOIL_UNAVAILABLE');
    service.otherwise = completed();
    await life.clock.advance(60_000);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  for (const error of [new SoilError('SOIL_AUTH', 'Refused.'), new SoilError('SOIL_RESPONSE', 'An HTML page.'), new SoilError('SOIL_REQUEST', 'Elsewhere.'), new TypeError('a bug')]) {
    it(`goes on where a reading ends with ${(error as SoilError).code ?? error.name}`, async () => {
      const { life, service, node } = await begin();
      service.readings['1'] = [error, error, error, error, completed()];
      await wait(life, service, {});
      await life.clock.advance(10 * 60_000);
      assert.deepEqual([node.troubles.length, node.errors.length, node.done.length], [4, 0, 1]);
      await life.end();
    });
  }

  it('reads with the longest gap while the credentials are refused', async () => {
    const { life, service, node } = await begin();
    service.otherwise = new SoilError('SOIL_AUTH', 'Refused.');
    await wait(life, service, {});
    await life.clock.advance(10 * 60_000);
    assert.ok(node.troubles.every(({ next }) => next >= 48 && next <= 60));
    await life.end();
  });

  it('waits as long as the service asks for', async () => {
    const { life, service, node } = await begin();
    service.readings['1'] = [new SoilError('SOIL_RATE_LIMITED', 'Later.', { retryAfter: 300 }), completed()];
    await wait(life, service, {});
    await life.clock.advance(300_000);
    assert.deepEqual([service.read.length, node.troubles[0]?.next], [1, 330]);
    await life.clock.advance(33_000);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  it('takes an unknown status for running and says so once', async () => {
    const { life, service, node } = await begin();
    service.readings['1'] = [{ ...running, status: 'Frobnicating' }, { ...running, status: 'Frobnicating' }, running, completed()];
    await wait(life, service, {});
    await life.clock.advance(60_000);
    assert.equal(node.done.length, 1);
    assert.deepEqual(life.log, ['Job 1 has the status "Frobnicating", which is not known here: it is taken to be running.']);
    await life.end();
  });

  it('gives a job time to be found after its creation, and gives up one that is not there later', async () => {
    const { life, service, node } = await begin();
    service.readings['1'] = [refusal(404), refusal(404), refusal(404), completed('1')];
    service.readings['2'] = [refusal(404)];
    await wait(life, service, { _msgid: 'm1' });
    await wait(life, service, { _msgid: 'm2' }, { job: { id: '2' } });
    await life.clock.advance(50_000);
    assert.deepEqual(node.done.map(({ job }) => job.id), ['1']);
    assert.equal(node.errors.length, 0);
    await life.clock.advance(120_000);
    assert.deepEqual(node.errors.map(({ error, job }) => [error.code, error.cause.status, job.id]), [['SOIL_REQUEST', 404, '2']]);
    assert.equal(life.keeper.list().find(({ job }) => job === '2')?.state, 'failed');
    await life.end();
  });

  it('gives up a job that was not submitted here after three refusals in a row', async () => {
    const { life, service, node } = await begin();
    service.readings['9'] = [refusal(404), refusal(404), running, refusal(410), refusal(410), refusal(410)];
    await life.keeper.wait({ service, job: service.jobAddress('9'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(120_000);
    assert.deepEqual([service.read.length, node.polls.length, node.errors[0]?.error.cause.status], [6, 1, 410]);
    await life.end();
  });

  it('gives a completed job three readings to have its link', async () => {
    const { life, service, node } = await begin();
    const linkless: JobReading = { phase: 'completed', status: 'Completed', description: '' };
    service.readings['1'] = [linkless, linkless, completed()];
    service.readings['2'] = [linkless];
    await wait(life, service, {});
    await wait(life, service, {}, { job: { id: '2' } });
    await life.clock.advance(60_000);
    assert.equal(node.done.length, 1);
    assert.deepEqual(node.errors.map(({ error, job }) => [error.code, job.id, job.polls]), [['SOIL_RESPONSE', '2', 3]]);
    await life.end();
  });

  it("fails with the service's words where the job has failed", async () => {
    const { life, service, node } = await begin();
    service.otherwise = { phase: 'failed', status: 'FailedActionStatus', description: 'out of tiles' };
    const message = { _msgid: 'm1' };
    await wait(life, service, message);
    await life.clock.advance(3_000);
    const [failed] = node.errors;
    assert.equal(failed?.message, message);
    assert.equal(failed?.error.code, 'SOIL_JOB_FAILED');
    assert.match(failed?.error.message ?? '', /"FailedActionStatus"\. Its words: out of tiles/);
    assert.deepEqual([failed?.error.cause.detail, failed?.job.status], ['out of tiles', 'FailedActionStatus']);
    assert.deepEqual(life.keeper.list().map(({ state, error }) => [state, error?.code]), [['failed', 'SOIL_JOB_FAILED']]);
    await life.end();
  });

  it('ends at its time after one last reading, and can be taken up again', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, { _msgid: 'm1' }, { timeoutMinutes: 5 });
    await life.clock.advance(300_000 - 1);
    assert.equal(node.errors.length, 0);
    const before = service.read.length;
    await life.clock.advance(1);
    assert.equal(service.read.length, before + 1);
    assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
    assert.match(node.errors[0]?.error.message ?? '', /not completed within 5 minutes.*"ActiveActionStatus".*send its identifier to soil-wait/);
    service.otherwise = completed();
    await wait(life, service, { _msgid: 'm2' });
    await life.clock.advance(10_000);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  it('comes out where the job is completed at the last reading', async () => {
    const { life, service, node } = await begin();
    await wait(life, service, {}, { timeoutMinutes: 5, maxPollSeconds: 1000, firstPollSeconds: 1000 });
    await life.clock.advance(299_000);
    service.otherwise = completed();
    await life.clock.advance(1_000);
    assert.deepEqual([node.done.length, node.errors.length], [1, 0]);
    await life.end();
  });

  it('ends at its time also where the last reading gets no answer, and says why the status is not known', async () => {
    const { life, service, node } = await begin();
    service.otherwise = () => new Promise<JobReading>(() => undefined);
    await wait(life, service, {}, { timeoutMinutes: 1 });
    await life.clock.advance(70_000);
    assert.deepEqual(node.errors.map(({ error }) => error.code), ['SOIL_JOB_TIMEOUT']);
    assert.match(node.errors[0]?.error.message ?? '', /Its status could not be read: No answer about job 1/);
    await life.end();
    assert.equal(life.clock.pending, 0);
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

  it('shares the readings of a job with every other wait for it, also of other nodes', async () => {
    const { life, service, node } = await begin();
    const other = new Node();
    life.keeper.attach('other', service, other);
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

  it('joins a job whose reading is under way', async () => {
    const { life, service, node } = await begin();
    const answer = later<JobReading>();
    service.readings['1'] = [() => answer.promise, completed()];
    await wait(life, service, { _msgid: 'm1' });
    await life.clock.advance(3_000);
    await wait(life, service, { _msgid: 'm2' });
    answer.resolve(running);
    await life.clock.advance(10_000);
    assert.deepEqual([service.read.length, node.done.length], [2, 2]);
    await life.end();
  });

  it('is told from a wait for a job of the same identifier at another service', async () => {
    const { life, service, node } = await begin();
    const otherService = new ScriptedService('another');
    const other = new Node();
    life.keeper.attach('other', otherService, other);
    await wait(life, service, {});
    await wait(life, otherService, {}, { node: 'other' });
    service.otherwise = completed();
    await life.clock.advance(10_000);
    assert.deepEqual([node.done.length, other.done.length, otherService.read.length > 0], [1, 0, true]);
    await life.end();
  });

  it('is ended by a listener that throws, too, and the log says so', async () => {
    const { life, service } = await begin();
    life.keeper.attach('wait', service, { poll: () => undefined, failed: () => undefined, completed: () => { throw new Error('the flow is broken'); } });
    service.otherwise = completed();
    await wait(life, service, {});
    await life.clock.advance(10_000);
    assert.match(life.log.join(), /could not be taken: the flow is broken/);
    assert.equal(life.keeper.hasWaits('wait'), false);
    await life.end();
  });

  it('says once what a message holds that would not live through a restart', async () => {
    const { life, service } = await begin();
    class Request {}
    await wait(life, service, { payload: Buffer.from('x'), req: new Request() });
    await wait(life, service, { payload: Buffer.from('y'), req: new Request() });
    assert.deepEqual(life.log, ['Messages that wait in node wait hold msg.payload, msg.req, which cannot be kept on the disk: after a restart of Node-RED they go on without.']);
    await life.end();
  });
});
