import assert from 'node:assert/strict';
import { RunningFlow, type FlowNode } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

describe('An output that is wired by a deploy of modified nodes, which does not restart its node', () => {
  it('sends what soil-wait tells of its polls', async () => {
    const server = await jobServer();
    const nodes = (...progress: string[]): FlowNode[] => [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['out'], progress] },
      { id: 'out', type: 'helper' },
      ...progress.map((id) => ({ id, type: 'helper' })),
    ];
    const flow = await RunningFlow.start(nodes(), { credentials });
    try {
      flow.send('wait', { payload: JOB });
      await flow.shows('wait', { fill: 'blue', shape: 'dot', text: 'polling 1' });
      const node = flow.node('wait');
      await flow.deployModified(nodes('progress'));
      assert.equal(flow.node('wait'), node);
      assert.equal(typeof (await flow.message<{ payload: { polls: number } }>('progress')).payload.polls, 'number');
    } finally {
      await flow.stop();
      await server.close();
    }
  });
});
