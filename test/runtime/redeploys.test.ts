import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { JobKeeper } from '../../src/jobs/job-keeper';
import { zipOf } from '../download/download-scenario';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { RunningFlow, runtime, type FlowNode } from '../nodes/flow';
import { credentials } from '../nodes/service-stand-in';
import { openFiles } from '../processes/open-files';
import { startScriptedServer, type Instruction, type ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';

const REDEPLOYS = Number(process.env.SOIL_REDEPLOYS ?? 15);
const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const JOB = `${BY_GEOMETRY}/6f1c1c1e-0000-4000-8000-000000000001`;
const CREATE = `POST ${BY_GEOMETRY}`;
const READ = `GET ${JOB}`;
const FILE = 'GET /file.zip';
const DATASETS = 'GET /v1/datasets';
const SOIL_DATA = 'POST /v1/soil-data-by-geometry';

const catalogue = { type: 'DataCatalog', DataSet: [] };
const zip = zipOf(20_000);

/** The main line, from a request to its file, and two nodes that ask at once. Its time limit is longer than any test: what waits for it never ends. */
function flowAt(origin: string): FlowNode[] {
  return [
    { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, timeout: 600, requestsPerSecond: 0 },
    { id: 'submit', type: 'soil-submit', service: 'svc', reuse: false, soilProperties: [3], wires: [['wait']] },
    { id: 'wait', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['download'], []] },
    { id: 'download', type: 'soil-download', service: 'svc', wires: [['out'], []] },
    { id: 'discover', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [['out']] },
    { id: 'data', type: 'soil-data', service: 'svc', wires: [['out']] },
    { id: 'out', type: 'helper' },
  ];
}

const message = { soil: { query: { geometry: AREA } }, topic: 'mine' };

describe('A redeploy', function () {
  this.timeout(120_000 + REDEPLOYS * 2000);
  let server: ScriptedServer;
  let flow: RunningFlow | undefined;

  beforeEach(async () => {
    server = await startScriptedServer();
    server.always(TOKEN_ROUTE, goodToken('token'));
    server.always(CREATE, { status: 201, body: { Location: JOB } });
    server.always(READ, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip?signature=x` } } });
    server.always(FILE, { body: zip });
    server.always(DATASETS, { body: catalogue });
    server.always(SOIL_DATA, { body: { dataFeedElement: [] } });
  });
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
    await server.close();
  });

  const running: Instruction = { body: { actionStatus: 'ActiveActionStatus' } };
  const seen = (route: string, times = 1): Promise<void> =>
    until(() => server.requests.filter((request) => `${request.method} ${request.path}` === route).length >= times, `a request ${route}`);

  /** Until the nodes are being closed. */
  let closing: Promise<void>;
  const whileClosing = { before: () => closing };

  /** Phases of a job: what the server does in it, and which request shows that it has been reached. The message comes out all the same. */
  const phases: [phase: string, operation: string, instructions: Instruction[], reached: [route: string, times: number]][] = [
    ['while the token is asked for', TOKEN_ROUTE, [{ ...goodToken('late'), ...whileClosing }], [TOKEN_ROUTE, 1]],
    ['while the job is asked for', CREATE, [{ status: 201, body: { Location: JOB }, ...whileClosing }], [CREATE, 1]],
    ['while the service says "later" to the job', CREATE, [{ status: 429, headers: { 'retry-after': '0.3' } }], [CREATE, 1]],
    ['between two polls', READ, [running, running], [READ, 2]],
    ['while the status is read', READ, [{ ...running, ...whileClosing }], [READ, 1]],
    ['while the service cannot give the status', READ, [{ status: 503 }], [READ, 1]],
  ];
  for (const [phase, operation, instructions, reached] of phases) {
    it(`${phase} loses nothing and repeats nothing`, async () => {
      server.script(operation, ...instructions);
      flow = await RunningFlow.start(flowAt(server.origin), { credentials });
      const submit = flow.node('submit');
      closing = new Promise<void>((resolve) => submit.on('close', () => resolve()));
      flow.send('submit', { ...message });
      await seen(...reached);
      const { userDirectory } = flow;
      await flow.stop(true);
      flow = await RunningFlow.start(flowAt(server.origin), { credentials, userDirectory });
      const out = await flow.message<SoilMessage & { topic?: string }>('out');
      assert.equal(out.topic, 'mine');
      assert.deepEqual(out.soil?.query?.soilProperties, [3], 'what the node asked for');
      assert.equal(flow.messages('out').length, 1);
      assert.deepEqual(server.unused(), []);
      const taken = server.requests.filter(({ method, path }) => `${method} ${path}` === CREATE).length;
      assert.equal(taken, operation === CREATE && instructions[0]?.status === 429 ? 2 : 1);
    });
  }

  const job = { id: '6f1c1c1e-0000-4000-8000-000000000001', kind: 'geometry' };
  const ofJob = (): object => ({ soil: { job: { ...job, url: `${server.origin}${JOB}` } } });
  const arrivals: [when: string, id: string, more: () => object][] = [
    ['just after', 'submit', () => ({})],
    ['just after', 'wait', ofJob],
    ['just after', 'download', ofJob],
    ['just before', 'download', ofJob],
    ['just before', 'wait', ofJob],
    ['a turn before', 'wait', ofJob],
    ['a turn before', 'submit', () => ({})],
  ];
  for (const [when, id, more] of arrivals) {
    it(`${when} a message reaches soil-${id} loses nothing, and leaves the journal closed`, async () => {
      flow = await RunningFlow.start(flowAt(server.origin), { credentials });
      const { userDirectory } = flow;
      const node = flow.node(id);
      const send = (): void => node.receive({ ...message, ...more() });
      if (when === 'just after') send();
      else if (when === 'just before') node.on('close', send);
      else {
        // Node-RED has sent it when the closing begins, and delivers it after the close handlers have run.
        const close = node.close.bind(node);
        node.close = (...removed) => {
          setImmediate(send);
          return close(...removed);
        };
      }
      await flow.stop(true);
      // The next life of soil-wait looks into the journal once, at its start.
      if (id === 'wait') assert.match(await readFile(path.join(userDirectory, 'soil-data', 'jobs.journal'), 'utf8'), /mine/);
      const isOpen = async (): Promise<boolean> => (await readdir(path.join(userDirectory, 'soil-data'))).includes('jobs.lock');
      await until(async () => !(await isOpen()), 'the journal is closed');
      flow = await RunningFlow.start(flowAt(server.origin), { credentials, userDirectory });
      assert.equal((await flow.message<SoilMessage & { topic?: string }>('out')).topic, 'mine');
      assert.equal(flow.messages('out').length, 1);
      const taken = server.requests.filter(({ method, path }) => `${method} ${path}` === CREATE).length;
      assert.equal(taken, id === 'submit' ? 1 : 0);
    });
  }

  /** The pause before another try: a busy machine stops the flows within it. */
  const PAUSE_SECONDS = 1;
  const later: Instruction = { status: 503, headers: { 'retry-after': PAUSE_SECONDS } };
  const brokenOff: [phase: string, node: string, operation: string, instruction: Instruction, payload: object][] = [
    ['while datasets are read', 'discover', DATASETS, { silent: true }, {}],
    ['while datasets come', 'discover', DATASETS, { body: catalogue, stallAfter: 5 }, {}],
    ['before datasets are asked for again', 'discover', DATASETS, later, {}],
    ['while soil data are read', 'data', SOIL_DATA, { silent: true }, {}],
    ['while a file is asked for', 'download', FILE, { silent: true }, { payload: 'link' }],
    ['while a file comes', 'download', FILE, { body: zip, stallAfter: 10_000 }, { payload: 'link' }],
    ['before a file is asked for again', 'download', FILE, later, { payload: 'link' }],
  ];
  for (const [phase, node, operation, instruction, more] of brokenOff) {
    it(`${phase} breaks that off at once, without an error and without a message, until the node is there again`, async () => {
      server.script(operation, instruction);
      const begun = (flow = await RunningFlow.start(flowAt(server.origin), { credentials }));
      flow.send(node, { ...message, ...more, ...('payload' in more && { payload: `${server.origin}/file.zip?signature=x` }) });
      await seen(operation);
      const refused = instruction === later;
      if (refused) await until(() => begun.statuses(node).at(-1)?.fill === 'yellow', 'it waits for another try');
      await flow.stop(true);
      assert.deepEqual([flow.messages('out').length, flow.messages('errors').length], [0, 0]);
      // An idle connection to a storage host is kept as long as its server wants, for the next download.
      const isKept = refused && node === 'download';
      if (!isKept) await until(() => server.openConnections === 0, 'no connection is left open');
      const requests = server.requests.length;
      // What is under way would have kept its connection.
      if (refused) await new Promise((resolve) => setTimeout(resolve, 1000 * PAUSE_SECONDS + 200));
      assert.equal(server.requests.length, requests, 'nothing goes on');
      flow = await RunningFlow.start(flowAt(server.origin), { credentials, userDirectory: flow.userDirectory });
      // It goes on by itself in the node's next life.
      assert.equal((await flow.message<SoilMessage & { topic?: string }>('out')).topic, 'mine');
      assert.deepEqual(server.unused(), []);
    });
  }

  it(`leaves no timer, listener, connection or descriptor behind, ${REDEPLOYS} times in every phase`, async () => {
    server.always(READ, running);
    server.always(FILE, { body: zip, bytesPerSecond: 20_000 });
    server.always(DATASETS, { body: catalogue, waitMs: 20 });
    const once = async (userDirectory: string | undefined, waitMs: number): Promise<string> => {
      flow = await RunningFlow.start(flowAt(server.origin), { credentials, ...(userDirectory && { userDirectory }) });
      for (const node of ['submit', 'discover', 'data']) flow.send(node, { ...message });
      flow.send('download', { ...message, payload: `${server.origin}/file.zip?signature=x` });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      flow.send('wait', { soilAction: 'cancel' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await flow.stop(true);
      return flow.userDirectory;
    };
    let directory: string | undefined;
    for (let round = 0; round < 3; round++) directory = await once(directory, 20);
    const before = await leftOpen();
    for (let round = 0; round < REDEPLOYS; round++) directory = await once(directory, (round * 7) % 60);
    const more = async (): Promise<string[]> => Object.entries(await leftOpen()).filter(([what, count]) => count > (before[what] ?? 0)).map(([what, count]) => `${what}: ${count}`);
    let left = await more();
    for (const due = Date.now() + 20_000; left.length > 0 && Date.now() < due; left = await more()) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(left, [], `before: ${JSON.stringify(before)}`);
    flow = await RunningFlow.start([], { userDirectory: directory as string });
    // What belonged to the nodes is dropped, for which the journal is open: opening it as well is a way to see it closed.
    const soilData = path.join(flow.userDirectory, 'soil-data');
    const keeper = await JobKeeper.acquire(soilData, { log: () => undefined });
    await keeper.release();
    await until(async () => !(await readdir(soilData)).some((name) => name.includes('lock')), 'the journal is closed');
  });
});

/** What this process has open: resources that keep it alive, descriptors, listeners. The server of the test and its connections do not count. */
async function leftOpen(): Promise<Record<string, number>> {
  const open: Record<string, number> = {};
  for (const resource of process.getActiveResourcesInfo()) if (!/TCP|Immediate|TTY|Pipe|FSReq/.test(resource)) open[resource] = (open[resource] ?? 0) + 1;
  if (process.platform === 'linux') open.files = (await openFiles()).length;
  const { events } = runtime as unknown as { events: NodeJS.EventEmitter };
  for (const name of events.eventNames()) open[`on ${String(name)}`] = events.listenerCount(name);
  for (const name of process.eventNames()) open[`process ${String(name)}`] = process.listenerCount(name);
  return open;
}
