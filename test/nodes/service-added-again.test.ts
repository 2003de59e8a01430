import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

describe('A soil service that is deleted and added again, each by a deploy of modified nodes', () => {
  it('has its jobs waited for again, although nothing else changed', async () => {
    const server = await jobServer();
    const service = { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0, credentials: credentials.svc };
    const others: FlowNode[] = [
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    const flow = await RunningFlow.start([service, ...others], { credentials });
    try {
      flow.send('wait', { payload: JOB });
      await flow.shows('wait', { fill: 'blue', shape: 'dot', text: 'polling 1' });
      await flow.deployModified(others);
      await until(() => flow.statuses('wait').at(-1)?.fill === 'red', 'without its service, it cannot wait');
      server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
      await flow.deployModified([service, ...others]);
      await flow.shows('wait', { fill: 'green', shape: 'dot', text: '1 done' });
    } finally {
      await flow.stop();
      await server.close();
    }
  });
});
