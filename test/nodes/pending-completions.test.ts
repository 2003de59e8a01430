import assert from 'node:assert/strict';
import { PendingCompletions } from '../../nodes/soil-wait/pending-completions';

describe('The pending completions of messages', () => {
  it('come for each that arrived, even if one object arrived twice', async () => {
    const pending = new PendingCompletions();
    const message = {};
    const [first, second] = [pending.begin(message), pending.begin(message)];
    assert.ok(pending.end(message));
    assert.equal(await first.ended, null);
    assert.ok(pending.end(message, new Error('no job')));
    await assert.rejects(second.ended, /no job/);
    assert.equal(pending.end(message), false);
  });

  it('are not there for one that was taken back, for a message from before, and after the node was closed', async () => {
    const pending = new PendingCompletions();
    const [message, other] = [{}, {}];
    const { ended, takeBack } = pending.begin(message);
    takeBack(new Error('no such job'));
    await assert.rejects(ended, /no such job/);
    void pending.begin(other);
    assert.equal(pending.end(message), false);
    assert.equal(pending.end({}), false);
    pending.clear();
    assert.equal(pending.end(other), false);
  });
});
