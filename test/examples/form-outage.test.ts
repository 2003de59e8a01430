import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/sandbox';
import { NodeRedProcess } from '../runtime/node-red-process';
import { example } from './example';

describe('The example discovery for a form, when the service is not available', function () {
  this.timeout(120_000);
  let nodeRed: NodeRedProcess;

  before(async () => {
    const flow = await example('discovery for a form');
    const service = flow.find(({ type }) => type === 'soil-service')!;
    const sandbox = await startSandbox();
    await sandbox.close();
    const { baseUrl, authUrl, clientId, clientSecret } = sandbox;
    Object.assign(service, { mode: 'service', baseUrl, authUrl });
    nodeRed = await NodeRedProcess.start({ flow, credentials: { [service.id]: { clientId, clientSecret } } });
  });
  after(() => nodeRed?.remove());

  it('says so while somebody still looks at the form: to try again later, not that the place is wrong', async () => {
    const answer = await fetch(`${nodeRed.address}/soil/choices?lat=51.99&lon=5.67`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) });
    const { error, code } = (await answer.json()) as { error: string; code: string };
    assert.deepEqual([answer.status, code, error.length > 20], [503, 'SOIL_UNAVAILABLE', true], error);
  });
});
