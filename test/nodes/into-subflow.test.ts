import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { buildZip } from '../archive/zip-builder';
import { BY_GEOMETRY } from '../faults/operations';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const FILE = '/file.zip';
const zip = buildZip([{ name: 'data.csv', content: Buffer.from('a,b\n') }]);

describe('Nodes that are put into a subflow while they have a message', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
    server.always(`GET ${FILE}`, { body: zip });
    flow = await RunningFlow.start([...tab(), ...chain('tab')], { credentials });
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  function tab(): FlowNode[] {
    return [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, timeout: 600, requestsPerSecond: 0 },
      { id: 'out', type: 'helper' },
    ];
  }

  function chain(z: string): FlowNode[] {
    return [
      { id: 'submit', type: 'soil-submit', z, service: 'svc', reuse: false, wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', z, service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['download'], []] },
      { id: 'download', type: 'soil-download', z, service: 'svc', to: 'buffer', wires: [z === 'tab' ? ['out'] : [], []] },
    ];
  }

  /** What "Selection to subflow" makes of it. */
  function inSubflow(): FlowNode[] {
    const subflow = { id: 'sub', type: 'subflow', name: 'chain', in: [{ x: 1, y: 1, wires: [{ id: 'submit' }] }], out: [{ x: 1, y: 1, wires: [{ id: 'download', port: 0 }] }] };
    return [...tab(), subflow, ...chain('sub'), { id: 'instance', type: 'subflow:sub', wires: [['out']] }];
  }

  async function putIntoSubflow(): Promise<void> {
    const { userDirectory } = flow;
    await flow.stop(true);
    flow = await RunningFlow.start(inSubflow(), { credentials, userDirectory });
  }

  const isCompleted = (): void => server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: server.origin + FILE } } });

  async function comesOut(): Promise<void> {
    const { topic, soil } = await flow.message<SoilMessage & { topic?: string }>('out');
    assert.equal(topic, 'mine');
    assert.ok(soil?.file);
    assert.equal(server.requests.filter(({ method, path }) => method === 'POST' && path === BY_GEOMETRY).length, 1);
  }

  it('go on with it: soil-wait', async () => {
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'GET', JOB);
    await putIntoSubflow();
    isCompleted();
    await comesOut();
  });

  it('go on with it: soil-download', async () => {
    server.script(`GET ${FILE}`, { silent: true });
    isCompleted();
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'GET', FILE);
    await putIntoSubflow();
    await comesOut();
  });

  it('go on with it: soil-submit', async () => {
    isCompleted();
    const closing = new Promise<void>((resolve) => flow.node('submit').on('close', () => resolve()));
    server.script(`POST ${BY_GEOMETRY}`, { before: () => closing, status: 201, body: { Location: JOB } });
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'POST', BY_GEOMETRY);
    await putIntoSubflow();
    await comesOut();
  });

  for (const [what, path] of [['soil-wait', JOB], ['soil-download', FILE]] as const) {
    it(`go on with it in another instance if a deploy removes the one that had it: ${what}`, async () => {
      if (what === 'soil-download') {
        server.script(`GET ${FILE}`, { silent: true }, { silent: true });
        isCompleted();
      }
      flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
      await asked(server, 'GET', path);
      await flow.stop(true);
      const instances = (ids: string[]): FlowNode[] => [...inSubflow(), ...ids.map((id) => ({ id, type: 'subflow:sub', wires: [['out']] }))];
      const { length } = server.requests;
      flow = await RunningFlow.start(instances(['first', 'other', 'last']), { credentials, userDirectory: flow.userDirectory });
      await until(() => server.requests.slice(length).some((request) => request.path === path), 'an instance has it');
      await flow.deployModified(instances(['other']).filter(({ id }) => id !== 'instance'));
      isCompleted();
      await comesOut();
    });
  }

  it('go on with it where they had it when another instance is added', async () => {
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'GET', JOB);
    await putIntoSubflow();
    const { length } = server.requests;
    await until(() => server.requests.slice(length).some((request) => request.path === JOB), 'the instance has it');
    await flow.deployModified([...inSubflow(), { id: 'added', type: 'subflow:sub', wires: [[]] }]);
    isCompleted();
    await comesOut();
  });

  it('stop waiting for it if a message says so', async () => {
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'GET', JOB);
    await putIntoSubflow();
    flow.send('instance-wait', { soilAction: 'cancel' });
    assert.equal((await flow.error()).error.code, 'SOIL_CANCELLED');
  });
});
