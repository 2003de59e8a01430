import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { writtenZip } from '../records/written-zip';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';
import { SlowNode } from './slow-node';

const BATCHES = 20;
const BATCH = 1_000;
/** Many times as long as a batch takes from one node to the next. */
const A_WHILE_MS = 200;

/** Sends messages on, and has none while it closes. */
function pass(RED: NodeAPI): void {
  RED.nodes.registerType('pass', function (this: Node, config: NodeDef) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      send(msg);
      done();
    });
  });
}

function flowWith(change: object = {}): FlowNode[] {
  return [readNode({ batch: BATCH, wires: [['pass']] }), { id: 'pass', type: 'pass', wires: [['out']], ...change }, out, { id: 'slow', type: 'slow', ...change }];
}

describe('A deploy of the node after soil-read, while that reads in batches', () => {
  let folder: string;
  let file: string;
  let flow: RunningFlow;
  let slow: SlowNode;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-zips-'));
    file = path.join(folder, 'soil.zip');
    await writeFile(file, await writtenZip({ 'a.csv': rows(BATCHES * BATCH) }));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    slow = new SlowNode();
    flow = await RunningFlow.start(flowWith(), { modules: [slow.module, pass] });
  });
  afterEach(async () => {
    slow.hurry();
    await flow.stop();
  });

  for (const [of, soil] of [
    ['a job', { job: { id: 'j1', url: 'https://api.example/j1' } }],
    ['no job', {}],
  ] as const) {
    it(`loses no batch of a file of ${of}`, async () => {
      flow.send('read', { payload: file, soil });
      await flow.message('out', 2);
      const deployed = flow.deployModified(flowWith({ name: 'changed' }));
      await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
      slow.letClose();
      await deployed;
      const batches = () => flow.messages('out') as Partial<ReadMessage>[];
      await until(() => batches().some(({ parts }) => parts?.count === BATCHES), 'the last batch');
      assert.deepEqual(batches().map(({ parts }) => parts?.index), Array.from({ length: BATCHES }, (_, index) => index));
    });
  }

  it('that cannot start the flows because a node type is missing holds up no reading that is in memory alone', async () => {
    await flow.beginDeploy([...flowWith(), { id: 'odd', type: 'no-such-type' }]);
    flow.send('read', { payload: file });
    await until(() => flow.messages('out').length === BATCHES, 'all batches');
  });
});
