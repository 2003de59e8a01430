import assert from 'node:assert/strict';
import { isOtherJob, readQueryJob } from '../../../src/service/answers/query-job';
import { base, completed, link, read } from './job-answers';

const result = { url: link.url, expires: link.expires };

describe('the status of a job (sections 2.5 and 3)', () => {
  it('is read with its times and its link', () => {
    assert.deepEqual(read(completed), {
      phase: 'completed',
      status: 'Completed',
      description: 'Ready',
      startTime: '2026-03-01T12:00:00.000Z',
      endTime: '2026-03-01T12:10:00.000Z',
      result,
    });
  });

  const phases = {
    completed: ['Completed (100.0 %)', '100,0% completed', 'Completed', 'completed', 'COMPLETE', 'CompletedActionStatus', 'https://schema.org/CompletedActionStatus', 'schema:CompletedActionStatus', 'RunCompleted', 'JOIN_COMPLETED', '100 % complete'],
    failed: ['failed', 'FailedActionStatus', 'http://schema.org/FailedActionStatus', 'Error', 'cancelled', 'Canceled', 'aborted', 'Rejected', 'ERRORED', 'failed: incomplete', 'ended with 10 errors', '0 rows, 1 error', 'Terminated without error message', 'Stopped, no error given', 'not without errors'],
    running: ['created', 'retry', 'active', 'PotentialActionStatus', 'ActiveActionStatus', 'https://schema.org/ActiveActionStatus/', 'Queued', 'running', '0 errors so far', 'incomplete', 'Incomplete', 'JOB_INCOMPLETE', 'JobIncomplete', 'NotCompleted', 'not yet complete', '40 % complete', 'complete: 99.9%', 'Expired', 'something new', 'Processing (0 errors)', 'running without errors'],
  } as const;
  for (const [phase, words] of Object.entries(phases)) {
    it(`is ${phase} by the words ${words.join(', ')}`, () => {
      for (const word of words) assert.equal(read({ actionStatus: word }).phase, phase, word);
    });
  }

  it('comes as text, as an address, or as an object with either', () => {
    for (const actionStatus of ['ActiveActionStatus', 'https://schema.org/ActiveActionStatus', { name: 'ActiveActionStatus' }, { '@id': 'https://schema.org/ActiveActionStatus' }, { '@type': 'ActionStatusType', '@value': 'ActiveActionStatus' }, ['ActiveActionStatus']]) {
      assert.equal(read({ actionStatus }).status, 'ActiveActionStatus', JSON.stringify(actionStatus));
    }
    for (const field of ['status', 'state']) assert.equal(read({ [field]: 'active' }).status, 'active');
  });

  it('keeps words that have a slash in them', () => {
    const words = { 'Failed: no room in /exports/7': 'failed', 'Failed/Timeout': 'failed', 'Error (see https://status.example.com/7)': 'failed', 'Completed 10/10 tiles': 'completed', 'Step 5/10': 'running' };
    for (const [actionStatus, phase] of Object.entries(words)) {
      const { phase: readPhase, status } = read({ actionStatus });
      assert.deepEqual([readPhase, status], [phase, actionStatus]);
    }
    assert.equal(read({ actionStatus: '/terms#FailedActionStatus' }).status, 'FailedActionStatus');
  });

  it('holds no signed part of a link', () => {
    for (const at of ['Completed: https://files.example.com/a.zip', 'https://files.example.com/a.zip']) assert.doesNotMatch(read({ actionStatus: `${at}?sig=canary` }).status, /canary/);
  });

  it('with errors is completed if there is a file, and failed if there is none', () => {
    for (const actionStatus of ['CompletedWithErrors', 'Finished with errors', 'Finished with 3 errors', 'Done (2 errors)', 'Succeeded with some failures', 'SUCCEEDED_WITH_FAILURES']) {
      const { phase, problems } = read({ actionStatus, result: { url: link.url } });
      assert.deepEqual([phase, problems?.length], ['completed', 1], actionStatus);
      assert.equal(read({ actionStatus, endTime: completed.endTime }).phase, 'failed', actionStatus);
    }
    assert.deepEqual(read({ ...completed, actionStatus: 'Completed, errors in 2 % of the tiles' }).result, result);
    for (const actionStatus of ['Done with warnings', 'Finished, 2 warnings']) assert.deepEqual(read({ actionStatus, result: { url: link.url } }).result, { url: link.url }, actionStatus);
    for (const actionStatus of ['Successfully queued after errors', 'Done: failed']) assert.equal(read({ actionStatus, result: { url: link.url } }).phase, 'failed', actionStatus);
  });

  it('says why its file may lack something', () => {
    const problemsOf = (fields: object): string[] | undefined => read({ ...completed, ...fields }).problems;
    assert.equal(problemsOf({}), undefined);
    for (const actionStatus of ['Completed (0 errors)', 'CompletedWithoutErrors', 'completedWithNoErrors', 'Completed; errors: 0', 'Completed (failed: 0)', 'Completed without any errors', 'Completed, 0 failed, 0 cancelled, 0 aborted, 0 rejected', 'Completed; cancelled: 0, aborted: 0, rejected=0']) {
      assert.equal(problemsOf({ actionStatus, error: { code: null, message: '' }, warnings: [] }), undefined, actionStatus);
      assert.equal(read({ actionStatus }).phase, 'completed', actionStatus);
    }
    assert.equal(problemsOf({ actionStatus: 'Completed; errors: 0.5' })?.length, 1);
    assert.equal(problemsOf({ error: 'None' }), undefined);
    for (const actionStatus of ['CompletedWithErrors', 'CompletedIncompleteCoverage']) {
      assert.deepEqual(problemsOf({ actionStatus }), [`The service calls the job "${actionStatus}", so some of the data may be missing.`]);
    }
    for (const actionStatus of ['TimedOut', 'TIMEOUT', 'Expired', 'Terminated', 'Stopped', 'Unsuccessful', 'Crashed', 'Refused', 'Access denied', 'Dismissed', 'INVALID_INPUT', 'Unfinished', 'Truncated', 'PartiallyCompleted', 'completed (partial)']) {
      assert.equal(problemsOf({ actionStatus })?.length, 1, actionStatus);
    }
    for (const actionStatus of ['succeeded', 'Done', 'Finished', 'Ready', 'Completed (expires 2026-03-02)', 'Completed before its deadline']) assert.equal(problemsOf({ actionStatus }), undefined, actionStatus);
    assert.deepEqual(problemsOf({ error: { message: 'One tile failed' }, warning: 'Old data' }), [
      'The service reports an error in the job, so some of the data may be missing: One tile failed.',
      'The service warns: Old data.',
    ]);
    const other = { ...link, url: 'https://files.example.com/b.zip' };
    assert.deepEqual(problemsOf({ result: [link, null, other, link] }), [
      'The job has 2 result files. Only the first is used: ask for each part in a job of its own.',
    ]);
    assert.equal(problemsOf({ result: [null, link] }), undefined);
    assert.deepEqual(read({ ...completed, result: [null, link] }).result, result);
    assert.equal('problems' in read({ actionStatus: 'running', error: 'x' }), false);
  });

  it('is completed without a word if there is a file, since only a completed job has one', () => {
    assert.deepEqual(read({ result: link }), { phase: 'completed', status: '', description: '', result });
  });

  it('is completed by any unknown word if there are a file and an end, since only a completed job has both', () => {
    const ended = { endTime: completed.endTime, result: link };
    for (const actionStatus of ['ready', 'Export done', 'Successfully stored', 'Unfinished', 'Expired', 'Processed', 'Renewed', 'Completed, 5 % without data', 'CompletedIncompleteCoverage']) {
      assert.deepEqual(read({ actionStatus, ...ended }).result, result, actionStatus);
      assert.deepEqual(read({ actionStatus, result: link }).result, result, `${actionStatus}: the link has an end`);
      const endless = { ...ended, result: { url: link.url } };
      assert.equal(read({ actionStatus, ...endless }).phase, 'completed', actionStatus);
      assert.equal(read({ actionStatus, ...endless, endTime: undefined }).phase, 'running', actionStatus);
      assert.equal(read({ actionStatus, ...endless, result: undefined }).phase, actionStatus === 'Expired' ? 'failed' : 'running', actionStatus);
    }
    for (const actionStatus of ['active', 'ActiveActionStatus', 'running', 'in progress', 'Processing', 'Created', 'PENDING', 'accepted', 'Submitted', 'Waiting', 'Starting', 'Scheduled', 'Initialising', 'JobNew', 'Renewing', 'Incomplete', 'not yet complete', '40 % complete']) {
      assert.equal(read({ actionStatus, ...ended }).phase, 'running', actionStatus);
    }
    assert.equal(read({ actionStatus: 'cancelled', ...ended }).phase, 'failed');
  });

  it('is completed by a word that means that and a file, whether or not it has an end', () => {
    const endless = { url: link.url };
    for (const actionStatus of ['succeeded', 'Success', 'successful', 'Done', 'FINISHED', 'Job finished', 'Done.', 'Success!', 'JOB_SUCCEEDED', 'https://example.org/SucceededActionStatus']) {
      assert.deepEqual(read({ actionStatus, result: endless }).result, endless, actionStatus);
      assert.deepEqual(read({ actionStatus, result: link, endTime: completed.endTime }).result, result, actionStatus);
    }
  });

  it('is completed by a word that means that and an end: a link that never comes is waited for no longer than with "Completed"', () => {
    for (const actionStatus of ['succeeded', 'Success', 'Done', 'FINISHED', 'Job finished', 'Finished, 2 warnings', 'SucceededActionStatus']) {
      const { phase, result: none } = read({ actionStatus, endTime: completed.endTime });
      assert.deepEqual([phase, none], ['completed', undefined], actionStatus);
      assert.equal(read({ actionStatus }).phase, 'running', `${actionStatus}: it may be that of the answer`);
    }
    for (const other of [{ state: 'running' }, { jobStatus: 'Queued' }]) assert.equal(read({ actionStatus: undefined, status: 'success', endTime: completed.endTime, ...other }).phase, 'running');
  });

  it('is not completed by a success that may be that of the answer, beside a word for a job under way', () => {
    const words = [[{ state: 'running' }, 'running'], [{ jobStatus: 'Queued' }, 'running'], [{ state: 'archived' }, 'completed'], [{ actionStatus: 'Done', status: 'active' }, 'completed']] as const;
    for (const [other, phase] of words) assert.equal(read({ actionStatus: undefined, status: 'success', result: { url: link.url }, ...other }).phase, phase);
  });

  it('is failed by a word for an early end if it has an end and no file, as there is nothing to wait for', () => {
    for (const actionStatus of ['TimedOut', 'timed out', 'TIMEOUT', 'Expired', 'Terminated', 'Stopped', 'Killed', 'DEAD', 'Deleted', 'Unsuccessful', 'Crashed', 'refused', 'Access denied', 'INVALID', 'INVALID_INPUT', 'InvalidRequest', 'dismissed', 'Interrupted', 'DeadlineExceeded']) {
      assert.equal(read({ actionStatus, endTime: completed.endTime }).phase, 'failed', actionStatus);
      assert.equal(read({ actionStatus }).phase, 'running', actionStatus);
    }
    for (const actionStatus of ['retrying (timed out)', 'Terminating', 'TimedOut, queued again', 'Invalidating', 'Partial', 'something new']) {
      assert.equal(read({ actionStatus, endTime: completed.endTime }).phase, 'running', actionStatus);
    }
  });

  it('is running while a failed part of it is tried again, until it has an end', () => {
    for (const actionStatus of ['Retrying after an error', 'Tile 7 failed, retrying', 'FAILED_RETRYING']) {
      assert.deepEqual([read({ actionStatus }).phase, read({ actionStatus, endTime: completed.endTime }).phase], ['running', 'failed'], actionStatus);
    }
    for (const actionStatus of ['Failed: retry later', 'Failed after 3 retries', 'Retry failed']) assert.equal(read({ actionStatus }).phase, 'failed', actionStatus);
  });

  it('is not a status if it has neither word nor file', () => {
    for (const value of [null, 'Completed', 7, [], [completed], {}, { actionStatus: {} }, { message: 'hello' }, { result: {} }]) assert.equal(readQueryJob(value, base, []), undefined, JSON.stringify(value));
  });

  it('has no link before it is completed, whatever else it says', () => {
    assert.equal('result' in read({ actionStatus: 'active', result: link }), false);
    assert.equal('result' in read({ actionStatus: 'failed', result: link }), false);
  });

  it('has no times that are not valid', () => {
    const polled = read({ actionStatus: 'active', startTime: 'soon', endTime: 12, result: null });
    assert.deepEqual(polled, { phase: 'running', status: 'active', description: '' });
  });
});

describe('a job resource', () => {
  it('is that of another job if its own address says so', () => {
    const collection = 'https://api.example.com/v1/soil-data-by-geometry/queries';
    for (const [own, is] of [['a-1', false], ['A-1', false], ['a-1/', false], ['a%2D1', false], ['b-2', true], ['41', false], ['', false]] as const) {
      assert.equal(isOtherJob({ id: `${collection}/${own}` }, 'a-1'), is, own);
    }
    for (const value of [{ id: 'b-2' }, { id: 'https://api.example.com/b-2' }, {}, null, []]) assert.equal(isOtherJob(value, 'a-1'), false);
    assert.equal(isOtherJob({ '@id': '/v1/soil-data-by-area-queries/b-2' }, 'a-1'), true);
  });
});

describe('the link of a completed job', () => {
  const linkOf = (value: unknown): unknown => read({ actionStatus: 'Completed', result: value }).result;

  it('is taken letter for letter, since a signature may cover its spelling', () => {
    const url = 'HTTPS://Files.example.com:443/a%2fb/./c.zip?X-Sig=%7Eab|c';
    assert.deepEqual(linkOf({ url }), { url });
  });

  it('comes as an object, in a list, as bare text, by the name that schema.org gives it, or as a path on the service', () => {
    for (const value of [link, [link], { contentUrl: link.url, expires: link.expires }]) assert.deepEqual(linkOf(value), result);
    assert.deepEqual(linkOf(link.url), { url: link.url });
    assert.deepEqual(linkOf({ url: '/v1/files/a.zip?sig=1' }), { url: `${base}/v1/files/a.zip?sig=1` });
  });

  it('is read as https at the host of the API, since services behind a TLS proxy write http', () => {
    assert.deepEqual(linkOf({ url: 'http://api.example.com/files/a%2fb.zip?sig=a+b' }), { url: 'https://api.example.com/files/a%2fb.zip?sig=a+b' });
    assert.deepEqual(linkOf({ url: 'http://api.example.com:443/a.zip' }), { url: 'https://api.example.com:443/a.zip' });
    // An explicit port is that of http.
    assert.deepEqual(linkOf({ url: 'http://api.example.com:80/a.zip?at=:80/' }), { url: 'https://api.example.com/a.zip?at=:80/' });
    for (const url of ['http://files.example.com/a.zip', 'http://api.example.com:8080/a.zip', 'http://api.example.com.evil.example/a.zip']) {
      assert.deepEqual(linkOf({ url }), { url });
    }
    const local = 'http://127.0.0.1:4000/a.zip';
    assert.deepEqual(readQueryJob({ actionStatus: 'Completed', result: { url: local } }, 'http://127.0.0.1:4000/api', [])?.result, { url: local });
  });

  it('has %20 for a space, as browsers make of a file name that a service forgot to encode', () => {
    assert.deepEqual(linkOf({ url: ' https://files.example.com/soil data.zip?sig=a b%2F ' }), { url: 'https://files.example.com/soil%20data.zip?sig=a%20b%2F' });
    assert.deepEqual(linkOf('/files/soil data.zip'), { url: `${base}/files/soil%20data.zip` });
    // Browsers drop these characters: a link in two halves is not a link.
    for (const url of ['https://files.example.com/a\tb.zip', 'https://files.example.com/a\nb.zip', 'https://files.example.com/a\u00a0b.zip']) assert.equal(linkOf({ url }), undefined);
  });

  it('is missing if it is not a web address: the caller waits for one', () => {
    for (const value of [undefined, null, {}, [], 'pending', { url: '' }, { url: 'a' }, { url: 'n/a' }, { url: 'file:///etc/passwd' }, { url: 'javascript:alert(1)' }, { url: 'ftp://https://example.com/x' }, { url: '///evil.example/x' }, { url: 'a\\b.zip' }, { url: '///evil.example/x.zip' }, { url: 'files.example.com/r.zip' }, { url: '//api.example@evil.example/r.zip' }, { url: '.zip' }, { url: 'n/.zip' }, { url: '//evil.example:99999/x' }, { url: 'x:r.zip' }, { url: '/\\evil.example/x' }, { url: '/\\x:99999/' }, { url: 'https://a b/' }, { url: `https://example.com/${'x'.repeat(20_000)}` }]) {
      const polled = read({ actionStatus: 'Completed', result: value });
      assert.deepEqual([polled.phase, 'result' in polled], ['completed', false], JSON.stringify(value));
    }
  });

  it('may be relative to the address of the status, or begin with a host', () => {
    const address = completed.id;
    for (const [url, at] of [['r.zip?sig=1', `${base}/v1/soil-data-by-geometry/queries/r.zip?sig=1`], ['files/r.zip', `${base}/v1/soil-data-by-geometry/queries/files/r.zip`], ['../../files/r.zip', `${base}/v1/files/r.zip`], ['//files.example.com/r.zip', 'https://files.example.com/r.zip'], ['/files/r.zip', `${base}/files/r.zip`]] as const) {
      assert.deepEqual(readQueryJob({ actionStatus: 'Completed', result: { url } }, base, [], address)?.result, { url: at }, url);
    }
  });

  it('that is not a web address is there, but cannot be used', () => {
    for (const url of ['s3://bucket/r.zip?sig=canary', 'FTP://host/r.zip', 'javascript:alert("canary")', 'file:/host/r.zip', 'data:,host', 'blob:host', 'urn:host']) {
      const polled = read({ actionStatus: 'Completed', result: { url } });
      assert.deepEqual([polled.phase, polled.result, polled.unusableLink], ['completed', undefined, url.slice(0, url.indexOf(':') + 1).toLowerCase()]);
      assert.doesNotMatch(JSON.stringify(polled), /canary|bucket|host/);
      assert.equal(read({ actionStatus: 'Exporting', endTime: completed.endTime, result: url }).phase, 'running', 'it may be that of a step');
    }
    for (const url of ['localhost:8080/r.zip', 'C:/r.zip', 'error: none']) assert.equal(read({ actionStatus: 'Completed', result: { url } }).unusableLink, undefined, url);
    assert.deepEqual(linkOf({ url: 'https://f.example/r.zip', contentUrl: 'https://f.example/other.zip' }), { url: 'https://f.example/r.zip' });
    assert.deepEqual(linkOf({ url: 's3://bucket/r.zip', contentUrl: 'https://f.example/r.zip' }), { url: 'https://f.example/r.zip' });
    assert.equal(read({ actionStatus: { termCode: 'Completed' }, result: link })?.status, 'Completed');
    assert.equal(read({ actionStatus: 'Active', status: 'Completed', result: link })?.status, 'Active', 'the name of the specification counts first');
    assert.equal('unusableLink' in read({ actionStatus: 'active', result: { url: 's3://bucket/r.zip' } }), false);
    assert.deepEqual(read({ actionStatus: 'Completed', result: [{ url: 's3://bucket/r.zip' }, link] }), { phase: 'completed', status: 'Completed', description: '', result });
  });

  it('has an end only if the service gives a moment', () => {
    assert.deepEqual(linkOf({ ...link, expires: '2026-03-01T13:30:00+01:00' }), result);
    for (const expires of [1_772_368_200, '1772368200000', 'Sun, 01 Mar 2026 12:30:00 GMT']) assert.deepEqual(linkOf({ ...link, expires }), result, String(expires));
    assert.deepEqual(linkOf({ ...link, expires: 'never' }), { url: link.url });
  });
});
