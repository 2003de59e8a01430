import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { NodesInFlows } from '../../nodes/runtime/nodes-in-flows';
import { RunningFlow, type FlowNode } from './flow';

describe('The nodes in the flows', () => {
  let RED: NodeAPI;
  let flow: RunningFlow | undefined;
  afterEach(() => flow?.stop());

  async function start(nodes: FlowNode[]): Promise<void> {
    flow = await RunningFlow.start(nodes, { modules: [(given) => void (RED = given)] });
  }

  const subflow = (id: string): FlowNode => ({ id, type: 'subflow', name: id, in: [], out: [] });

  it('run as themselves, and inside subflows of subflows as what Node-RED calls them in each instance', async () => {
    await start([
      { id: 'plain', type: 'soil-area', wires: [[]] },
      subflow('inner'),
      subflow('outer'),
      { id: 'area', type: 'soil-area', z: 'inner', wires: [[]] },
      { id: 'in-outer', type: 'subflow:inner', z: 'outer' },
      { id: 'a', type: 'subflow:outer' },
      { id: 'b', type: 'subflow:inner' },
    ]);
    const nodes = new NodesInFlows(RED);
    const running = (id: string): string[] => nodes.runsAs(id).filter((name) => RED.nodes.getNode(name)?.type === 'soil-area').sort();
    assert.deepEqual(running('plain'), ['plain']);
    assert.deepEqual(running('area'), ['a-in-outer-area', 'b-area']);
    for (const name of ['plain', 'a-in-outer-area', 'b-area']) assert.ok(nodes.all().has(name), name);
    for (const name of ['a-area', 'a-plain', 'b-in-outer-area']) assert.ok(!nodes.all().has(name), name);
    assert.equal(nodes.definition('area')?.type, 'soil-area');
    assert.equal(nodes.definition('b-area'), undefined);
  });

  it('count if they are disabled', async () => {
    await start([{ id: 'off', type: 'soil-area', d: true, wires: [[]] }]);
    assert.equal(RED.nodes.getNode('off'), null);
    assert.ok(new NodesInFlows(RED).all().has('off'));
  });

  it('are listed in finite time if subflows contain each other, which run nowhere', async () => {
    await start([
      subflow('one'),
      subflow('two'),
      { id: 'itself', type: 'subflow:one', z: 'one' },
      { id: 'other', type: 'subflow:two', z: 'one' },
      { id: 'back', type: 'subflow:one', z: 'two' },
      { id: 'area', type: 'soil-area', z: 'two', wires: [[]] },
    ]);
    const nodes = new NodesInFlows(RED);
    assert.ok(nodes.runsAs('area').includes('other-area'));
    assert.ok(nodes.all().has('area'));
  });
});
