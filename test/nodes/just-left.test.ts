import assert from 'node:assert/strict';
import { hasArrivedLate, noteLateArrival } from '../../nodes/runtime/keeping/just-left';

describe('A message that comes to a node that is closing', () => {
  it('is known to whoever sent it in the next turn, by node and message, and no longer', async () => {
    const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const look = (node: string, messageId: string): boolean => hasArrivedLate([null, { _msgid: messageId }], [['other'], ['another', node]]);
    noteLateArrival('node', 'message');
    await aTurn();
    assert.deepEqual([look('node', 'message'), look('node', 'other'), look('third', 'message')], [true, false, false]);
    await aTurn();
    assert.equal(look('node', 'message'), false);
  });
});
