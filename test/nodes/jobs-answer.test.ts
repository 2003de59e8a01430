import assert from 'node:assert/strict';
import { jobsAnswer } from '../../nodes/admin/jobs-answer';
import type { JobState, JobSummary } from '../../src/jobs/ledger/job-summary';

const START = Date.UTC(2026, 0, 1);
const jobOf = (state: JobState, number: number): JobSummary => ({
  ...{ wait: `${state} ${number}`, job: `${number}`, node: 'wait', state, status: '', description: '', age: 0, polls: 0 },
  acceptedAt: new Date(START + number * 1000).toISOString(),
});
const jobsOf = (state: JobState, count: number): JobSummary[] => Array.from({ length: count }, (_, number) => jobOf(state, number));

describe('What the sidebar gets of ten thousand jobs', () => {
  it('is the latest five hundred of those that wait, how many more wait, and all others', () => {
    const ended = (['submitted', 'unknown', 'failed', 'completed', 'cancelled', 'timeout'] as const).flatMap((state) => jobsOf(state, 3));
    const { jobs, more } = jobsAnswer([...jobsOf('waiting', 6000), ...ended, ...jobsOf('paused', 4000)]);
    assert.equal(more, 9500);
    const waiting = Array.from({ length: 500 }, (_, place) => jobOf('waiting', 5999 - place));
    assert.deepEqual(jobs, [...waiting, ...ended]);
  });

  it('is all of them if few wait, including those that are paused', () => {
    const { jobs, more } = jobsAnswer([...jobsOf('waiting', 2), jobOf('paused', 7), jobOf('failed', 9)]);
    assert.deepEqual(jobs.map(({ wait }) => wait), ['paused 7', 'waiting 1', 'waiting 0', 'failed 9']);
    assert.equal(more, 0);
  });
});
