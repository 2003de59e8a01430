import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildZip } from '../archive/zip-builder';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const ID = '6f1c1c1e-0000-4000-8000-000000000001';
const JOB = `${BY_GEOMETRY}/${ID}`;
const zip = buildZip([{ name: 'data.csv', content: Buffer.from('a,b\n') }]);

describe('A message that is on its way when Node-RED stops', () => {
  let server: ScriptedServer;
  let flow: RunningFlow | undefined;

  beforeEach(async () => {
    server = await startScriptedServer();
    server.always(TOKEN_ROUTE, goodToken('token'));
    server.always(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: JOB } });
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    server.always('GET /file.zip', { body: zip });
  });
  afterEach(async () => {
    await flow?.stop();
    await server.close();
  });

  /** The last node to close takes longer, since it closes the journal: here, that is another one. */
  function flowTo(node: string): FlowNode[] {
    const settings = { service: 'svc', reuse: false, firstPoll: 0.02, maxPoll: 0.05, to: 'buffer', wires: [['out'], []] };
    return [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, timeout: 600, requestsPerSecond: 0 },
      { id: 'before', type: 'helper', wires: [['node']] },
      { id: 'node', type: `soil-${node}`, ...settings },
      { id: 'out', type: 'helper' },
      { id: 'last', type: 'soil-download', ...settings },
    ];
  }

  for (const node of ['submit', 'wait', 'download', 'read']) {
    it(`to a soil-${node} node comes out after the start`, async () => {
      const { userDirectory } = (flow = await RunningFlow.start(flowTo(node), { credentials }));
      const job = { id: ID, url: server.origin + JOB, kind: 'geometry' };
      await until(() => existsSync(path.join(userDirectory, 'soil-data', 'jobs.journal')), 'the journal');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const payload = node === 'read' ? path.join(userDirectory, 'file.zip') : undefined;
      if (payload) await writeFile(payload, zip);
      flow.node('before').send({ topic: 'mine', payload, soil: { query: { geometry: AREA }, ...(node !== 'submit' && { job }) } });
      await flow.stop(true);
      assert.equal(flow.messages('out').length, 0);
      flow = await RunningFlow.start(flowTo(node), { credentials, userDirectory });
      assert.equal((await flow.message<{ topic?: string }>('out')).topic, 'mine');
    });
  }

  it('to a soil-submit node does not come out once its flow was told that its request is wrong', async () => {
    const [wrong, right] = [flowTo('submit'), flowTo('submit')];
    Object.assign(wrong[2] as FlowNode, { endYear: 1990 });
    const { userDirectory } = (flow = await RunningFlow.start(right, { credentials }));
    await until(() => existsSync(path.join(userDirectory, 'soil-data', 'jobs.journal')), 'the journal');
    flow.node('before').send({ topic: 'mine', soil: { query: { geometry: AREA, startYear: 2000 } } });
    await flow.stop(true);
    flow = await RunningFlow.start(wrong, { credentials, userDirectory });
    assert.equal((await flow.error()).error.code, 'SOIL_CONFIG');
    await flow.stop(true);
    flow = await RunningFlow.start(right, { credentials, userDirectory });
    // What the node gets back comes behind the first of them, and in front of the second.
    for (const [index, topic] of ['first', 'second'].entries()) {
      flow.send('node', { topic, soil: { query: { geometry: AREA } } });
      assert.equal((await flow.message<{ topic?: string }>('out', index)).topic, topic);
    }
  });
});
