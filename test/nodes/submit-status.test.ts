import { BY_GEOMETRY } from '../faults/operations';
import { RunningFlow } from './flow';
import { jobServer } from './job-server';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';

describe('The status of soil-submit', () => {
  it('shows the job of requests that end together', async () => {
    const server = await jobServer();
    const nodes = [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
      { id: 'submit', type: 'soil-submit', service: 'svc', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    const flow = await RunningFlow.start(nodes, { credentials: { svc: { clientId: 'a', clientSecret: 'b' } } });
    try {
      for (let count = 0; count < 2; count++) flow.send('submit', { soil: { query: { geometry: AREA } } });
      await flow.message('out', 1);
      await flow.shows('submit', { fill: 'green', shape: 'dot', text: 'reused 6f1c1c1e' });
    } finally {
      await flow.stop();
      await server.close();
    }
  });

  it('shows a job only when no other request is under way', async () => {
    const server = await jobServer();
    const nodes = [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
      { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    const flow = await RunningFlow.start(nodes, { credentials: { svc: { clientId: 'a', clientSecret: 'b' } } });
    try {
      server.script(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: `${BY_GEOMETRY}/first` } });
      server.script(`POST ${BY_GEOMETRY}`, { waitMs: 700, status: 201, body: { Location: `${BY_GEOMETRY}/second` } });
      for (let count = 0; count < 2; count++) flow.send('submit', { soil: { query: { geometry: AREA } } });
      await flow.message('out');
      await flow.shows('submit', { fill: 'blue', shape: 'dot', text: 'submitting' });
      await flow.message('out', 1);
      await flow.shows('submit', { fill: 'green', shape: 'dot', text: 'job second' });
    } finally {
      await flow.stop();
      await server.close();
    }
  });
});
