import assert from 'node:assert/strict';
import { Turns } from '../../nodes/soil-wait/turns';

describe('The turns of messages', () => {
  it('end for each that came, also where one object came twice', async () => {
    const turns = new Turns();
    const message = {};
    const [first, second] = [turns.begin(message), turns.begin(message)];
    assert.ok(turns.end(message));
    assert.equal(await first.ended, null);
    assert.ok(turns.end(message, new Error('no job')));
    await assert.rejects(second.ended, /no job/);
    assert.equal(turns.end(message), false);
  });

  it('are not there for one that was taken back, for a message from before, and after the node was closed', async () => {
    const turns = new Turns();
    const [message, other] = [{}, {}];
    const { ended, takeBack } = turns.begin(message);
    takeBack(new Error('no such job'));
    await assert.rejects(ended, /no such job/);
    void turns.begin(other);
    assert.equal(turns.end(message), false);
    assert.equal(turns.end({}), false);
    turns.clear();
    assert.equal(turns.end(other), false);
  });
});
