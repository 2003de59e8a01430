import assert from 'node:assert/strict';
import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { journalOf } from '../../src/jobs/job-store';
import { writtenZip } from '../records/written-zip';
import type { ScriptedServer } from '../servers/scripted-server';
import { RunningFlow } from './flow';
import { JOB, jobServer } from './job-server';
import { out, rows } from './read-flow';
import { credentials } from './service-stand-in';

describe('soil-download, while the journal cannot be used', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
    server.always('GET /file.zip', { body: await writtenZip({ 'soil.csv': rows(3) }) });
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  it('downloads as ever, and says once what a restart would do', async () => {
    const userDirectory = await mkdtemp(path.join(os.tmpdir(), 'soil-flow-'));
    await mkdir(journalOf(path.join(userDirectory, 'soil-data')), { recursive: true });
    const service = { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 };
    const download = { id: 'node', type: 'soil-download', service: 'svc', folder: 'zips', filename: '{{topic}}-{{date}}.zip', wires: [['out']] };
    flow = await RunningFlow.start([service, download, out], { credentials, userDirectory });
    const today = (): string => new Date().toISOString().slice(0, 10);
    const begun = today();
    for (const topic of ['a', 'b']) flow.send('node', { topic, payload: `${server.origin}/file.zip`, soil: { job: { id: path.basename(JOB), url: JOB } } });
    for (const index of [0, 1]) {
      const { topic, payload, soil } = await flow.message<SoilMessage & { topic?: string }>('out', index);
      assert.ok([begun, today()].some((date) => path.basename(String(payload)) === `${topic}-${date}.zip`), String(payload));
      assert.deepEqual([soil?.job?.id, soil?.job?.redelivered], [path.basename(JOB), undefined]);
    }
    assert.equal(server.requests.filter((request) => request.path === JOB).length, 0, 'the link of the message is whole: its job need not be asked for it');
    const warnings = flow.logged().filter((line) => line.startsWith('A download that a restart or a deploy interrupts will not resume by itself: '));
    assert.equal(warnings.length, 1, flow.logged().join('\n'));
    assert.match(warnings[0]!, new RegExp(path.basename(userDirectory)), 'it names the folder');
  });
});
