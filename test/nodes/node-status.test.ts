import assert from 'node:assert/strict';
import type { Node, NodeAPI } from 'node-red';
import { NodeStatus } from '../../nodes/runtime/node-status';
import { until } from '../time/until';

describe('The status under a node', () => {
  const shown: (string | undefined)[] = [];
  const node = { status: ({ text }: { text?: string }) => shown.push(text) } as unknown as Node;

  it('tells the first of many at once and the last a moment later, and nothing once the node is closed', async () => {
    const status = new NodeStatus({ _: (key: string) => key } as unknown as NodeAPI, node, () => false);
    for (let count = 1; count <= 1000; count++) status.showCount('working', 'asking', count);
    assert.deepEqual(shown, ['asking']);
    await until(() => shown.length > 1, 'the last one');
    assert.deepEqual(shown.splice(0), ['asking', 'asking 1000']);
    // The gap after the last one has passed.
    await new Promise((resolve) => setTimeout(resolve, 150));
    status.showCount('working', 'asking', 1);
    status.showCount('working', 'asking', 2);
    status.close();
    status.showCount('working', 'asking', 3);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(shown.splice(0), ['asking', undefined]);
    const idle = new NodeStatus({ _: (key: string) => key } as unknown as NodeAPI, node, () => false);
    idle.close();
    idle.showCount('working', 'asking', 1);
    assert.deepEqual(shown, [undefined]);
  });
});
