import assert from 'node:assert/strict';
import type { Node, NodeAPI } from 'node-red';
import { NodeStatus } from '../../nodes/runtime/status/node-status';
import { until } from '../time/until';

const RED = { _: (key: string) => key } as unknown as NodeAPI;

describe('The status under a node', () => {
  const shown: (string | undefined)[] = [];
  const node = { status: ({ text }: { text?: string }) => shown.push(text) } as unknown as Node;
  beforeEach(() => shown.splice(0));

  it('shows the first few of many at once and the last a moment later, and nothing once the node is closed', async () => {
    const status = new NodeStatus(RED, node, () => false);
    for (let count = 1; count <= 1000; count++) status.showCount('working', 'asking', count);
    assert.deepEqual(shown, ['asking', 'asking 2', 'asking 3']);
    await until(() => shown.length > 3, 'the last one');
    assert.deepEqual(shown.splice(0), ['asking', 'asking 2', 'asking 3', 'asking 1,000']);
    for (let count = 1; count <= 4; count++) status.showCount('working', 'asking', count);
    shown.splice(0);
    status.close();
    status.showCount('working', 'asking', 5);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(shown.splice(0), [undefined]);
    const idle = new NodeStatus(RED, node, () => false);
    idle.close();
    idle.showCount('working', 'asking', 1);
    assert.deepEqual(shown, [undefined]);
  });

  it('formats a figure in the language of its words, and only if it is shown', async () => {
    const status = new NodeStatus(RED, node, () => false);
    let written = 0;
    const bytes = (language: string): string => `${(written += 1)} in ${language}`;
    for (let count = 1; count <= 1000; count++) status.show('done', 'downloaded', { bytes });
    await until(() => shown.length > 3, 'the last one');
    assert.equal(written, shown.length);
    assert.equal(shown[0], '1 in en-US');
    status.close();
  });

  it('has the end of one message when that goes on, however soon after its beginning', () => {
    const status = new NodeStatus(RED, node, () => false);
    status.showCount('working', 'asking', 1);
    status.show('done', 'submitted', { id: '1' });
    assert.deepEqual(shown, ['asking', 'job 1']);
  });

  it('is shown no more than ten times a second in the long run', async () => {
    const status = new NodeStatus(RED, node, () => false);
    const began = performance.now();
    while (performance.now() - began < 700) {
      status.showCount('working', 'asking', shown.length + 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(shown.length <= 3 + Math.ceil((performance.now() - began) / 100), `${shown.length} times`);
    status.close();
  });
});
