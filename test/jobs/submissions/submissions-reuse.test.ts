import assert from 'node:assert/strict';
import { JobAtWork } from '../../../src/errors/job-at-work';
import { SoilError } from '../../../src/errors/soil-error';
import type { Job, JobAddress, JobStatus } from '../../../src/service/job';
import { JobElsewhere } from '../../../src/service/job-address';
import { DownloadNode, linked } from '../files/job-download-scenario';
import { Life } from '../life';
import { completed, later, refusal, running, ScriptedService, unreachable } from '../scripted-service';
import { query, submit, taker } from './submit-scenario';

describe('Reuse', () => {
  it('answers an identical request with the pending job, however the request is written', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const first = await submit(life, service);
    service.polls['1'] = [{ ...running, startTime: '2026-01-01T00:00:01Z' }];
    const same = { geometry: query.geometry.replaceAll(', ', ','), soilProperties: [1, 2], datasets: [] };
    const second = await submit(life, service, { query: same });
    assert.equal(service.created.length, 1);
    const { status, description } = running;
    assert.deepEqual(second, { ...first, status, description, startTime: '2026-01-01T00:00:01Z', polls: 1, reused: 'pending' });
    await life.end();
  });

  it('goes on with a pending job as often as the request comes, and after a restart', async () => {
    const first = await Life.begin();
    const service = new ScriptedService();
    for (const _msgid of ['m1', 'm2', 'm3']) assert.equal((await submit(first, service, { message: { _msgid } })).id, '1');
    const second = await first.kill();
    const job = await submit(second, service, { message: { _msgid: 'm4' } });
    assert.deepEqual([job.id, job.reused, service.created.length], ['1', 'pending', 1]);
    await second.end();
  });

  it('passes over a job whose address is no longer on the service', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    const at = service.jobAddress.bind(service);
    service.jobAddress = () => {
      throw new JobElsewhere('SOIL_CONFIG', 'The job address is at https://old.example.');
    };
    service.creations = [at('2')];
    const job = await submit(life, service);
    assert.deepEqual([job.id, job.reused, service.read.length], ['2', undefined, 0]);
    await life.end();
  });

  it('answers with a finished job whose link lasts, read again from the service', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    const result = { url: 'https://files.example/1.zip?signature=new', expires: '2026-01-01T01:00:00Z' };
    service.polls['1'] = [completed('1', { result })];
    for (const job of await Promise.all([submit(life, service), submit(life, service, { message: { _msgid: 'm2' } })])) {
      assert.deepEqual([job.id, job.reused, job.result, service.created.length], ['1', 'finished', result, 1]);
    }
    // Whether its link still lasts cannot be told now.
    service.polls = {};
    service.otherwise = unreachable;
    await assert.rejects(submit(life, service, { message: { _msgid: 'm3' } }), { code: 'SOIL_UNAVAILABLE' });
    assert.doesNotMatch(life.disk.contents('jobs.journal')?.toString() ?? '', /signature=/);
    await life.end();
  });

  const useless: [string, Parameters<typeof completed>[1] | SoilError][] = [
    ['whose link is about to end', { result: { url: 'https://f.example/1?sig=1', expires: '2026-01-01T00:00:40Z' } }],
    ['that has failed', { phase: 'failed', status: 'Failed' }],
    ['that the service no longer has', refusal(410)],
  ];

  for (const [which, polled] of useless) {
    it(`passes over a job ${which}, and makes a new one`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      service.polls['1'] = [polled instanceof Error ? polled : completed('1', polled)];
      const job = await submit(life, service);
      assert.deepEqual([job.id, job.reused, service.created.length], ['2', undefined, 2]);
      const again = await submit(life, service);
      assert.deepEqual([again.id, again.reused, service.created.length, service.read], ['2', 'pending', 2, ['1', '2']]);
      await life.end();
    });
  }

  it('asks no more for a job that the service no longer has, even if no new one could be made', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    service.polls['1'] = [refusal(410)];
    service.creations = [unreachable];
    await assert.rejects(submit(life, service), { code: 'SOIL_UNAVAILABLE' });
    assert.equal((await submit(life, service)).reused, undefined);
    assert.deepEqual(service.read, ['1']);
    await life.end();
  });

  for (const status of [403, 404]) {
    it(`keeps a job that was not found (${status}) until a new one is made: a gateway may have answered for a service that was restarting`, async () => {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(120_000);
      service.polls['1'] = [refusal(status)];
      service.creations = [refusal(status)];
      await assert.rejects(submit(life, service), { code: 'SOIL_REQUEST' });
      service.polls = {};
      assert.deepEqual([(await submit(life, service)).id, service.read], ['1', ['1', '1']]);
      service.polls['1'] = [refusal(status)];
      assert.equal((await submit(life, service)).id, '3');
      assert.deepEqual([(await submit(life, service)).id, service.read.at(-1)], ['3', '3']);
      await life.end();
    });
  }

  it('passes over a completed job whose file cannot be had, however well its link looks: the error asks to submit again', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    const old = await submit(life, service);
    service.polls['1'] = [completed('1')];
    const node = new DownloadNode(life.keeper);
    node.take(linked({ soil: { job: old } }));
    node.take(linked({ _msgid: 'm2', soil: { job: old } }));
    node.take(linked({ _msgid: 'm3', soil: { job: old } }));
    await node.failed(0);
    await node.failed(2, new JobAtWork('SOIL_LINK_EXPIRED', 'At work again.'));
    assert.equal((await submit(life, service)).id, '1', 'it will have another');
    await node.failed(1, new SoilError('SOIL_LINK_EXPIRED', 'No link.'));
    assert.equal((await submit(life, service)).id, '2');
    await life.end();
  });

  it('passes over it even if it was also the answer to another request: both are made again', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.creations = [service.jobAddress('1'), service.jobAddress('1')];
    const other = { query: { ...query, soilProperties: [1] } };
    const old = await submit(life, service);
    assert.equal((await submit(life, service, other)).id, '1');
    const node = new DownloadNode(life.keeper);
    node.take(linked({ soil: { job: old } }));
    await node.failed(0, new SoilError('SOIL_LINK_EXPIRED', 'No link.'));
    assert.deepEqual([(await submit(life, service)).reused, (await submit(life, service, other)).reused, service.created.length], [undefined, undefined, 4]);
    await life.end();
  });

  it('takes a 404 for the end of a job later, but not straight after the creation', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = refusal(404);
    await submit(life, service);
    assert.equal((await submit(life, service)).reused, 'pending');
    await life.clock.advance(61_000);
    assert.deepEqual([(await submit(life, service)).reused, service.created.length], [undefined, 2]);
    await life.end();
  });

  it('takes it for the end also if the clock was set back since, as on a machine that starts in the past', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    service.otherwise = refusal(404);
    await submit(life, service);
    await life.clock.advance(3_600_000);
    life.clock.setWall(life.clock.now() - 24 * 3_600_000);
    assert.deepEqual([(await submit(life, service)).reused, service.created.length], [undefined, 2]);
    await life.end();
  });

  it('stays with a pending job while the service cannot be reached, and throws what a new request would', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    service.otherwise = unreachable;
    assert.deepEqual([(await submit(life, service)).reused, service.created.length], ['pending', 1]);
    service.otherwise = new SoilError('SOIL_AUTH', 'Refused.');
    await assert.rejects(submit(life, service), /Refused/);
    await life.end();
  });

  describe('while the service is asked whether a known job is still of use', () => {
    /** A job that is known, and two more messages for it: one that asks for its status, and one that has joined. */
    async function asking(): Promise<{ life: Life; service: ScriptedService; poll: ReturnType<typeof later<JobStatus>>; callers: Promise<Job>[] }> {
      const life = await Life.begin();
      const service = new ScriptedService();
      await submit(life, service);
      await life.clock.advance(4000);
      const poll = later<JobStatus>();
      service.otherwise = () => poll.promise;
      const callers = [submit(life, service, { message: { _msgid: 'm2' } })];
      await life.clock.advance(1);
      callers.push(submit(life, service, { message: { _msgid: 'm3' } }));
      await life.clock.advance(1);
      assert.equal(service.read.length, 1);
      return { life, service, poll, callers };
    }

    async function comingOut(life: Life): Promise<{ given: unknown[]; news: unknown[]; next: Life }> {
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const node = taker();
      next.keeper.outcomes.attach('submit', node);
      return { given: node.given, news: node.news, next };
    }

    it('loses no message to a crash: each is submitted again', async () => {
      const { life, poll, callers } = await asking();
      const { given, news, next } = await comingOut(life);
      assert.deepEqual([given, news], [[{ _msgid: 'm2' }, { _msgid: 'm3' }], []]);
      poll.resolve(running);
      await Promise.all(callers);
      await next.end();
      await life.end();
    });

    it('gives a message that comes out after a crash the time at which its job was submitted', async () => {
      const { life, poll, callers } = await asking();
      poll.resolve(running);
      const jobs = await Promise.all(callers);
      await life.clock.advance(1);
      const next = await Life.begin(life.disk.afterKill(), life.clock);
      const times: unknown[] = [];
      next.keeper.outcomes.attach('submit', { created: (_, { submittedAt }) => times.push(submittedAt), unknown: () => assert.fail(), unsent: () => assert.fail() });
      assert.deepEqual(times, jobs.map(({ submittedAt }) => submittedAt));
      assert.ok(Date.parse(String(times[0])) < life.clock.now() - 3000);
      await next.end();
      await life.end();
    });

    it('has the messages in the journal until they are somewhere else', async () => {
      const { life, poll, callers } = await asking();
      poll.resolve(running);
      assert.deepEqual((await Promise.all(callers)).map(({ id, reused }) => [id, reused]), [['1', 'pending'], ['1', 'pending']]);
      await life.clock.advance(1);
      const soon = await comingOut(life);
      assert.deepEqual([soon.given, soon.news], [[], [['created', { _msgid: 'm2' }, '1', true], ['created', { _msgid: 'm3' }, '1', true]]]);
      await soon.next.end();
      await life.clock.advance(4000);
      const late = await comingOut(life);
      assert.deepEqual([late.given, late.news], [[], []]);
      await late.next.end();
      await life.end();
    });

    it('sends no message again whose new request a crash cut, if the known job was of no use', async () => {
      const { life, service, poll, callers } = await asking();
      const answer = later<JobAddress>();
      service.creations = [() => answer.promise];
      poll.resolve({ phase: 'failed', status: 'Failed', description: '' });
      await life.clock.advance(1);
      assert.equal(service.created.length, 2);
      const { given, news, next } = await comingOut(life);
      assert.deepEqual([given, news], [[], ['m2', 'm3'].map((_msgid) => ['unknown', { _msgid }, 'SOIL_SUBMIT_UNKNOWN'])]);
      answer.resolve(service.jobAddress('2'));
      await Promise.all(callers);
      await next.end();
      await life.end();
    });
  });

  it('is off if it is not wanted, and for another service, operation or query', async () => {
    const life = await Life.begin();
    const service = new ScriptedService();
    await submit(life, service);
    await submit(life, service, { reuse: false });
    await submit(life, service, { query: { ...query, soilProperties: [1] } });
    await life.keeper.submissions.submit({ service, kind: 'area', query, reuse: true, options: {}, node: 'submit', message: {} });
    assert.equal(service.created.length, 4);
    const other = new ScriptedService('another');
    await submit(life, other);
    assert.equal(other.created.length, 1);
    await life.end();
  });
});
