import assert from 'node:assert/strict';
import { StatusWords } from '../../../src/jobs/waits/status-words';

describe('The words for the status of a job', () => {
  it('are known if they speak of work to come or under way', () => {
    for (const word of ['PotentialActionStatus', 'ActiveActionStatus', 'created', 'RETRYING', 'queued', 'Pending', 'running', 'in progress', 'Processing', 'Accepted', 'submitted', 'waiting', 'started', 'scheduled', 'initialising', 'new']) {
      assert.equal(new StatusWords().isNew(word), false, word);
    }
  });

  it('are new once if they mean nothing to us', () => {
    const words = new StatusWords();
    assert.deepEqual(['frozen', 'frozen', 'on hold', 'frozen'].map((word) => words.isNew(word)), [true, false, true, false]);
  });

  it('are new at most a hundred times: a service that counts in its status does not fill the log', () => {
    const words = new StatusWords();
    assert.equal(Array.from({ length: 150 }, (_, percent) => words.isNew(`${percent} %`)).filter(Boolean).length, 100);
  });
});
