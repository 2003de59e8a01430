import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { writtenZip } from '../records/written-zip';
import { requireOfNodeRed } from '../runtime/node-red-under-test';
import { RunningFlow, type FlowNode } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';

const modules = ['sequence/17-split', 'sequence/18-sort'].map((name) => requireOfNodeRed(`@node-red/nodes/core/${name}.js`) as (RED: NodeAPI) => void);
const JOIN: FlowNode = { id: 'join', type: 'join', mode: 'auto', wires: [['out']] };

describe('The batches of soil-read in the core nodes for sequences', () => {
  let flow: RunningFlow;
  afterEach(() => flow.stop());

  for (const batch of [1, 2, 3]) {
    it(`are one list of records again behind a join node, in batches of ${batch}, and the sequence around them goes on`, async () => {
      flow = await RunningFlow.start([readNode({ batch, wires: [['join']] }), JOIN, out], { modules });
      const parts = { id: 'fields', type: 'array', count: 2, len: 1, index: 0 };
      flow.send('read', { payload: await writtenZip({ 'a.csv': rows(5) }), parts });
      const msg = (await flow.message('out')) as unknown as ReadMessage;
      assert.deepEqual(msg.payload.map(({ value }) => value), [5, 5.1, 5.2, 5.3, 5.4]);
      assert.deepEqual(msg.parts, parts);
    });
  }

  it('go on behind a sort node, which has the first until the last has come', async function () {
    this.timeout(20_000);
    const sort: FlowNode = { id: 'sort', type: 'sort', order: 'descending', as_num: true, targetType: 'seq', seqKey: 'payload[0].value', seqKeyType: 'jsonata', wires: [['out']] };
    flow = await RunningFlow.start([readNode({ batch: 2, wires: [['sort']] }), sort, out], { modules });
    flow.send('read', { payload: await writtenZip({ 'a.csv': rows(6) }) });
    const sent = (await Promise.all([0, 1, 2].map((index) => flow.message('out', index)))) as unknown as ReadMessage[];
    assert.deepEqual(sent.map(({ payload }) => payload[0]!.value), [5.4, 5.2, 5]);
  });
});
