import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { messagesAtWork } from '../../nodes/runtime/keeping/messages-at-work';
import { BY_GEOMETRY } from '../faults/operations';
import { writtenZip } from '../records/written-zip';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, runtime, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { rows } from './read-flow';
import { credentials } from './service-stand-in';

interface StepDef extends NodeDef {
  takesMs: number;
}

const SYNC_GEOMETRY = '/v1/soil-data-by-geometry';
const CREATE = `POST ${BY_GEOMETRY}`;
const OTHER = JOB.replace(/1$/, '2');
const started: string[] = [];

/** A node that takes its time, like one that writes into a database. */
function step(RED: NodeAPI): void {
  RED.nodes.registerType('step', function (this: Node, config: StepDef) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      started.push(String(msg._msgid));
      setTimeout(() => {
        send(msg);
        done();
      }, (msg as { takesMs?: number }).takesMs ?? config.takesMs);
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

  it('has the message come again that a hook, such as that of a debugger, held on its way', async () => {
    const server = await jobServer();
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    let held = 0;
    runtime.hooks.add('preRoute.held', ({ source }: { source: { id: string } }, pass: () => void) => {
      if (source.id === 'wait') held += 1;
      else pass();
    });
    let flow = await life(server.origin, 0);
    const { userDirectory } = flow;
    try {
      flow.send('wait', { payload: JOB, topic: 'mine' });
      await until(() => held === 1, 'the message is held');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await flow.stop(true);
      runtime.hooks.remove('*.held');
      flow = await life(server.origin, 0, userDirectory);
      const { topic, soil } = await flow.message('out');
      assert.deepEqual([topic, soil?.job?.redelivered], ['mine', true]);
    } finally {
      runtime.hooks.remove('*.held');
      await flow.stop();
      await server.close();
    }
  });
});

describe('What comes again after a stop', () => {
  async function withFlow(nodes: FlowNode[], work: (flow: RunningFlow, nodes: FlowNode[], again: () => Promise<RunningFlow>, server: ScriptedServer) => Promise<void>, settings: object = {}): Promise<void> {
    const server = await jobServer();
    for (const job of [JOB, OTHER]) server.always(`GET ${job}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    const all = [{ id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 }, ...nodes, { id: 'out', type: 'helper' }];
    let flow = await RunningFlow.start(all, { credentials, settings, modules: [step] });
    const { userDirectory } = flow;
    try {
      await work(flow, all, async () => {
        await flow.stop(true);
        return (flow = await RunningFlow.start(all, { credentials, settings, userDirectory, modules: [step] }));
      }, server);
    } finally {
      await flow.stop();
      await server.close();
    }
  }
  const wait = { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05 };
  const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  beforeEach(() => void started.splice(0));

  it('is not what nodes are at work on during a partial deploy: they go on', () =>
    withFlow([{ ...wait, wires: [['step']] }, { id: 'step', type: 'step', takesMs: 800, wires: [['out']] }], async (flow, nodes) => {
      flow.send('wait', { payload: JOB });
      await until(() => started.length === 1, 'the node is at work');
      await flow.deployModified(nodes.map((node) => (node.id === 'wait' ? { ...node, name: 'changed' } : node)));
      await flow.message('out');
      await pass(2_000);
      assert.deepEqual([flow.messages('out').length, started.length], [1, 1]);
    }));

  it('is what a node was at work on that an earlier partial deploy had left alone', () =>
    withFlow([{ ...wait, wires: [['step']] }, { id: 'step', type: 'step', takesMs: 1_500, wires: [['out']] }, { id: 'beside', type: 'helper' }], async (flow, nodes, again) => {
      flow.send('wait', { payload: JOB });
      await until(() => started.length === 1, 'the node is at work');
      await flow.deployModified(nodes.map((node) => (node.id === 'beside' ? { ...node, name: 'changed' } : node)));
      await pass(300);
      const next = await again();
      const { soil } = await next.message('out');
      assert.equal(soil?.job?.redelivered, true);
    }));

  it('is only what nodes were at work on, even among messages with one _msgid, as a function node sends them', () =>
    withFlow([{ ...wait, wires: [['step']] }, { id: 'step', type: 'step', takesMs: 5, wires: [['out']] }], async (flow, _nodes, again) => {
      for (const [job, takesMs] of [[JOB, 5], [OTHER, 1_500]] as const) flow.send('wait', { _msgid: 'same', payload: job, takesMs });
      await until(() => started.length === 2 && flow.messages('out').length === 1, 'one is done');
      await pass(300);
      const next = await again();
      await next.message('out');
      await pass(500);
      assert.deepEqual(next.messages('out').map(({ soil }) => [soil?.job?.url.endsWith(OTHER), soil?.job?.redelivered]), [[true, true]]);
    }));

  it('is not what has left by one output while a node behind the other is at work on the progress', () =>
    withFlow([{ ...wait, wires: [['out'], ['step']] }, { id: 'step', type: 'step', takesMs: 1_000, wires: [[]] }], async (flow, _nodes, again) => {
      flow.send('wait', { payload: JOB });
      await flow.message('out');
      await until(() => started.length > 0, 'the progress is at work');
      await pass(200);
      const next = await again();
      await pass(1_500);
      assert.deepEqual(next.messages('out'), []);
    }));

  for (const [from, first] of [
    ['soil-read', { id: 'first', type: 'soil-read', wires: [['submit']] }],
    ['soil-wait', { ...wait, id: 'first', wires: [['submit']] }],
  ] as const) {
    it(`is not what came from ${from} to a soil-submit node, as in a loop over fields: that has it in the journal`, () =>
      withFlow([first, { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, wires: [['out']] }], async (flow, _nodes, again, server) => {
        const file = path.join(flow.userDirectory, 'file.zip');
        await writeFile(file, await writtenZip({ 'a.csv': rows(1) }));
        server.always(CREATE, { status: 201, body: { Location: JOB }, waitMs: 700 });
        const created = (): number => server.requests.filter(({ method, path: asked }) => `${method} ${asked}` === CREATE).length;
        flow.send('first', { payload: from === 'soil-read' ? file : JOB, soil: { query: { geometry: 'POINT (5 52)' }, job: { id: 'j1', url: JOB } } });
        await until(() => created() === 1, 'the request is at the service', 10);
        const next = await again();
        await next.message('out');
        await pass(1_500);
        assert.deepEqual([created(), next.messages('out').length], [1, 1]);
      }));
  }

  it('is not in soil-data, too, which removes the job: it came twice after a deploy, once without the mark', () =>
    withFlow([{ id: 'read', type: 'soil-read', wires: [['data']] }, { id: 'data', type: 'soil-data', service: 'svc', wires: [['out']] }], async (flow, nodes, _again, server) => {
      const file = path.join(flow.userDirectory, 'file.zip');
      await writeFile(file, await writtenZip({ 'a.csv': rows(1) }));
      server.always(`POST ${SYNC_GEOMETRY}`, { body: { dataFeedElement: [] }, waitMs: 700 });
      flow.send('read', { payload: file, soil: { query: { geometry: 'POINT (5 52)' }, job: { id: 'j1' } } });
      await asked(server, 'POST', SYNC_GEOMETRY);
      await pass(50);
      await flow.deployAll(nodes);
      await flow.message('out');
      await pass(1_500);
      assert.equal(flow.messages('out').length, 1);
    }));

  for (const [when, settings, stops] of [
    ['', {}, 5],
    [', even if settings.js has messages delivered at once', { runtimeSyncDelivery: true }, 2],
  ] as const) {
    it(`is a file that was read, as often as the flow is stopped over it${when}`, async () => {
      const nodes = [{ id: 'read', type: 'soil-read', wires: [['step']] }, { id: 'step', type: 'step', takesMs: 1_500, wires: [['out']] }];
      const stopOver = async (flow: RunningFlow, _nodes: FlowNode[], again: () => Promise<RunningFlow>): Promise<void> => {
        const file = path.join(flow.userDirectory, 'file.zip');
        await writeFile(file, await writtenZip({ 'a.csv': rows(1) }));
        flow.send('read', { payload: file, soil: { job: { id: 'j1' } } });
        for (let stop = 1; stop <= stops; stop++) {
          await until(() => started.length === stop, 'the node is at work', 10);
          // So that it is not in doubt whether the node has it.
          await pass(50);
          await again();
        }
      };
      await withFlow(nodes, stopOver, settings);
    });
  }
});

describe('What nodes are at work on', () => {
  it('is nothing if a runtime has no hooks', () => {
    const work = messagesAtWork({ events: { on: () => undefined } } as unknown as NodeAPI);
    const unwatch = work.watch('a');
    assert.equal(work.isAtWork('a', '7'), false);
    unwatch();
  });
});
