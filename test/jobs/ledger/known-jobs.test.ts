import assert from 'node:assert/strict';
import { KnownJobs } from '../../../src/jobs/ledger/known-jobs';
import type { KnownJob } from '../../../src/jobs/ledger/ledger-change';

const known = (number: number, more: Partial<KnownJob> = {}): KnownJob => ({
  hash: `hash ${number}`, service: 'soil', kind: 'geometry', node: 'submit', job: `job ${number}`, url: `https://api.example/${number}`, at: 0, ...more,
});

/** The hashes under which the job is known. */
const hashesOf = (jobs: KnownJobs, service: string): string[] => jobs.ofJob(service, 'job 1').map(({ hash }) => hash);

describe('The jobs that a request can be answered with', () => {
  it('are found by their request, and by their identifier at the service that has them', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    assert.equal(jobs.ofRequest('hash 1')?.job, 'job 1');
    assert.deepEqual(hashesOf(jobs, 'soil'), ['hash 1']);
    assert.deepEqual([jobs.ofJob('another', 'job 1'), jobs.ofJob('soil', 'job 2'), jobs.ofRequest('hash 2')], [[], [], undefined]);
    assert.deepEqual([jobs.has('job 1'), jobs.has('job 2')], [true, false]);
  });

  it('hold the latest job of a request', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(2, { hash: 'hash 1' }));
    assert.deepEqual([...jobs].map(({ job }) => job), ['job 2']);
    assert.equal(jobs.has('job 1'), false);
    assert.deepEqual(jobs.ofJob('soil', 'job 1'), []);
  });

  it('hold a job under each of its requests: a service may answer two of them with one job', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(1, { hash: 'hash 2' }));
    jobs.add(known(1, { hash: 'hash 3' }));
    assert.deepEqual([jobs.hashesOf('job 1'), hashesOf(jobs, 'soil')], [['hash 1', 'hash 2', 'hash 3'], ['hash 1', 'hash 2', 'hash 3']]);
    jobs.remove('hash 3');
    assert.deepEqual([jobs.has('job 1'), hashesOf(jobs, 'soil')], [true, ['hash 1', 'hash 2']], 'also where the latest one is dropped');
    jobs.forget('job 1');
    assert.deepEqual([[...jobs], jobs.has('job 1')], [[], false]);
  });

  it('are kept apart if two services give their jobs the same names', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(1, { hash: 'other', service: 'another' }));
    assert.deepEqual([hashesOf(jobs, 'soil'), hashesOf(jobs, 'another')], [['hash 1'], ['other']]);
    jobs.remove('other');
    assert.deepEqual([hashesOf(jobs, 'soil'), hashesOf(jobs, 'another')], [['hash 1'], []]);
    jobs.add(known(1, { hash: 'other', service: 'another' }));
    assert.deepEqual(jobs.hashesOf('job 1'), ['hash 1', 'other']);
    jobs.forget('job 1');
    assert.deepEqual([...jobs], []);
  });

  it('lose a job on demand, whatever its state', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1, { completed: true }));
    assert.deepEqual([...jobs], [known(1, { name: undefined, completed: true })]);
    jobs.forget('job 2');
    jobs.forget('job 1');
    assert.deepEqual([[...jobs], jobs.has('job 1')], [[], false]);
  });

  for (const [most, completed] of [
    [20_000, false],
    [2_000, true],
  ] as const) {
    it(`are ${most} at most that are ${completed ? 'completed' : 'not completed'}: the oldest goes`, () => {
      const jobs = new KnownJobs();
      jobs.add(known(-1, { completed: !completed }));
      for (let number = 0; number < most; number++) jobs.add(known(number, { completed }));
      assert.ok(jobs.has('job 0'));
      jobs.add(known(most, { completed }));
      assert.deepEqual([jobs.has('job 0'), jobs.has('job 1'), jobs.has('job -1')], [false, true, true]);
    });
  }
});
