import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import { jobFailed, jobRefused, linkMissing, linkUnusable, unreadable, waitCancelled, waitTimedOut } from '../../../src/jobs/polls/wait-errors';
import type { Job } from '../../../src/service/job';

const job: Job = { id: '7', url: 'https://api.example/geometry/7', kind: 'geometry', status: 'Failed', description: '', polls: 3 };

describe('The end of a wait', () => {
  it('by a failed job repeats the words of the service, if it has any, and in its cause no more of them than can be read', () => {
    assert.equal(jobFailed(job).message, 'Job 7 ended at the service with the status "Failed". The service gives no reason. Change the request, or ask the service why.');
    const wordy = jobFailed({ ...job, description: 'x'.repeat(501) });
    assert.match(wordy.message, /The service says: x{501}\. Change the request/);
    assert.deepEqual([wordy.code, wordy.cause.detail], ['SOIL_JOB_FAILED', 'x'.repeat(500)]);
  });

  it('for want of a link says how often it was looked for, and for how long', () => {
    assert.match(linkMissing(job, 8, 61_499).message, /^Job 7 is completed, but after 8 polls in 61 seconds it still has no download link \(result\.url\)\. Ask the service why; or send its identifier to soil-wait/);
    const { message, cause } = linkMissing({ ...job, description: 'No data in this area' }, 3, 60_000);
    assert.match(message, /no download link \(result\.url\)\. The service says: No data in this area\. If that is no reason, ask the service, or send its identifier to soil-wait/);
    assert.deepEqual(cause, { detail: 'No data in this area' });
  });

  it('by a link that is not a web address says so, and not that there is no link', () => {
    assert.match(linkUnusable(job, 's3:').message, /^Job 7 is completed, but its download link \(result\.url\) begins with s3:, and only https: and http: can be fetched\. .* send its identifier to soil-wait/);
  });

  it('by refusals names the job, and says how often it was refused and what to do', () => {
    const trouble = new SoilError('SOIL_REQUEST', 'Could not read the status of the job: no such job. Check the identifier.', { status: 404 });
    const { code, message, cause } = jobRefused(job, 5, trouble);
    assert.equal(message, `Waiting for job 7 ended: its status was refused 5 times in a row. ${trouble.message} Check as well that soil-wait has the same soil service as soil-submit: each sandbox has jobs of its own. If the job is there after all, send its identifier to soil-wait to wait for it again.`);
    assert.deepEqual([code, cause], ['SOIL_REQUEST', { status: 404 }]);
  });

  it('by its time says how long that was, and what was known of the job', () => {
    for (const [ms, minutes] of [
      [90_000, '1.5 minutes'],
      [60_000, 'a minute'],
      [20_000, '0.33 minutes'],
      [0, '0 minutes'],
    ] as const) {
      assert.match(waitTimedOut('7', ms, 'Active', undefined).message, new RegExp(`^Job 7 was not completed within ${minutes}\\. Its last status was "Active"\\. It may go on`));
    }
    assert.deepEqual(waitTimedOut('7', 0, 'Active', undefined).cause, {});
    const trouble = new SoilError('SOIL_UNAVAILABLE', 'The service is down.', { status: 503 });
    const error = waitTimedOut('7', 60_000, 'Active', { first: trouble, latest: new SoilError('SOIL_UNAVAILABLE', 'A pause holds.', { status: 429 }) });
    assert.match(error.message, /within a minute\. Its status could not be read: The service is down\. It may go on at the service: send its identifier/);
    assert.deepEqual([error.code, error.cause], ['SOIL_JOB_TIMEOUT', { status: 503 }]);
    const other = waitTimedOut('7', 60_000, 'Active', { first: trouble, latest: new SoilError('SOIL_AUTH', 'The credentials were refused.') });
    assert.match(other.message, /could not be read: The service is down\. Most recently: The credentials were refused\. It may go on/);
  });

  it('by a person says that the job goes on', () => {
    assert.match(waitCancelled('7').message, /^Waiting for job 7 was stopped\. The job itself goes on at the service: send its identifier/);
  });

  it('by something other than an error of the service says what it was', () => {
    assert.equal(unreadable(job, new TypeError('no such thing')).message, 'The status of job 7 could not be read: no such thing. It may go on at the service: send its identifier to soil-wait to wait for it again.');
    assert.equal(unreadable(job, 'odd').message, 'The status of job 7 could not be read: odd. It may go on at the service: send its identifier to soil-wait to wait for it again.');
  });
});
