import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { until } from '../time/until';
import { RunningFlow, runtime, type FlowNode } from './flow';
import { JOB, jobServer } from './job-server';
import { credentials, sendJson, ServiceStandIn } from './service-stand-in';

const FOUND = { itemListElement: [{ identifier: 7, name: 'Clay' }] };
const GEOMETRY = 'POLYGON ((5.6 51.9, 5.7 51.9, 5.7 52, 5.6 51.9))';

describe('A deploy while messages are at nodes that keep nothing on the disk', () => {
  let service: ServiceStandIn;
  let flow: RunningFlow;
  /** Whether the service answers. */
  let answers: boolean;
  /** A request that has no answer yet. */
  let open: ServerResponse | undefined;

  beforeEach(async () => {
    answers = false;
    open = undefined;
    service = await ServiceStandIn.start((_request, response) => {
      if (answers) sendJson(response, 200, FOUND);
      else open = response;
    });
  });
  afterEach(async () => {
    await flow.stop();
    await service.stop();
  });

  const nodes = (settings: object = {}, ...more: FlowNode[]): FlowNode[] => [
    service.configuration({ maxConcurrent: 2 }),
    { id: 'node', type: 'soil-discover', service: 'svc', resource: 'soil-properties', select: 'all', ...settings, wires: [['out']] },
    { id: 'out', type: 'helper' },
    ...more,
  ];
  const asked = (): number => service.requests.filter(({ path }) => path !== '/oauth/token').length;

  async function fiveUnderWay(): Promise<void> {
    flow = await RunningFlow.start(nodes(), { credentials });
    for (let topic = 0; topic < 5; topic++) flow.send('node', { topic, soil: { query: { geometry: GEOMETRY } } });
    await until(() => asked() === 2, 'two are asked for, and three wait');
  }

  for (const [kind, deploy] of [
    ['of all', (all: FlowNode[]) => flow.deployAll(all)],
    ['of the node alone', (all: FlowNode[]) => flow.deployModified(all)],
  ] as const) {
    it(`goes on with each of them: ${kind}`, async () => {
      await fiveUnderWay();
      answers = true;
      await deploy(nodes({ name: 'changed' }));
      await flow.message('out', 4);
      assert.deepEqual(flow.messages('out').map(({ topic }) => topic).sort(), [0, 1, 2, 3, 4]);
      assert.deepEqual([asked(), flow.messages('errors')], [7, []]);
    });
  }

  it('goes on with one that was on its way to the node', async () => {
    const two = [
      { id: 'first', type: 'soil-area', wires: [['second']] },
      { id: 'second', type: 'soil-area', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    flow = await RunningFlow.start(two);
    flow.node('first').send({ payload: GEOMETRY });
    await flow.deployAll(two);
    await flow.message('out');
    assert.equal(flow.messages('out').length, 1);
  });

  for (const [when, before] of [
    ['', []],
    [', also after a deploy of modified nodes that could not start the flows', [{ id: 'area', type: 'soil-area', name: 'changed', area: 'large', wires: [['out']] }, { id: 'odd', type: 'no-such-type' }]],
  ] as const) {
    it(`leaves a message to the journal of soil-wait, which sends it again${when}`, async () => {
      const server = await jobServer();
      server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
      const all = [
        { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0 },
        { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['area', 'came'], []] },
        { id: 'area', type: 'soil-area', area: 'large', wires: [['out']] },
        { id: 'came', type: 'helper' },
        { id: 'out', type: 'helper' },
      ];
      try {
        flow = await RunningFlow.start(all, { credentials });
        flow.send('wait', { large: largeArea(), soil: { job: { id: '1', kind: 'geometry', url: `${server.origin}${JOB}` } } });
        await flow.message('came');
        assert.equal(flow.messages('out').length, 0, 'the area is being read');
        if (before.length > 0) await flow.beginDeploy([...all.filter(({ id }) => id !== 'area'), ...before]);
        await flow.deployAll(all);
        await flow.message('out');
        // What the node went on with would come right behind.
        flow.send('area', { topic: 'next', large: GEOMETRY });
        while (!flow.messages('out').some(({ topic }) => topic === 'next')) await flow.message('out', flow.messages('out').length);
        assert.deepEqual(flow.messages('out').map(({ soil }) => (soil?.job as { redelivered?: true } | undefined)?.redelivered), [true, undefined]);
      } finally {
        await server.close();
      }
    });
  }

  it('goes on after a deploy that cannot start the flows because a node type is missing', async () => {
    const one = [{ id: 'node', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(one);
    await flow.beginDeploy([...one, { id: 'odd', type: 'no-such-type' }]);
    flow.send('node', { payload: GEOMETRY });
    await flow.message('out');
  });

  it('closes without waiting for the areas that soil-area has in line, and then goes on with each', async () => {
    const one = [{ id: 'node', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(one);
    const area = largeArea();
    for (let topic = 0; topic < 40; topic++) flow.send('node', { topic, payload: area });
    await flow.message('out');
    await flow.deployAll(one);
    const read = flow.messages('out').length;
    assert.ok(read < 20, `${read} of 40 were read before it was deployed`);
    while (flow.messages('out').length < 40) await flow.message('out', flow.messages('out').length);
    assert.deepEqual(flow.messages('out').map(({ topic }) => topic), Array.from({ length: 40 }, (_, topic) => topic));
  }).timeout(60_000);

  /** Deploys in the turn in which a node sends: Node-RED delivers in the next one. */
  function deployWhenSent(id: string, deploy: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const node = flow.node(id);
      const send = node.send.bind(node);
      node.send = (message): void => {
        node.send = send;
        send(message);
        resolve(deploy());
      };
    });
  }

  async function arrivesOnceBehind(wires: string[][], settings: object = {}): Promise<void> {
    const all = [...nodes(), { id: 'area', type: 'soil-area', wires }, { id: 'beside', type: 'helper' }];
    flow = await RunningFlow.start(all, { credentials, settings });
    answers = true;
    const deployed = deployWhenSent('area', () => flow.deployAll(all));
    flow.send('area', { topic: 'first', payload: GEOMETRY });
    await deployed;
    await flow.message('out');
    // One after the other: what went out twice would come before the second one.
    flow.send('area', { topic: 'second', payload: GEOMETRY });
    while (!flow.messages('out').some(({ topic }) => topic === 'second')) await flow.message('out', flow.messages('out').length);
    assert.deepEqual([asked(), flow.messages('out').map(({ topic }) => topic)], [2, ['first', 'second']]);
  }

  it('sends what was on its way to the next node again: Node-RED drops what reaches a node that it has closed', async () => {
    const one = [{ id: 'node', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(one);
    const deployed = deployWhenSent('node', () => flow.deployAll(one));
    for (const topic of ['first', 'second']) flow.send('node', { topic, payload: GEOMETRY });
    await deployed;
    await flow.message('out', 1);
    assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['first', 'second']);
    assert.ok(flow.logged().some((line) => line.includes('Closed with 2 messages under way')));
  });

  it('sends it again a second time if another deploy stops the flows in the very turn in which they were started', async () => {
    const one = [{ id: 'node', type: 'soil-area', wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(one);
    const again = new Promise<void>((resolve) => runtime.events.once('flows:started', () => resolve(flow.deployAll(one))));
    const deployed = deployWhenSent('node', () => flow.deployAll(one));
    flow.send('node', { topic: 'first', payload: GEOMETRY });
    await Promise.all([deployed, again]);
    await flow.message('out');
    flow.send('node', { topic: 'second', payload: GEOMETRY });
    while (!flow.messages('out').some(({ topic }) => topic === 'second')) await flow.message('out', flow.messages('out').length);
    assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['first', 'second']);
  });

  it('does not send again what reached a node of this package that was closing', async () => {
    await arrivesOnceBehind([['node']]);
  });

  it('does not do so either if that node is on another wire and gets a copy', async () => {
    await arrivesOnceBehind([['beside', 'node']]);
  });

  it('does not send again what went to a node that a deploy of modified nodes leaves alone', async () => {
    const one = (name: string): FlowNode[] => [{ id: 'node', type: 'soil-area', name, wires: [['out']] }, { id: 'out', type: 'helper' }];
    flow = await RunningFlow.start(one('before'));
    const deployed = deployWhenSent('node', () => flow.deployModified(one('after')));
    flow.send('node', { topic: 'first', payload: GEOMETRY });
    await deployed;
    flow.send('node', { topic: 'second', payload: GEOMETRY });
    await flow.message('out', 1);
    assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['first', 'second']);
  });

  for (const [what, sender] of [['the node behind it', 'before'], ['both nodes', 'after']] as const) {
    it(`sends again what was on its way when a deploy of modified nodes closed ${what}, before what comes behind it`, async () => {
      const two = (name: string, behind: string): FlowNode[] => [{ id: 'node', type: 'soil-area', name, wires: [['out']] }, { id: 'out', type: 'helper', name: behind }];
      flow = await RunningFlow.start(two('before', 'before'));
      const deployed = deployWhenSent('node', () => flow.deployModified(two(sender, 'after')));
      for (const topic of ['first', 'second']) flow.send('node', { topic, payload: GEOMETRY });
      await deployed;
      flow.send('node', { topic: 'third', payload: GEOMETRY });
      while (!flow.messages('out').some(({ topic }) => topic === 'third')) await flow.message('out', flow.messages('out').length);
      assert.deepEqual(flow.messages('out').map(({ topic }) => topic), ['first', 'second', 'third']);
    });
  }

  it('does not send again what the next node has already, if settings.js says that messages are delivered at once', async () => {
    await arrivesOnceBehind([['node']], { runtimeSyncDelivery: true });
  });

  it('says how many were lost if the node was deleted', async () => {
    await fiveUnderWay();
    await flow.deployModified(nodes().filter(({ id }) => id !== 'node'));
    assert.ok(flow.logged().some((line) => line.includes('deleted or disabled with 5 messages under way')));
    await flow.deployModified(nodes());
    assert.deepEqual([asked(), flow.messages('out')], [2, []]);
  });

  it('holds what is ready meanwhile until the nodes behind are there again', async () => {
    const changing = { id: 'changing', type: 'slow-to-close' };
    flow = await RunningFlow.start(nodes({}, changing), { credentials, modules: [slowToClose] });
    flow.send('node', { soil: { query: { geometry: GEOMETRY } } });
    await until(() => open !== undefined, 'it is asked for');
    const deployed = flow.deployModified(nodes({}, { ...changing, name: 'changed' }).map((node) => (node.id === 'out' ? { ...node, name: 'changed' } : node)));
    await until(() => isClosing, 'nodes are being stopped');
    sendJson(open as ServerResponse, 200, FOUND);
    await deployed;
    await flow.message('out');
    assert.deepEqual([asked(), flow.messages('out').length], [1, 1]);
  });
});

/** Takes some time to read. */
function largeArea(): object {
  const corners = Array.from({ length: 40_000 }, (_, corner) => (2 * Math.PI * corner) / 40_000).map((angle) => [5 + 0.3 * Math.cos(angle), 52 + 0.3 * Math.sin(angle)]);
  return { type: 'Polygon', coordinates: [[...corners, corners[0]]] };
}

let isClosing = false;

/** A node that takes its time to close, like one that has connections to end. */
function slowToClose(RED: NodeAPI): void {
  RED.nodes.registerType('slow-to-close', function (this: Node, config: NodeDef) {
    RED.nodes.createNode(this, config);
    this.on('close', (done: () => void) => {
      isClosing = true;
      setTimeout(done, 300);
    });
  });
}
