import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { buildZip } from '../archive/zip-builder';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';
import { SlowNode } from './slow-node';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
/** Many times as long as a message takes from one node to the next. */
const A_WHILE_MS = 200;

const zip = buildZip([{ name: 'data.csv', content: Buffer.from('a,b\n') }]);

function flowAt(origin: string, changed: string[] = []): FlowNode[] {
  const nodes: FlowNode[] = [
    { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, timeout: 600, requestsPerSecond: 0 },
    { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['wait']] },
    { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['download'], []] },
    { id: 'download', type: 'soil-download', service: 'svc', to: 'buffer', wires: [['out'], []] },
    { id: 'out', type: 'helper' },
    { id: 'slow', type: 'slow' },
  ];
  return nodes.map((node) => (changed.includes(node.id) ? { ...node, name: 'changed' } : node));
}

describe('A deploy of modified nodes, one of which takes long to close', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;
  let slow: SlowNode;

  beforeEach(async () => {
    slow = new SlowNode();
    server = await jobServer();
    server.always('GET /file.zip', { body: zip });
    flow = await RunningFlow.start(flowAt(server.origin), { credentials, modules: [slow.module] });
  });
  afterEach(async () => {
    slow.hurry();
    await flow.stop();
    await server.close();
  });

  const isCompleted = (): void => server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
  const submit = (): void => flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
  const isSubmitted = (): Promise<void> => {
    const journal = path.join(flow.userDirectory, 'soil-data', 'jobs.journal');
    return until(async () => (await readFile(journal, 'utf8').catch(() => '')).includes(JOB), 'the job is in the journal');
  };

  async function deployAround(changed: string, meanwhile: () => Promise<void>): Promise<void> {
    const deployed = flow.deployModified(flowAt(server.origin, [changed, 'slow']));
    await meanwhile();
    await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
    slow.letClose();
    await deployed;
    const { topic, payload, soil } = await flow.message('out');
    assert.deepEqual([topic, payload, soil?.job?.redelivered], ['mine', zip, undefined]);
  }

  it('loses no message on its way to a soil-wait node', async () => {
    isCompleted();
    await deployAround('wait', async () => {
      submit();
      await isSubmitted();
    });
  });

  it('keeps messages until the flows start, if they cannot because a node type is missing', async () => {
    isCompleted();
    await flow.beginDeploy([...flowAt(server.origin, ['wait']), { id: 'missing', type: 'missing' }]);
    submit();
    await isSubmitted();
    await new Promise((resolve) => setTimeout(resolve, A_WHILE_MS));
    await flow.deployModified(flowAt(server.origin));
    const { topic, soil } = await flow.message<SoilMessage & { topic?: string }>('out');
    assert.deepEqual([topic, soil?.job?.redelivered, flow.messages('out').length], ['mine', undefined, 1]);
  });

  it('loses no message on its way to a soil-download node', async () => {
    submit();
    await asked(server, 'GET', JOB);
    await deployAround('download', async () => {
      isCompleted();
      const { length } = server.requests;
      await until(() => server.requests.length > length, 'the job is read');
    });
  });
});

describe('A soil service that a deploy removed', () => {
  it('is there for its nodes when another deploy of modified nodes brings it back', async () => {
    const server = await jobServer();
    const all = flowAt(server.origin).filter(({ type }) => type !== 'slow');
    const flow = await RunningFlow.start(all.filter(({ type }) => type !== 'soil-service'));
    try {
      flow.send('submit', { soil: { query: { geometry: AREA } } });
      assert.equal((await flow.error()).error.code, 'SOIL_CONFIG');
      await flow.deployModified(all);
      flow.send('submit', { soil: { query: { geometry: AREA } } });
      // Its credentials were not deployed with it.
      assert.match((await flow.error(1)).error.message, /client id/i);
    } finally {
      await flow.stop();
      await server.close();
    }
  });
});
