import assert from 'node:assert/strict';
import { writtenZip } from '../records/written-zip';
import { RunningFlow, runtime } from './flow';
import { out, readNode, rows } from './read-flow';

describe('A flow of a test', () => {
  it('leaves nothing to the next one, even if it is stopped in the turn in which a message leaves a node', async () => {
    const [first, second] = await Promise.all([2, 3].map((count) => writtenZip({ 'a.csv': rows(count) })));
    const nodes = [readNode(), out];
    let flow = await RunningFlow.start(nodes);
    const stopped = new Promise<void>((resolve) => {
      runtime.hooks.add('onSend.soil-stop', (() => resolve(flow.stop())) as never);
    });
    flow.send('read', { payload: first });
    await stopped;
    runtime.hooks.remove('*.soil-stop');
    flow = await RunningFlow.start(nodes);
    try {
      flow.send('read', { payload: second });
      assert.equal(((await flow.message('out')).payload as unknown[]).length, 3);
    } finally {
      await flow.stop();
    }
  });
});
