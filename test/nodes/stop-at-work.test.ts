import assert from 'node:assert/strict';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { messagesAtWork } from '../../nodes/runtime/messages-at-work';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

interface StepDef extends NodeDef {
  takesMs: number;
}

const started: string[] = [];

/** A node that takes its time, as one that writes into a database. */
function step(RED: NodeAPI): void {
  RED.nodes.registerType('step', function (this: Node, config: StepDef) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      started.push(String(msg._msgid));
      setTimeout(() => {
        send(msg);
        done();
      }, config.takesMs);
    });
  });
}

describe('A stop of the flows while a node behind soil-wait is at work', () => {
  beforeEach(() => void started.splice(0));

  async function life(origin: string, takesMs: number, userDirectory?: string): Promise<RunningFlow> {
    const nodes: FlowNode[] = [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, requestsPerSecond: 0 },
      { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['step']] },
      { id: 'step', type: 'step', takesMs, wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    return RunningFlow.start(nodes, { credentials, userDirectory, modules: [step] });
  }

  for (const [what, takesMs, wait, comesAgain] of [
    ['has the message come again, and says so', 600, 0, true],
    ['does so for longer than a tenth of a second', 1_200, 300, true],
    ['does not where it was done', 5, 200, false],
  ] as const) {
    it(what, async () => {
      const server = await jobServer();
      server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
      let flow = await life(server.origin, takesMs);
      const { userDirectory } = flow;
      try {
        flow.send('wait', { payload: JOB, topic: 'mine' });
        await until(() => started.length === 1, 'the node is at work');
        await new Promise((resolve) => setTimeout(resolve, wait));
        await flow.stop(true);
        flow = await life(server.origin, 0, userDirectory);
        if (comesAgain) {
          const { topic, soil } = await flow.message('out');
          assert.deepEqual([topic, soil?.job?.redelivered], ['mine', true]);
        } else {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          assert.deepEqual(flow.messages('out'), []);
        }
      } finally {
        await flow.stop();
        await server.close();
      }
    });
  }
});

describe('What nodes are at work on', () => {
  it('is nothing where a runtime has no hooks', () => {
    const work = messagesAtWork({ events: { on: () => undefined } } as unknown as NodeAPI);
    const unwatch = work.watch('a');
    assert.equal(work.isAtWork('a'), false);
    unwatch();
  });
});
