import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RunningFlow } from './flow';
import { out, readNode, rows, type ReadMessage } from './read-flow';

describe('A relative path in soil-read', () => {
  let folder: string;
  let flow: RunningFlow;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-node-'));
    await writeFile(path.join(folder, 'a.csv'), rows(2));
  });
  afterEach(async () => {
    await flow.stop();
    await rm(folder, { recursive: true });
  });

  const hasBoth = async (): Promise<void> => assert.equal(((await flow.message('out')) as unknown as ReadMessage).payload.length, 2);

  it('starts from the same folder as those of the file nodes of Node-RED', async () => {
    flow = await RunningFlow.start([readNode(), out], { settings: { fileWorkingDirectory: folder } });
    flow.send('read', { payload: 'a.csv' });
    await hasBoth();
  });

  it('does so in its dialog, too, even in quotation marks, as Windows copies a path', async () => {
    flow = await RunningFlow.start([readNode({ from: '"./a.csv"', fromType: 'str' }), out], { settings: { fileWorkingDirectory: folder } });
    flow.send('read', {});
    await hasBoth();
  });

  it('starts from the folder in which Node-RED was started if its settings name none', async () => {
    flow = await RunningFlow.start([readNode(), out], { settings: { fileWorkingDirectory: '' } });
    flow.send('read', { payload: path.relative(process.cwd(), path.join(folder, 'a.csv')) });
    await hasBoth();
  });
});
