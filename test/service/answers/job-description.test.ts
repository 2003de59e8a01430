import assert from 'node:assert/strict';
import { readQueryJob } from '../../../src/service/answers/query-job';
import { base, completed, read } from './job-answers';

describe('the words about a job', () => {
  it('say why it failed: error, description or message', () => {
    const words = (fields: object): string => read({ actionStatus: 'failed', ...fields }).description;
    assert.equal(words({ error: 'disk full', description: 'Failed' }), 'disk full');
    assert.equal(words({ error: { name: 'E1', message: 'disk full' }, description: 'Failed' }), 'disk full');
    assert.equal(words({ error: { message: 'E42' }, description: 'The area holds no data for 1990 to 1995.' }), 'The area holds no data for 1990 to 1995: E42');
    assert.equal(words({ error: { code: 'E42', reason: 'disk full' } }), 'E42: disk full');
    assert.equal(words({ error: 'E42: disk full', description: 'disk full' }), 'E42: disk full');
    assert.equal(words({ error: 'disk full', description: 'Node 7 says: Disk full!' }), 'Node 7 says: Disk full!');
    assert.equal(words({ description: 'Area <b>too large</b>' }), 'Area too large');
    assert.equal(words({ message: 'no data' }), 'no data');
    assert.equal(words({}), '');
    assert.equal(words({ actionStatus: 'Active', error: 'of an earlier try', description: 'Second try' }), 'Second try');
  });

  it('say why it failed in the ways of answers with an error, beside a description that says less', () => {
    const words = (fields: object): string => read({ actionStatus: 'failed', ...fields }).description;
    for (const [fields, said] of [
      [{ errors: ['dataset 7: timeout'] }, 'dataset 7: timeout'],
      [{ errors: [{ message: 'dataset 7' }, { message: 'dataset 8' }] }, 'dataset 7; dataset 8'],
      [{ detail: 'disk full' }, 'disk full'],
      [{ title: 'Export failed', detail: 'disk full' }, 'Export failed: disk full'],
      [{ statusMessage: 'disk full' }, 'disk full'],
      [{ title: 'Export failed' }, 'Export failed'],
      [{ title: 'Extraction of field 7', description: 'Out of memory' }, 'Out of memory'],
      [{ description: 'Job failed.', statusMessage: 'JOB FAILED' }, 'Job failed.'],
      [{ description: 'The job failed.', errors: ['disk full'] }, 'The job failed: disk full'],
      [{ errorMessage: 'disk full' }, 'disk full'],
      [{ description: 'The job failed.', failureReason: 'disk full' }, 'The job failed: disk full'],
      [{ description: 'Failed: disk full', detail: 'disk full' }, 'Failed: disk full'],
      [{ description: 'disk', detail: 'disk full' }, 'disk full'],
      [{ error: true, message: 'disk full' }, 'disk full'],
      [{ description: 'Failed', errors: [], detail: '', title: null, statusMessage: 'none' }, 'Failed'],
      [{ reason: 'disk full' }, 'disk full'],
      [{ description: 'Failed', result: { error: 'disk full' } }, 'Failed: disk full'],
      [{ result: { type: 'DataDownload', url: 'https://files.example/a?sig=canary', error: { message: 'disk full' } } }, 'disk full'],
      [{ error: 'disk full', result: { message: 'disk full' } }, 'disk full'],
      [{ result: { type: 'DataDownload', name: 'export.zip', message: 'none' } }, ''],
      [{ result: { error: `x?sig=canary ${'y'.repeat(1000)}` } }, `x ${'y'.repeat(497)}…`],
      [{ errors: ['see https://files.example/a?sig=canary'] }, 'see https://files.example/a'],
    ] as const) {
      assert.equal(words(fields), said, JSON.stringify(fields));
    }
    assert.equal(read({ actionStatus: 'active', detail: 'of an earlier try', errors: ['x'], result: { error: 'x' } }).description, '');
    const secret = { description: 'x', errors: ['s3cret'], reason: 's3cret', error: { code: 's3cret' }, result: { error: 's3cret' } };
    assert.doesNotMatch(JSON.stringify(readQueryJob({ actionStatus: 'failed', ...secret }, base, ['s3cret'])), /s3cret/);
  });

  it('say why there is no file, of a completed job, too', () => {
    const words = (fields: object): string => read({ actionStatus: 'Completed', description: 'Done', ...fields }).description;
    for (const fields of [{ error: 'no data' }, { result: { type: 'DataDownload', message: 'no data' } }, { warning: 'no data' }, { warnings: ['no data'], result: null }]) assert.equal(words(fields), 'Done: no data', JSON.stringify(fields));
    assert.equal(words({ error: 'one tile failed', result: { url: 'https://files.example/a.zip' } }), 'Done');
  });

  it('hold no signed part of a link: they are kept with the job', () => {
    const { description } = read({ ...completed, description: 'Ready at https://files.example.com/a.zip?sig=canary&x=1 until noon' });
    assert.equal(description, 'Ready at https://files.example.com/a.zip until noon');
  });

  it('hold no secret, and no part of one if status or description are cut', () => {
    const secret = 'canary-token-value';
    for (const limit of [100, 500, 1000]) {
      for (let before = limit - 20; before < limit; before++) {
        const text = 'x'.repeat(before) + secret;
        for (const actionStatus of [text, `${'x'.repeat(before - 1)}/${secret}`]) {
          const polled = readQueryJob({ actionStatus, description: text }, base, [secret]);
          assert.doesNotMatch(JSON.stringify(polled), /can/, `${limit} ${before}`);
        }
      }
    }
  });
});
