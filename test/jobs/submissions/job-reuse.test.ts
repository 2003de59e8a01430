import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { KnownJob } from '../../../src/jobs/ledger/ledger-change';
import { findReusableJob } from '../../../src/jobs/submissions/job-reuse';
import type { Job, JobStatus } from '../../../src/service/job';
import { completed, refusal, running, ScriptedService, unreachable } from '../scripted-service';

const submittedAt = Date.UTC(2026, 0, 1);
const known: KnownJob = { hash: 'hash 7', service: 'test', kind: 'geometry', node: 'submit', job: '7', url: 'https://api.example/geometry/7', at: submittedAt };
const pending: Job = {
  id: '7', url: known.url, kind: 'geometry', status: 'submitted', description: '', submittedAt: '2026-01-01T00:00:00.000Z', polls: 0, reused: 'pending',
};
const minutes = (count: number): number => count * 60_000;

describe('A job that was submitted before', () => {
  let service: ScriptedService;
  let signal: AbortSignal;
  beforeEach(() => {
    service = new ScriptedService();
    ({ signal } = new AbortController());
  });

  const look = (answer: JobStatus | Error, after = minutes(10), more: Partial<KnownJob> = {}): ReturnType<typeof findReusableJob> => {
    service.otherwise = answer;
    return findReusableJob({ ...known, ...more }, { service, node: 'node', signal, now: submittedAt + after });
  };
  const find = async (answer: JobStatus | Error, after = minutes(10), more: Partial<KnownJob> = {}): Promise<Job | undefined> => {
    const found = await look(answer, after, more);
    assert.notEqual(found, 'not-found');
    return found as Job | undefined;
  };
  const withLinkFor = (ms: number): JobStatus => completed('7', { result: { url: 'https://files.example/7.zip', expires: new Date(submittedAt + minutes(10) + ms).toISOString() } });

  it('answers the request while it runs, as it is now', async () => {
    let given: unknown;
    service.pollJob = (_address, options) => ((given = options), Promise.resolve(running));
    assert.deepEqual(await find(running), { ...pending, status: running.status, description: running.description, polls: 1 });
    assert.deepEqual(given, { flow: 'node', signal });
  });

  it('is read at the present address of the service', async () => {
    assert.equal((await find(running, minutes(10), { url: 'https://before.example/geometry/7' }))?.url, known.url);
  });

  it('answers it when it is finished', async () => {
    const { result } = withLinkFor(minutes(60));
    const job = await find(withLinkFor(minutes(60)));
    assert.deepEqual(job, { ...pending, status: 'Completed', description: 'done', polls: 1, reused: 'finished', result });
  });

  it('answers it if its link has no end', async () => {
    assert.equal((await find(completed('7')))?.reused, 'finished');
  });

  it('is of use while its link lasts at least another minute', async () => {
    assert.equal((await find(withLinkFor(minutes(1))))?.reused, 'finished');
    assert.equal(await find(withLinkFor(minutes(1) - 1)), undefined);
  });

  it('is judged by the clock of the service, which may differ from ours', async () => {
    const hours = minutes(3 * 60);
    const now = submittedAt + minutes(10);
    const job = await find({ ...withLinkFor(minutes(20) - hours), answeredAt: now - hours });
    assert.deepEqual([job?.reused, job && 'answeredAt' in job], ['finished', false]);
    const { result } = withLinkFor(minutes(20));
    assert.equal(await find(withLinkFor(minutes(20) - hours)), undefined);
    assert.equal(await find({ ...completed('7', { result }), answeredAt: now + hours }), undefined);
  });

  for (const [how, polled] of [
    ['has failed', { phase: 'failed', status: 'Failed', description: '' }],
    ['is refused', refusal(410)],
    ['has a link that nobody can follow', completed('7', { result: undefined, unusableLink: 's3' })],
  ] as [string, JobStatus | Error][]) {
    it(`is forgotten if it ${how}`, async () => {
      assert.equal(await find(polled, minutes(1)), undefined);
    });
  }

  it('is not found a minute after its submission, or if it was finished before, and may be found again', async () => {
    for (const status of [403, 404]) assert.deepEqual([await look(refusal(status), minutes(1)), await look(refusal(status), 1000, { completed: true })], ['not-found', 'not-found']);
  });

  it('is forgotten if it was finished before and has no link, however short the time since its submission', async () => {
    assert.equal(await find(completed('7', { result: undefined }), 1000, { completed: true }), undefined);
  });

  it('is forgotten if the service has moved, and an address that cannot be read for another reason is told', async () => {
    const fails = (error: Error) => () => {
      throw error;
    };
    service.jobAddress = fails(new SoilError('SOIL_CONFIG', 'The job is at another service.'));
    assert.deepEqual([await find(running), service.read], [undefined, []]);
    const broken = new TypeError('broken');
    service.jobAddress = fails(broken);
    await assert.rejects(find(running), broken);
  });

  it('is awaited if it has just been completed and its link is still to come', async () => {
    const job = await find(completed('7', { result: undefined }), minutes(1));
    assert.deepEqual([job?.reused, job?.status, job?.result], ['pending', 'Completed', undefined]);
  });

  it('is awaited if it is not found, or not shown, straight after its submission', async () => {
    for (const status of [403, 404]) assert.deepEqual(await find(refusal(status), minutes(1) - 1), pending);
  });

  it('is awaited if the service cannot be reached, unless it is known to be finished: then its link is needed', async () => {
    assert.deepEqual(await find(unreachable), pending);
    await assert.rejects(find(unreachable, minutes(10), { completed: true }), unreachable);
    const broken = new TypeError('broken');
    await assert.rejects(find(broken), broken);
  });
});
