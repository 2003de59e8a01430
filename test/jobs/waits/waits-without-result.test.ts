import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { JobStatus } from '../../../src/service/job';
import { JobElsewhere, readJobAddress } from '../../../src/service/job-address';
import { Life } from '../life';
import { completed, refusal, running, ScriptedService, unreachable } from '../scripted-service';
import { waitListener } from '../wait-listener';
import { begin, Node, wait } from './wait-scenario';

describe('A wait whose polls bring no result', () => {
  it('needs no listener for trouble, and takes no failed poll for a new status', async () => {
    const { life, service } = await begin();
    service.polls['1'] = [unreachable, unreachable, completed()];
    let done = 0;
    life.keeper.waits.attach('quiet', service, waitListener({ poll: () => assert.fail(), completed: () => void done++, failed: () => assert.fail() }));
    await wait(life, service, {}, { node: 'quiet' });
    await life.clock.advance(60_000);
    assert.deepEqual([done, life.log], [1, []]);
    await life.end();
  });

  for (const submittedAt of ['2026-01-01T00:00:00.000Z', undefined]) {
    it(`ends like one without a link if its link cannot be fetched, and says so${submittedAt ? '' : ', even if nobody knows when the job was submitted'}`, async () => {
      const { life, service, node } = await begin();
      service.otherwise = completed('1', { result: undefined as never, unusableLink: 's3:' });
      await wait(life, service, {}, { job: { id: '1', submittedAt } });
      await life.clock.advance(60_000);
      assert.equal(node.errors.length, 0, 'it may be that of a step');
      await life.clock.advance(60_000);
      assert.deepEqual([node.done.length, node.errors.length], [0, 1]);
      assert.match(node.errors[0]!.error.message, /begins with s3:/);
      await life.end();
    });
  }

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
    it(`goes on if a poll ends with ${(error as SoilError).code ?? error.name}`, async () => {
      const { life, service, node } = await begin();
      service.polls['1'] = [error, error, error, error, completed()];
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
    service.polls['1'] = [new SoilError('SOIL_RATE_LIMITED', 'Later.', { retryAfter: 300 }), completed()];
    await wait(life, service, {});
    await life.clock.advance(300_000);
    assert.deepEqual([service.read.length, node.troubles[0]?.next], [1, 330]);
    await life.clock.advance(33_000);
    assert.equal(node.done.length, 1);
    await life.end();
  });

  it('has one line in the log when trouble lasts and one when it is over, however many jobs wait', async () => {
    const { life, service, node } = await begin();
    await life.clock.advance(2 * 3_600_000);
    service.otherwise = unreachable;
    for (let job = 1; job <= 100; job++) await wait(life, service, {}, { job: { id: String(job) }, timeoutMinutes: 1440 });
    await life.clock.advance(4 * 60_000);
    assert.deepEqual(life.log, [], 'a service may be down for a moment');
    await life.clock.advance(3 * 3_600_000);
    assert.equal(life.log.length, 1);
    assert.match(life.log[0] ?? '', /^The status of jobs could not be read at api\.example for [56] minutes: The service cannot be reached\. Whatever waits goes on by itself once that is over\.$/);
    service.otherwise = completed();
    await life.clock.advance(60_000);
    assert.deepEqual([node.done.length, life.log.slice(1)], [100, ['The status of jobs can be read again at api.example, after 3 hours.']]);
    await life.end();
  });

  it('has that line for a service that is elsewhere now, while another one reads its jobs at the same host', async () => {
    const { life, service } = await begin();
    const moved = new ScriptedService('moved');
    moved.otherwise = new JobElsewhere('SOIL_CONFIG', 'The job address is at another host.');
    life.keeper.waits.attach('moved', moved, new Node());
    await wait(life, service, {});
    await wait(life, service, {}, { node: 'moved', job: { id: '2' } });
    await life.clock.advance(30 * 60_000);
    assert.match(life.log.join('\n'), /^The status of jobs could not be read at api\.example: The job address is at another host\..*$/);
    await life.end();
  });

  it('logs even after a deploy of all flows that trouble is over, and only once that it lasts', async () => {
    const { life, service } = await begin();
    service.otherwise = unreachable;
    await wait(life, service, {});
    await life.clock.advance(8 * 60_000);
    await life.end();
    const next = await Life.begin(life.disk, life.clock);
    next.keeper.waits.attach('wait', service, new Node());
    await next.clock.advance(12 * 60_000);
    assert.deepEqual([life.log.length, next.log], [1, []]);
    service.otherwise = completed();
    await next.clock.advance(2 * 60_000);
    assert.match(next.log.join('\n'), /^The status of jobs can be read again at api\.example, after 2[0-2] minutes\.$/);
    await next.end();
  });

  it('does not count days in which no job waited', async () => {
    const { life, service, node } = await begin();
    service.otherwise = unreachable;
    await wait(life, service, {}, { timeoutMinutes: 3 });
    await life.clock.advance(2 * 24 * 3_600_000);
    await wait(life, service, {}, { job: { id: '2' } });
    await life.clock.advance(4 * 60_000);
    assert.deepEqual(life.log, []);
    await life.clock.advance(4 * 60_000);
    assert.match(life.log.join('\n'), /^The status of jobs could not be read at api\.example for [5-7] minutes: /);
    await life.keeper.waits.cancel('wait');
    await life.clock.advance(3 * 24 * 3_600_000);
    service.otherwise = completed();
    await wait(life, service, {}, { job: { id: '3' } });
    await life.clock.advance(60_000);
    assert.deepEqual([node.done.length, life.log[1]], [1, 'The status of jobs can be read again at api.example.']);
    await life.end();
  });

  it('has no line for a job that cannot be read while others can, nor for trouble that comes and goes', async () => {
    const { life, service } = await begin();
    service.polls['1'] = [unreachable];
    await wait(life, service, {});
    await wait(life, service, {}, { job: { id: '2' } });
    await life.clock.advance(30 * 60_000);
    assert.deepEqual(life.log, []);
    await life.end();
  });

  it('says once that jobs are at another host than their service, while its newer jobs and those of another service there can be read', async () => {
    const { life, service } = await begin();
    service.polls['1'] = [new JobElsewhere('SOIL_CONFIG', 'The job address is at https://old.example.')];
    await wait(life, service, {}, { job: { id: '1', url: 'https://old.example/1' } });
    await wait(life, service, {}, { job: { id: '2' } });
    const other = new ScriptedService('other');
    life.keeper.waits.attach('wait of other', other, new Node());
    await wait(life, other, {}, { node: 'wait of other', job: { id: '3', url: 'https://old.example/3' } });
    await life.clock.advance(10 * 60_000);
    assert.deepEqual(life.log, ['The status of jobs could not be read at old.example: The job address is at https://old.example. Whatever waits goes on by itself once that is over.']);
    service.polls['1'] = [completed()];
    await life.clock.advance(60_000);
    assert.match(life.log.slice(1).join('\n'), /^The status of jobs can be read again at old\.example, after 1\d minutes\.$/);
    await life.end();
  });

  it('takes an unknown status for running and says so once', async () => {
    const { life, service, node } = await begin();
    service.polls['1'] = [{ ...running, status: 'Frobnicating' }, { ...running, status: 'Frobnicating' }, running, completed()];
    await wait(life, service, {});
    await life.clock.advance(60_000);
    assert.equal(node.done.length, 1);
    assert.deepEqual(life.log, ['Job 1 has the status "Frobnicating", which is not known here: the job is taken to be running.']);
    await life.end();
  });

  it('gives a job time to be found after its creation, and gives up one that is not there later', async () => {
    const { life, service, node } = await begin();
    service.polls['1'] = [refusal(404), refusal(404), refusal(404), completed('1')];
    service.polls['2'] = [refusal(404)];
    const asked = new Set<string>();
    const poll = service.pollJob.bind(service);
    service.pollJob = (address, options) => poll((asked.add(address.url), address), options);
    await wait(life, service, { _msgid: 'm1' });
    await wait(life, service, { _msgid: 'm2' }, { job: { id: '2' } });
    await life.clock.advance(50_000);
    assert.deepEqual(node.done.map(({ job }) => job.id), ['1']);
    assert.equal(node.errors.length, 0);
    await life.clock.advance(120_000);
    assert.deepEqual(node.errors.map(({ error, job }) => [error.code, error.cause.status, job.id]), [['SOIL_REQUEST', 404, '2']]);
    assert.equal(life.keeper.list().find(({ job }) => job === '2')?.state, 'failed');
    assert.deepEqual([...asked], ['1', '2'].map((id) => service.jobAddress(id).url), 'which operation made them is known');
    await life.end();
  });

  it('gives up a job that was not submitted here after three refusals in a row', async () => {
    const { life, service, node } = await begin();
    service.polls['9'] = [refusal(404), refusal(404), running, refusal(410)];
    await life.keeper.waits.accept({ service, job: service.jobAddress('9'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(120_000);
    assert.deepEqual([service.read.length, node.polls.length, node.lastPolls.length, node.errors[0]?.error.cause.status], [6, 1, 0, 410]);
    await life.end();
  });

  it('looks where either operation keeps its jobs for a job of which only the identifier is known', async () => {
    const { life, service, node } = await begin();
    const asked: string[] = [];
    service.pollJob = ({ url, kind }) => {
      asked.push(url);
      return kind === 'area' ? Promise.resolve(asked.length > 3 ? completed('9') : running) : Promise.reject(asked.length > 1 ? refusal(404) : unreachable);
    };
    await life.keeper.waits.accept({ service, job: service.jobAddress('9'), node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(60_000);
    const [elsewhere, here] = [service.jobAddress('9', 'area'), service.jobAddress('9')];
    assert.deepEqual(asked, [here.url, here.url, elsewhere.url, elsewhere.url]);
    assert.deepEqual(node.done.map(({ job }) => [job.id, job.url, job.kind, job.status]), [['9', elsewhere.url, 'area', 'Completed']]);
    await life.end();
  });

  it('looks there as well for a job whose identifier reads like an address', async () => {
    const { life, service, node } = await begin();
    service.jobAddress = (text, kind) => {
      const reading = readJobAddress({ baseUrl: 'https://api.example/soil', synthetic: false }, text, kind);
      if ('problem' in reading) throw new SoilError('SOIL_REQUEST', reading.problem);
      return reading.address;
    };
    service.pollJob = ({ kind }) => (kind === 'area' ? Promise.resolve(completed('job:9')) : Promise.reject(refusal(404)));
    const job = service.jobAddress('https://api.example/soil/v1/soil-data-by-geometry/queries/job:9');
    await life.keeper.waits.accept({ service, job, node: 'wait', message: {}, timeoutMinutes: 60, firstPollSeconds: 2, maxPollSeconds: 60 });
    await life.clock.advance(60_000);
    assert.deepEqual(node.done.map(({ job: { id, url } }) => [id, url]), [['job:9', 'https://api.example/soil/v1/soil-data-by-area-queries/job:9']]);
    await life.end();
  });

  it('gives a completed job a minute to get its link, however often it is read', async () => {
    const { life, service, node } = await begin();
    const linkless: JobStatus = { phase: 'completed', status: 'Completed', description: '' };
    service.polls['1'] = [...Array<JobStatus>(7).fill(linkless), completed()];
    service.polls['2'] = [linkless];
    await wait(life, service, {}, { firstPollSeconds: 0.1, maxPollSeconds: 12 });
    await wait(life, service, {}, { job: { id: '2' } });
    await life.clock.advance(60_000);
    assert.deepEqual([node.done.map(({ job }) => job.id), node.errors], [['1'], []]);
    await life.clock.advance(60_000);
    assert.deepEqual(node.errors.map(({ error, job }) => [error.code, job.id]), [['SOIL_RESPONSE', '2']]);
    const asked = service.read.filter((id) => id === '2').length;
    assert.ok(asked > 3 && asked < 20, `${asked} polls, at growing gaps`);
    assert.deepEqual(life.log, [], 'its word is known');
    await life.end();
  });

  it("fails with the service's words if the job has failed", async () => {
    const { life, service, node } = await begin();
    service.otherwise = { phase: 'failed', status: 'FailedActionStatus', description: 'out of tiles' };
    const message = { _msgid: 'm1' };
    await wait(life, service, message);
    await life.clock.advance(3_000);
    const [failed] = node.errors;
    assert.equal(failed?.message, message);
    assert.equal(failed?.error.code, 'SOIL_JOB_FAILED');
    assert.match(failed?.error.message ?? '', /"FailedActionStatus"\. The service says: out of tiles/);
    assert.deepEqual([failed?.error.cause.detail, failed?.job.status], ['out of tiles', 'FailedActionStatus']);
    assert.deepEqual(node.lastPolls.map(({ status, description }) => [status, description]), [['FailedActionStatus', 'out of tiles']]);
    assert.deepEqual(life.keeper.list().map(({ state, error }) => [state, error?.code]), [['failed', 'SOIL_JOB_FAILED']]);
    await life.end();
  });
});
