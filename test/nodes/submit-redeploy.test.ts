import assert from 'node:assert/strict';
import type { Job } from '../../src/service/job';
import type { ScriptedServer } from '../servers/scripted-server';
import { RunningFlow, type FlowNode } from './flow';
import { jobServer } from './job-server';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

describe('A deploy just after a message of soil-submit went on', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  function flowWith(...more: FlowNode[]): FlowNode[] {
    return [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
      { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['out']] },
      { id: 'out', type: 'helper' },
      ...more,
    ];
  }

  /** What came out after the deploy: the first message, if it was repeated, and a second one. */
  async function after(nodes: FlowNode[]): Promise<[topic: unknown, redelivered: unknown][]> {
    flow = await RunningFlow.start(nodes, { credentials });
    const { userDirectory } = flow;
    flow.send('submit', { topic: 'first', soil: { query: { geometry: AREA } } });
    await flow.message('out');
    await flow.stop(true);
    flow = await RunningFlow.start(nodes, { credentials, userDirectory });
    flow.send('submit', { topic: 'second', soil: { query: { geometry: AREA } } });
    while (!flow.messages('out').some(({ topic }) => topic === 'second')) await flow.message('out', flow.messages('out').length);
    return flow.messages('out').map(({ topic, payload }) => [topic, (payload as Job).redelivered]);
  }

  it('repeats it if there is a soil-wait that has not got it yet, even if that never had a message', async () => {
    const wait = { id: 'wait', type: 'soil-wait', service: 'svc', wires: [[], []] };
    assert.deepEqual(await after(flowWith(wait)), [['first', true], ['second', undefined]]);
  });

  it('repeats nothing if there is no soil-wait', async () => {
    assert.deepEqual(await after(flowWith()), [['second', undefined]]);
  });
});
