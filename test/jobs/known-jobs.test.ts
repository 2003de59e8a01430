import assert from 'node:assert/strict';
import { KnownJobs } from '../../src/jobs/known-jobs';
import type { KnownJob } from '../../src/jobs/ledger-change';

const known = (number: number, more: Partial<KnownJob> = {}): KnownJob => ({
  hash: `hash ${number}`, service: 'soil', kind: 'geometry', node: 'submit', job: `job ${number}`, url: `https://api.example/${number}`, at: 0, ...more,
});

describe('The jobs that a request can be answered with', () => {
  it('are found by their request, and by their identifier at the service that has them', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    assert.equal(jobs.ofRequest('hash 1')?.job, 'job 1');
    assert.equal(jobs.ofJob('soil', 'job 1')?.hash, 'hash 1');
    assert.deepEqual([jobs.ofJob('another', 'job 1'), jobs.ofJob('soil', 'job 2'), jobs.ofRequest('hash 2')], [undefined, undefined, undefined]);
    assert.deepEqual([jobs.has('job 1'), jobs.has('job 2')], [true, false]);
  });

  it('hold the latest job of a request', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(2, { hash: 'hash 1' }));
    assert.deepEqual([...jobs].map(({ job }) => job), ['job 2']);
    assert.equal(jobs.has('job 1'), false);
    assert.equal(jobs.ofJob('soil', 'job 1'), undefined);
  });

  it('hold a job under its latest request, though the earlier one is dropped', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(1, { hash: 'hash 2' }));
    jobs.remove('hash 1');
    assert.equal(jobs.ofJob('soil', 'job 1')?.hash, 'hash 2');
  });

  it('are apart where two services name their jobs alike', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1));
    jobs.add(known(1, { hash: 'other', service: 'another' }));
    assert.deepEqual([jobs.ofJob('soil', 'job 1')?.hash, jobs.ofJob('another', 'job 1')?.hash], ['hash 1', 'other']);
    jobs.remove('other');
    assert.deepEqual([jobs.ofJob('soil', 'job 1')?.hash, jobs.ofJob('another', 'job 1')], ['hash 1', undefined]);
    jobs.add(known(1, { hash: 'other', service: 'another' }));
    assert.deepEqual(jobs.hashesOf('job 1'), ['hash 1', 'other']);
    jobs.forget('job 1');
    assert.deepEqual([...jobs], []);
  });

  it('lose a job on demand, whatever its state', () => {
    const jobs = new KnownJobs();
    jobs.add(known(1, { completed: true }));
    assert.deepEqual({ ...[...jobs][0] }, known(1, { completed: true }));
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
