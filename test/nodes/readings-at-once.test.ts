import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { writtenTiff } from '../records/written-tiff';
import { writtenZip } from '../records/written-zip';
import { RunningFlow } from './flow';
import { out, readNode, rows } from './read-flow';

const MANY = 30;
const AT_A_TIME = 4;

describe('soil-read, when many messages come in at once', () => {
  it('reads few of them at a time, and all of them', async function () {
    // Where the system has another variable for that, as Windows has.
    if (process.platform === 'win32') this.skip();
    const before = process.env['TMPDIR'];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-readings-'));
    const flow = await RunningFlow.start([readNode({ output: 'rasters' }), out]);
    process.env['TMPDIR'] = folder;
    // While a grid of a zip is read, it lies in a folder of its own there.
    let most = 0;
    const looking = setInterval(() => void readdir(folder).then((entries) => (most = Math.max(most, entries.length))), 1);
    try {
      const tiff = writtenTiff({ width: 300, height: 300, bands: [Array.from({ length: 90_000 }, (_, cell) => cell % 251)], origin: [10, 52] });
      const zip = await writtenZip({ 'clay_0-5cm.tif': tiff });
      for (let index = 0; index < MANY; index += 1) flow.send('read', { payload: zip, topic: index });
      await flow.message('out', MANY - 1);
      const topics = flow.messages('out').map(({ topic }) => Number(topic));
      assert.deepEqual(topics.sort((a, b) => a - b), Array.from({ length: MANY }, (_, index) => index));
      assert.ok(most > 0 && most <= AT_A_TIME, `${most} at a time`);
    } finally {
      clearInterval(looking);
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      await flow.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('begins all that go on in batches: one that waits for the flow may wait for another', async () => {
    const nodes = [readNode({ batch: 1, wires: [['stuck', 'out']] }), { id: 'stuck', type: 'soil-stuck', wires: [] }, out];
    const stuck = (RED: NodeAPI): void =>
      RED.nodes.registerType('soil-stuck', function (this: Node, config: NodeDef) {
        RED.nodes.createNode(this, config);
        this.on('input', ((_msg: object, _send: unknown, _done: unknown) => undefined) as never);
      });
    const flow = await RunningFlow.start(nodes, { modules: [stuck] });
    try {
      const zip = await writtenZip({ 'a.csv': rows(3) });
      for (let index = 0; index < 2 * AT_A_TIME; index += 1) flow.send('read', { payload: zip, topic: index });
      await flow.message('out', 2 * AT_A_TIME - 1);
    } finally {
      // Deleted: stopped alone, it would go on in the next flow of this process.
      await flow.deployModified([out]);
      await flow.stop();
    }
  });
});
