import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { writtenZip } from '../records/written-zip';
import { requireOfNodeRed } from '../runtime/node-red-under-test';
import { RunningFlow, type FlowNode } from './flow';
import { profileNode } from './profile-flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';

const modules = ['sequence/17-split', 'sequence/18-sort', 'sequence/19-batch', 'function/10-switch'].map((name) => requireOfNodeRed(`@node-red/nodes/core/${name}.js`) as (RED: NodeAPI) => void);
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

  // Both give what they send on a sequence of its own.
  for (const node of [
    { type: 'switch', property: 'payload[0].value', propertyType: 'msg', rules: [{ t: 'gt', v: '5.1', vt: 'num' }], checkall: 'true', repair: true },
    { type: 'batch', mode: 'count', count: 1, overlap: 0 },
  ]) {
    it(`are refused by soil-profile behind a ${node.type} node as well: each would have means of a part of its layers`, async () => {
      flow = await RunningFlow.start([readNode({ batch: 2, wires: [['other']] }), { id: 'other', ...node, wires: [['profile']] }, profileNode(), out], { modules });
      flow.send('read', { payload: await writtenZip({ 'a.csv': rows(4) }) });
      for (let index = 0; index < (node.type === 'switch' ? 1 : 2); index += 1) {
        const { error } = await flow.error(index);
        assert.deepEqual([error.code, /^The records come in batches/.test(error.message)], ['SOIL_CONFIG', true]);
      }
      assert.deepEqual(flow.messages('out'), []);
    });
  }

  it('go into soil-profile behind a join node, even inside a sequence around them', async () => {
    flow = await RunningFlow.start([readNode({ batch: 2, wires: [['join']] }), { ...JOIN, wires: [['profile']] }, profileNode({ slices: '0-30' }), out], { modules });
    flow.send('read', { payload: await writtenZip({ 'a.csv': rows(4) }), parts: { id: 'fields', type: 'array', count: 2, len: 2, index: 0 } });
    assert.equal(((await flow.message('out')).payload as unknown[]).length, 1);
  });
});
