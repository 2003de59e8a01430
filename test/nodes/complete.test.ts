import assert from 'node:assert/strict';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { BY_GEOMETRY } from '../faults/operations';
import type { Instruction, ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type CaughtMessage, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const CREATE = `POST ${BY_GEOMETRY}`;
const READ = `GET ${JOB}`;

type CompleteMessage = SoilMessage & { topic?: string; complete: { source: { type: string } } };

function flowAt(origin: string): FlowNode[] {
  return [
    { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, timeout: 600, requestsPerSecond: 0 },
    { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['wait']] },
    { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['out'], []] },
    { id: 'out', type: 'helper' },
    { id: 'complete', type: 'complete', scope: ['submit', 'wait'], wires: [['completed']] },
    { id: 'completed', type: 'helper' },
  ];
}

describe('A Complete node', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;
  /** Lets a request for a job be answered that is {@link held}. */
  let answer: () => void;
  let held: Instruction;

  beforeEach(async () => {
    server = await jobServer();
    const answered = new Promise<void>((resolve) => (answer = resolve));
    held = { status: 201, body: { Location: JOB }, before: () => answered };
    flow = await RunningFlow.start(flowAt(server.origin), { credentials });
  });
  afterEach(async () => {
    answer();
    await flow.stop();
    await server.close();
  });

  const isRead = (): Promise<void> => asked(server, 'GET', JOB);
  const isAskedFor = (): Promise<void> => asked(server, 'POST', BY_GEOMETRY);
  const heard = (): string[] => flow.messages('completed').map((msg) => (msg as CompleteMessage).complete.source.type);

  async function redeploy(): Promise<void> {
    const { userDirectory } = flow;
    await flow.stop(true);
    flow = await RunningFlow.start(flowAt(server.origin), { credentials, userDirectory });
  }

  it('hears of a message that waits when its job is completed, even after a redeploy, and only once', async () => {
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await isRead();
    await redeploy();
    server.always(READ, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    const { topic, soil } = await flow.message<CompleteMessage>('completed');
    assert.deepEqual([topic, soil?.job?.status, heard(), flow.messages('out').length], ['mine', 'Completed', ['soil-wait'], 1]);
  });

  it('hears nothing of a message whose job failed after a redeploy: a Catch node does, with the error', async () => {
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await isRead();
    await redeploy();
    server.always(READ, { body: { actionStatus: 'FailedActionStatus' } });
    const { error, topic } = (await flow.error()) as CaughtMessage & { topic?: string };
    assert.deepEqual([error.code, error.source.id, topic, heard(), flow.messages('out').length], ['SOIL_JOB_FAILED', 'wait', 'mine', [], 0]);
    await until(() => flow.statuses('wait').at(-1)?.fill === 'red', 'a red ring');
  });

  const closed: [id: string, meanwhile: string, until: () => Promise<void>][] = [
    ['submit', 'the service creates its job', isAskedFor],
    ['wait', 'its job runs', isRead],
  ];
  for (const [id, meanwhile, reached] of closed) {
    it(`hears nothing of a message while soil-${id} alone is deployed anew and ${meanwhile}`, async () => {
      if (id === 'submit') server.script(CREATE, held);
      flow.send('submit', { soil: { query: { geometry: AREA } } });
      await reached();
      const before = heard();
      await flow.node(id).close(false);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(heard(), before);
    });
  }

  it('hears of a message whose job was created while its node was deployed anew', async () => {
    server.script(CREATE, held);
    server.always(READ, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    flow.send('submit', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await isAskedFor();
    flow.node('submit').on('close', () => answer());
    await redeploy();
    await flow.message('completed', 1);
    assert.deepEqual(heard(), ['soil-submit', 'soil-wait']);
  });
});
