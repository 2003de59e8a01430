import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { buildZip } from '../archive/zip-builder';
import type { ScriptedServer } from '../servers/scripted-server';
import { RunningFlow, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const zip = buildZip([{ name: 'data.csv', content: Buffer.from('a,b\n') }]);

describe('What is sent in the very turn in which the flows are stopped', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
    server.always('GET /file.zip', { body: zip });
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  function flowAt(origin: string, behindWait: string): FlowNode[] {
    return [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, timeout: 600, requestsPerSecond: 0 },
      { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [[behindWait], []] },
      { id: 'download', type: 'soil-download', service: 'svc', to: 'buffer', wires: [['out'], []] },
      { id: 'out', type: 'helper' },
    ];
  }

  for (const [sender, behindWait, again] of [['wait', 'out', true], ['download', 'download', true], ['wait', 'download', undefined]] as const) {
    it(`from soil-${sender} to ${sender === 'wait' ? behindWait : 'out'} comes out after the start`, async () => {
      const nodes = flowAt(server.origin, behindWait);
      flow = await RunningFlow.start(nodes, { credentials });
      const { userDirectory } = flow;
      flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
      await asked(server, 'GET', JOB);
      const stopped = new Promise<void>((resolve, reject) => {
        const node = flow.node(sender);
        const send = node.send.bind(node);
        node.send = (message) => {
          send(message);
          Promise.resolve().then(() => flow.stop(true)).then(resolve, reject);
        };
      });
      server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
      await stopped;
      assert.equal(flow.messages('out').length, 0);
      flow = await RunningFlow.start(nodes, { credentials, userDirectory });
      const { topic, soil } = await flow.message<SoilMessage & { topic?: string }>('out');
      assert.deepEqual([topic, soil?.job?.redelivered, flow.messages('out').length], ['mine', again, 1]);
    });
  }
});
