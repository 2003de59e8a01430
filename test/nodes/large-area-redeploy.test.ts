import assert from 'node:assert/strict';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import type { ScriptedServer } from '../servers/scripted-server';
import { RunningFlow, type FlowNode } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

/** A ring of so many corners, which takes many turns to make comparable. */
function circle(corners: number): string {
  const positions = Array.from({ length: corners }, (_, n) => {
    const angle = (2 * Math.PI * n) / corners;
    return `${(5 + Math.cos(angle) / 10).toFixed(7)} ${(52 + Math.sin(angle) / 10).toFixed(7)}`;
  });
  return `POLYGON ((${[...positions, positions[0]].join(', ')}))`;
}

describe('A stop while soil-submit makes a large area comparable', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
    server.always(TOKEN_ROUTE, goodToken('token'));
    server.always(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: JOB } });
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  for (const turns of [1, 3, 10]) {
    it(`keeps its message, which is submitted once (${turns} turns)`, async () => {
      const nodes: FlowNode[] = [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
        { id: 'node', type: 'soil-submit', service: 'svc', wires: [['out']] },
        { id: 'out', type: 'helper' },
      ];
      flow = await RunningFlow.start(nodes, { credentials });
      const { userDirectory } = flow;
      flow.send('node', { topic: 'mine', soil: { query: { geometry: circle(60_000) } } });
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      const sent = server.requests.length;
      await flow.stop(true);
      const before = flow.messages('out').length;
      flow = await RunningFlow.start(nodes, { credentials, userDirectory });
      assert.equal((await flow.message<{ topic?: string } & object>('out')).topic, 'mine');
      assert.deepEqual([sent, before, server.requests.filter(({ path }) => path === BY_GEOMETRY).length], [0, 0, 1]);
    });
  }
});
