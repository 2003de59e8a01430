import assert from 'node:assert/strict';
import { BY_GEOMETRY } from '../faults/operations';
import { RunningFlow, type FlowNode } from './flow';
import { jobServer } from './job-server';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

describe('A request that is at the service when the flows are stopped', () => {
  const chain: FlowNode[] = [
    { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['wait', 'out']] },
    { id: 'wait', type: 'soil-wait', service: 'svc', wires: [['download'], []] },
    { id: 'download', type: 'soil-download', service: 'svc', wires: [['read'], []] },
    { id: 'read', type: 'soil-read', wires: [['out']] },
    { id: 'out', type: 'helper' },
  ];
  const credentials = { svc: { clientId: 'a', clientSecret: 'b' } };
  const ways: [how: string, again: (flow: RunningFlow, nodes: (name?: string) => FlowNode[]) => Promise<RunningFlow>][] = [
    ['by a deploy of the changed service', (flow, nodes) => flow.deployModified(nodes('changed')).then(() => flow)],
    [
      'altogether',
      async (flow, nodes) => {
        const { userDirectory } = flow;
        await flow.stop(true);
        return RunningFlow.start(nodes(), { credentials, userDirectory });
      },
    ],
  ];

  for (const [how, again] of ways) {
    it(`${how} has some seconds to come back, and its job goes on`, async function () {
      this.timeout(20_000);
      const server = await jobServer();
      const nodes = (name?: string): FlowNode[] => [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0, ...(name && { name }) },
        ...chain,
      ];
      let flow = await RunningFlow.start(nodes(), { credentials });
      try {
        // As on any machine, the journal is there: soil-read, too, holds it from the start.
        flow.send('submit', { soil: { query: { geometry: AREA } } });
        await flow.message('out');
        flow = await ways[1]![1](flow, nodes);
        const created = (): number => server.requests.filter(({ method, path }) => method === 'POST' && path === BY_GEOMETRY).length;
        const before = created();
        server.script(`POST ${BY_GEOMETRY}`, { waitMs: 1000, status: 201, body: { Location: `${BY_GEOMETRY}/late` } });
        flow.send('submit', { topic: 'late', soil: { query: { geometry: AREA } } });
        while (created() === before) await new Promise((resolve) => setTimeout(resolve, 5));
        flow = await again(flow, nodes);
        const message = await flow.message('out', flow.messages('out').filter(({ topic }) => topic !== 'late').length);
        assert.equal((message['soil'] as { job: { id: string } }).job.id, 'late');
        assert.deepEqual(flow.messages('errors'), []);
        assert.equal(created(), before + 1);
      } finally {
        await flow.stop(true);
        await server.close();
      }
    });
  }
});
