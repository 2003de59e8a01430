import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/sandbox';
import { writtenZip } from '../records/written-zip';
import { OPEN_SEA, SandboxClient } from '../sandbox/sandbox-client';
import { RunningFlow } from './flow';
import { readNode } from './read-flow';

/** Without data, there is no name of a dataset that says that it comes from the sandbox. */
describe('A sandbox without data', () => {
  let flow: RunningFlow | undefined;
  afterEach(() => flow?.stop());

  it('is recognised by its file alone, in soil-read and in soil-profile behind it', async () => {
    const client = await SandboxClient.start({ jobSeconds: 0 });
    const zip = await client.export({ geometry: OPEN_SEA });
    await client.close();
    for (const output of ['records', 'rasters']) {
      flow = await RunningFlow.start([
        readNode({ output, wires: [['profile', 'out']] }),
        { id: 'profile', type: 'soil-profile', slices: 'globalsoilmap', wires: [[]] },
        { id: 'out', type: 'helper' },
      ]);
      flow.send('read', { payload: zip });
      assert.equal((await flow.message('out')).soil?.source?.synthetic, true, output);
      await flow.shows('read', { fill: 'yellow', shape: 'ring', text: output === 'records' ? 'sandbox · no data' : 'sandbox · no grids' });
      await flow.shows('profile', { fill: 'yellow', shape: 'ring', text: 'sandbox · no data' });
      await flow.stop();
    }
    flow = await RunningFlow.start([readNode(), { id: 'out', type: 'helper' }]);
    flow.send('read', { payload: await writtenZip({ 'README.txt': 'Soil data', 'a.csv': 'property,value\n' }) });
    assert.equal((await flow.message('out')).soil?.source?.synthetic, false);
  });

  it('that runs on its own is recognised by its answer in soil-data', async () => {
    const sandbox = await startSandbox();
    const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
    try {
      flow = await RunningFlow.start(
        [
          { id: 'svc', type: 'soil-service', mode: 'service', baseUrl, authUrl },
          { id: 'data', type: 'soil-data', service: 'svc', wires: [['out']] },
          { id: 'out', type: 'helper' },
        ],
        { credentials: { svc: { clientId, clientSecret } } },
      );
      flow.send('data', { soil: { query: { geometry: OPEN_SEA } } });
      const { payload, soil } = await flow.message('out');
      assert.deepEqual([payload, soil?.source?.synthetic], [[], true]);
      await flow.shows('data', { fill: 'yellow', shape: 'ring', text: 'sandbox · no data · 40.0N 30.0W' });
    } finally {
      await flow?.stop();
      flow = undefined;
      await sandbox.close();
    }
  });
});
