import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { RequestLog } from '../sandbox/request-log';
import { SimulatedClock } from '../time/simulated-clock';
import { until } from '../time/until';
import { AREA, flowOn, linesOf, type Line } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

describe('A restart or a deploy of Node-RED', function () {
  this.timeout(300_000);
  let sandbox: Sandbox;
  let requests: RequestLog;
  let clock: SimulatedClock;
  let nodeRed: NodeRedProcess | undefined;
  let out: string;
  let flow: Record<string, unknown>[];

  const credentials = (): object => ({ clientId: sandbox.clientId, clientSecret: sandbox.clientSecret });

  async function start(userDirectory?: string): Promise<NodeRedProcess> {
    return NodeRedProcess.start({ flow, credentials: { svc: credentials() }, ...(userDirectory && { userDirectory }) });
  }

  beforeEach(async () => {
    clock = new SimulatedClock(Date.now());
    requests = new RequestLog();
    sandbox = await startSandbox({ jobSeconds: 2.5, clock, log: requests.log });
    const userDirectory = await newUserDirectory();
    out = path.join(userDirectory, 'lines.txt');
    flow = flowOn(sandbox, out);
    await appendFile(out, '');
    nodeRed = await start(userDirectory);
  });
  afterEach(async () => {
    await nodeRed?.remove();
    await sandbox.close();
  });

  const running = (): NodeRedProcess => nodeRed as NodeRedProcess;
  const lines = (): Promise<Line[]> => linesOf(out);

  /** The time of the service moves when a test says so: however slow the machine is, a job outlives what happens to Node-RED. */
  const completeJobs = (): void => clock.setWall(clock.now() + 2500);

  /** Posts to the flow. A deploy takes a moment until its routes are there. */
  async function submit(topic: string): Promise<void> {
    const due = Date.now() + 60_000;
    for (;;) {
      const { status, text } = await running().post('/submit', { soil: { query: { geometry: AREA } }, topic });
      if (status === 202) return;
      assert.ok(status === 404 && Date.now() < due, text);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The lines, once all jobs are completed and so many have come. */
  async function settled(count: number): Promise<Line[]> {
    completeJobs();
    await until(async () => (await lines()).length >= count, 'every message has come out');
    // A line too many would come within a poll or two.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return lines();
  }

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`goes on with every accepted job after ${signal}: each message comes out once, and no job is submitted twice`, async () => {
      for (const topic of ['a', 'b', 'c']) await submit(topic);
      await running().signal(signal);
      nodeRed = await start(running().userDirectory);
      const came = await settled(3);
      assert.equal(came.length, 3);
      assert.equal(new Set(came.map(({ job }) => job)).size, 3);
      assert.ok(came.every(({ link }) => link?.startsWith('http')));
      assert.equal(requests.submissions(), 3);
      assert.deepEqual(running().log.filter((line) => /do not have/.test(line)), [], 'its node is there: it is not what waits for other flows');
      const said = running().log.filter((line) => /Going on with what was under way before the start/.test(line));
      assert.deepEqual([said.length, /\[info\] soil-data: .* before the start: (\d (request|job)s?(, |\.$))+/.test(said[0] ?? '')], [1, true], said.join());
    });
  }

  for (const type of ['full', 'nodes'] as const) {
    it(`goes on through a deploy (${type}), even of a changed soil-wait node`, async () => {
      await submit('a');
      await running().deploy(flow.map((node) => (node.id === 'wait' ? { ...node, maxPoll: 0.6 } : node)), type);
      await submit('b');
      const came = await settled(2);
      assert.equal(came.length, 2);
      assert.equal(requests.submissions(), 2);
      assert.deepEqual(running().log.filter((line) => /before the start/.test(line)), [], 'nothing was under way then');
    });
  }

  describe('with soil-wait in a subflow that is in a subflow', () => {
    beforeEach(async () => {
      flow = inSubflows(flow);
      await running().deploy(flow, 'full');
    });

    /** Until the message waits: its job is read. */
    const isRead = (): Promise<void> => until(() => requests.polls() > 0, 'the job is read');

    it('goes on after a restart', async () => {
      await submit('a');
      await isRead();
      await running().signal('SIGTERM');
      nodeRed = await start(running().userDirectory);
      assert.deepEqual((await settled(1)).map(({ topic, error }) => [topic, error]), [['a', undefined]]);
    });

    it('goes on through a deploy of another node', async () => {
      await submit('a');
      await isRead();
      await running().deploy(flow.map((node) => (node.id === 'line' ? { ...node, x: 5 } : node)), 'nodes');
      assert.deepEqual((await settled(1)).map(({ topic, error }) => [topic, error]), [['a', undefined]]);
    });

    it('drops the jobs of a deleted instance, with a line in the log', async () => {
      await submit('a');
      await isRead();
      await running().deploy(flow.filter(({ id }) => id !== 'outer-1'), 'full');
      await until(() => running().log.some((line) => /soil-wait node outer-1-inner-1-wait was deleted/.test(line)), () => running().log.join('\n'));
    });
  });

  it('goes on if other flows ran meanwhile: another flow file or project, or a file that could not be read', async () => {
    await submit('a');
    const own = flow;
    const restartWith = async (nodes: typeof flow): Promise<void> => {
      flow = nodes;
      await running().signal('SIGTERM');
      nodeRed = await start(running().userDirectory);
    };
    await restartWith([{ id: 'elsewhere', type: 'tab', label: 'another project' }]);
    await until(() => running().log.some((line) => /wait for jobs in nodes that these flows do not have: 1 \(wait\)/.test(line)), 'the log says what is paused');
    const ids = { wait: 'other', submit: 'submit-other' };
    const other = JSON.parse(JSON.stringify(own).replace(/"(wait|submit)"/g, (_, id: keyof typeof ids) => `"${ids[id]}"`)) as typeof flow;
    await running().deploy(other.map((node) => (node['id'] === 'svc' ? { ...node, credentials: credentials() } : node)));
    await submit('b');
    assert.deepEqual(running().log.filter((line) => /before the start/.test(line)), [], 'what is paused does not go on');
    // A deploy drops everything at once, some time after its answer: this one deletes a node of its own flows.
    await running().deploy(other.filter(({ id }) => id !== 'other'));
    await until(() => running().log.some((line) => /soil-wait node other was deleted/.test(line)), () => running().log.join('\n'));
    await restartWith(own);
    assert.deepEqual((await settled(1)).map(({ topic, error }) => [topic, error]), [['a', undefined]]);
  });

  it('drops the jobs of a deleted node, with a line in the log', async () => {
    await submit('a');
    await running().deploy(flow.filter(({ id }) => id !== 'wait' && id !== 'submit'), 'full');
    await until(() => running().log.some((line) => /soil-wait node wait was deleted: nobody waits for job/.test(line)), () => running().log.join('\n'));
    await running().deploy(flow, 'full');
    await submit('b');
    assert.deepEqual((await settled(1)).map(({ topic }) => topic), ['b']);
  });
});

/** The same flow with its soil-wait node in a subflow, in an instance of another subflow. */
function inSubflows(flow: Record<string, unknown>[]): Record<string, unknown>[] {
  const place = { x: 1, y: 1 };
  const around = (id: string, inner: string): object => ({
    ...place, id, type: 'subflow', name: id, in: [{ ...place, wires: [{ id: inner }] }], out: [{ ...place, wires: [{ id: inner, port: 0 }] }],
  });
  return [
    ...flow.map((node) => (node.id === 'submit' ? { ...node, wires: [['outer-1', 'accepted']] } : node.id === 'wait' ? { ...node, z: 'inner', wires: [[], []] } : node)),
    { ...around('inner', 'wait') },
    { ...around('outer', 'inner-1') },
    { ...place, id: 'beside', type: 'comment', z: 'inner', wires: [] },
    { ...place, id: 'inner-1', type: 'subflow:inner', z: 'outer', wires: [[]] },
    { ...place, id: 'outer-1', type: 'subflow:outer', z: 'tab', wires: [['line']] },
  ];
}
