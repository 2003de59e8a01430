import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { journalOf } from '../../src/jobs/job-store';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { NodeRedProcess } from '../runtime/node-red-process';
import { root } from '../runtime/node-red-under-test';
import { RequestLog } from '../sandbox/request-log';
import { SimulatedClock } from '../time/simulated-clock';
import { until } from '../time/until';
import { Mosquitto } from './mosquitto';
import { WatchedTopics, type Published } from './watched-topics';

type FlowNode = { id: string; type: string; name?: string; env?: { name: string; value: string; type: string }[] } & Record<string, unknown>;

interface Result {
  field: string;
  worker: string;
  job: string;
  bytes: number;
  sha256: string;
  records: number;
}

interface WorkerState {
  name: string;
  holds: string[];
}

const PLACES = 3;
const LARGEST_MESSAGE = 20_000;
/** Requests that the dispatcher has under way. */
const AT_ONCE = 4;

/** A context that outlives its process, as many set it up. */
const KEPT = { default: { module: 'localfilesystem', config: { flushInterval: 1 } } };

describe('Several Node-RED instances over an MQTT broker', function () {
  this.timeout(400_000);
  /** The time of the service moves only when a test says so: however slow the machine is, a job is not completed before. */
  const clock = new SimulatedClock(Date.now());
  let broker: Mosquitto;
  let sandbox: Sandbox;
  const requests = new RequestLog();
  let topics: WatchedTopics;
  let dispatcher: NodeRedProcess;
  const workers = new Map<string, NodeRedProcess>();

  before(async function () {
    broker = await Mosquitto.startOrSkip(this, 'several instances over MQTT');
    sandbox = await startSandbox({ jobSeconds: 4, clock, log: requests.log });
    topics = await WatchedTopics.start(broker.port);
    [dispatcher] = await Promise.all([startDispatcher(), startWorker('first'), startWorker('second')]);
  });

  after(async () => {
    await Promise.all([dispatcher?.remove(), ...[...workers.values()].map((worker) => worker.remove())]);
    await topics?.stop();
    await sandbox?.close();
    await broker?.remove();
  });

  /** An example flow as it is shipped, with the addresses of this test, and times short enough for a test. */
  async function example(name: string, times: Record<string, number>): Promise<FlowNode[]> {
    const flow = JSON.parse(await readFile(path.join(root, 'examples', `${name}.json`), 'utf8')) as FlowNode[];
    return flow.map((node) => {
      if (node.type === 'mqtt-broker') return { ...node, broker: '127.0.0.1', port: String(broker.port) };
      if (node.type === 'soil-service') return { ...node, mode: 'service', baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, requestsPerSecond: 50, maxConcurrent: AT_ONCE };
      if (node.name === 'in a minute') return { ...node, timeoutUnits: 'seconds', units: 's' };
      if (node.type === 'tab') return { ...node, env: node.env?.map((one) => ({ ...one, value: String(times[one.name] ?? one.value) })) };
      return node;
    });
  }

  async function start(flow: FlowNode[], env: NodeJS.ProcessEnv, userDirectory?: string): Promise<NodeRedProcess> {
    const service = flow.find(({ type }) => type === 'soil-service')?.id as string;
    const credentials = { [service]: { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret } };
    return NodeRedProcess.start({ flow, credentials, env, settings: { mqttReconnectTime: 200, contextStorage: KEPT }, ...(userDirectory && { userDirectory }) });
  }

  async function startDispatcher(userDirectory?: string): Promise<NodeRedProcess> {
    const flow = await example('mqtt dispatcher', { LISTEN_SECONDS: 4, LARGEST_MESSAGE });
    const failed = flow.find(({ name }) => name === 'once more or not') as FlowNode;
    const error = JSON.stringify({ code: 'SOIL_SUBMIT_UNKNOWN', message: 'No answer came.' });
    const lost = (field: string): object => {
      const props = [{ p: 'field', v: field, vt: 'str' }, { p: 'error', v: error, vt: 'json' }];
      return { id: `lost-${field}`, type: 'inject', z: failed['z'], x: 1, y: 1, props, wires: [[failed.id]] };
    };
    return start([...flow, lost('a0'), lost('z0')] as FlowNode[], {}, userDirectory);
  }

  /** What soil-submit says when an answer was lost. */
  async function loseAnswer(field: string): Promise<void> {
    const { status } = await dispatcher.post(`/inject/lost-${field}`, {});
    assert.equal(status, 200);
  }

  async function startWorker(name: string, userDirectory?: string): Promise<void> {
    workers.set(name, await start(await example('mqtt worker', { PLACES, SETTLE_SECONDS: 4 }), { SOIL_WORKER: name }, userDirectory));
  }

  /** Waits while no job proceeds. */
  const meanwhile = (what: string, holds: () => boolean): Promise<void> => until(holds, () => `${what}. ${state()}`, 120);

  /** Waits while the jobs proceed. */
  const inTheEnd = (what: string, holds: () => boolean): Promise<void> =>
    meanwhile(what, () => {
      clock.setWall(clock.now() + 100);
      return holds();
    });

  function state(): string {
    const failures = topics.below<object>('soil/failures/');
    return `${topics.below('soil/results/').length} results, still there: ${[...topics.retained.keys()].join(' ')}; failures: ${JSON.stringify(failures)}`;
  }

  const results = (prefix: string): Result[] => topics.below<Result>('soil/results/').filter(({ field }) => field.startsWith(prefix));
  const fieldsDone = (prefix: string): Set<string> => new Set(results(prefix).map(({ field }) => field));
  const states = (): WorkerState[] => topics.below<WorkerState>('soil/workers/state');
  /** The fields of the jobs that a worker holds. */
  const holdsOf = (name: string): string[] => (states().filter((one) => one.name === name).at(-1)?.holds ?? []).map((job) => job.split('/')[0] as string);

  /** Each field a rectangle of its own, so that each is a job of its own. */
  let southernmost = 50;
  async function order(prefix: string, count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const south = (southernmost += 0.02).toFixed(3);
      const north = (Number(south) + 0.003).toFixed(3);
      const area = `POLYGON ((5.60 ${south}, 5.604 ${south}, 5.604 ${north}, 5.60 ${north}, 5.60 ${south}))`;
      await topics.publish(`soil/fields/${prefix}${at}`, { area });
    }
  }

  const reported = (field: string, what: RegExp): boolean => what.test(topics.retained.get(`soil/failures/${field}`) ?? '') && !topics.retained.has(`soil/fields/${field}`);
  const nothingLeft = (): boolean => topics.retained.size === 0;

  it('go on with the jobs of a worker that was killed: none is lost, none is submitted twice', async () => {
    await order('k', 10);
    await meanwhile('each worker holds all that it can', () => ['first', 'second'].every((name) => holdsOf(name).length === PLACES));
    const lost = holdsOf('first');
    await workers.get('first')?.signal('SIGKILL');
    await inTheEnd('every field has a result', () => fieldsDone('k').size === 10 && nothingLeft());

    assert.equal(requests.submissions(), 10);
    assert.equal(new Set(results('k').map(({ job }) => job)).size, 10);
    for (const field of lost) assert.ok(results('k').some((one) => one.field === field && one.worker === 'second'), `${field} is rescued`);
    assert.ok(results('k').every(({ records, bytes, sha256 }) => records > 0 && bytes > 0 && /^[0-9a-f]{64}$/.test(sha256)));
  });

  it('never hold more jobs than they have places for', () => {
    const held = states().map(({ holds }) => holds.length);
    assert.equal(Math.max(...held), PLACES);
  });

  it('go on if a worker is stopped and comes back: each job is done once', async () => {
    const second = workers.get('second') as NodeRedProcess;
    const before = requests.submissions();
    await order('s', 3);
    await meanwhile('the worker holds them', () => holdsOf('second').length === 3);
    await second.signal('SIGTERM');
    await startWorker('second', second.userDirectory);
    await inTheEnd('every field has a result', () => fieldsDone('s').size === 3 && nothingLeft());
    assert.equal(results('s').length, 3);
    assert.equal(requests.submissions() - before, 3);
  });

  it('submit no field twice if the dispatcher is killed while it is submitting', async () => {
    const before = requests.submissions();
    await order('d', 8);
    await meanwhile('some are submitted', () => requests.submissions() - before >= 3);
    await dispatcher.signal('SIGKILL');
    dispatcher = await startDispatcher(dispatcher.userDirectory);
    // Requests whose answers the kill cut off are reported, once more if the broker was not there yet, and not sent again.
    const unknown = (): { field: string }[] => topics.below<{ field: string; code: string }>('soil/failures/d').filter(({ code }) => code === 'SOIL_SUBMIT_UNKNOWN');
    const doubtful = (): number => new Set(unknown().map(({ field }) => field)).size;
    await inTheEnd('every field has a result or is reported', () => fieldsDone('d').size + doubtful() === 8);
    const [sent, inDoubt] = [requests.submissions() - before, doubtful()];
    for (const topic of topics.retained.keys()) if (topic.startsWith('soil/failures/d')) await topics.publishText(topic, '');
    // One that the kill found between the line in the journal and the sending is in doubt as well, and was not sent.
    assert.ok(sent <= 8 && sent >= 8 - inDoubt, `${sent} requests for 8 fields, ${inDoubt} of them in doubt`);
    assert.ok(inDoubt <= AT_ONCE, `${inDoubt} are in doubt: more than were under way`);
  });

  it('submit no field that is cleared before its turn, but every other one', async () => {
    const before = requests.submissions();
    await order('n', 1);
    await topics.publishText('soil/fields/n0', '');
    await order('o', 2);
    await inTheEnd('the others have a result', () => fieldsDone('o').size === 2 && nothingLeft());
    assert.equal(requests.submissions() - before, 2);
  });

  it('accept a field again that was reported, whatever the reason, and then stop reporting it', async () => {
    await loseAnswer('a0');
    await topics.publish('soil/fields/a1', ['no area']);
    await topics.publishText('soil/fields/a2', 'POINT (5 52)');
    await meanwhile('they are reported', () => reported('a0', /SOIL_SUBMIT_UNKNOWN/) && reported('a1', /SOIL_GEOMETRY|SOIL_CONFIG/) && reported('a2', /JSON/));
    await order('a', 3);
    await inTheEnd('every field has a result, and no failure is left', () => fieldsDone('a').size === 3 && ['a0', 'a1', 'a2'].every((field) => !topics.retained.has(`soil/failures/${field}`)));
  });

  it('accept a field again that waited in the dispatcher when its flow was deployed', async () => {
    await order('e', 1);
    await meanwhile('it is in the broker', () => topics.retained.has('soil/fields/e0'));
    await dispatcher.deploy((await dispatcher.get('/flows')).json() as FlowNode[]);
    await inTheEnd('it has a result', () => fieldsDone('e').size === 1 && !topics.retained.has('soil/fields/e0'));
  });

  it('process both versions of a field that is published again while a worker has its job, the later one last', async () => {
    await order('v', 1);
    await meanwhile('a worker holds it', () => ['first', 'second'].some((name) => holdsOf(name).includes('v0')));
    await order('v', 1);
    await inTheEnd('both have a result', () => results('v').length === 2 && nothingLeft());
    const jobs = topics.below<{ field: string; soil: { job: { id: string } } }>('soil/jobs/v0').map(({ soil }) => soil.job.id);
    assert.equal(new Set(jobs).size, 2);
    assert.equal(results('v').at(-1)?.job, jobs.at(-1));
  });

  it('keep the job of a later version if a worker comes back and does the earlier one again', async () => {
    const jobs = (): Published[] => topics.seen.filter(({ topic }) => topic.startsWith('soil/jobs/b0'));
    await order('b', 1);
    await meanwhile('a worker holds it', () => holdsOf('second').includes('b0'));
    const second = workers.get('second') as NodeRedProcess;
    const journal = journalOf(path.join(second.userDirectory, 'soil-data'));
    // It says what it holds before that is on its disk: killed in between, it would have nothing to resume, and only the broker has the job.
    await meanwhile('its disk has the job', () => readFileSync(journal, 'utf8').includes('\\"field\\":\\"b0\\"'));
    await second.signal('SIGKILL');
    await startWorker('third');
    await inTheEnd('the other has done it', () => fieldsDone('b').size === 1 && nothingLeft());
    await order('b', 1);
    await meanwhile('its later version is a job', () => jobs().at(-1)?.payload !== '');
    await startWorker('second', second.userDirectory);
    await meanwhile('the earlier one is done again', () => jobs().filter(({ payload }) => payload === '').length === 2);
    assert.ok([...topics.retained.keys()].some((topic) => topic.startsWith('soil/jobs/b0')), 'the later one is in the broker still');
    await inTheEnd('the later one is done', () => new Set(results('b').map(({ job }) => job)).size === 2 && nothingLeft());
  });

  it('report a field whose job would be too large a message, and go on', async () => {
    const ring = Array.from({ length: 1_001 }, (_, at) => {
      const angle = (2 * Math.PI * (at % 1_000)) / 1_000;
      return [5.7 + 0.05 * Math.cos(angle), 52 + 0.03 * Math.sin(angle)];
    });
    await topics.publish('soil/fields/large', { area: { type: 'Polygon', coordinates: [ring] } });
    await order('l', 1);
    await inTheEnd('it is reported, and the other has a result', () => reported('large', /LARGEST_MESSAGE/) && fieldsDone('l').size === 1);
    await topics.publishText('soil/failures/large', '');
  });

  it('go on if a deploy restarts only the MQTT nodes of a worker', async () => {
    const second = workers.get('second') as NodeRedProcess;
    const flow = (await second.get('/flows')).json() as FlowNode[];
    await second.deploy(flow.map((node) => (node.type === 'mqtt-broker' ? { ...node, keepalive: '16' } : node)), 'nodes');
    await order('m', 1);
    await inTheEnd('it has a result', () => fieldsDone('m').size === 1 && nothingLeft());
  });

  it('report a request in doubt even if the broker was away', async () => {
    await broker.stop();
    await loseAnswer('z0');
    await broker.start();
    const before = requests.submissions();
    await order('z', 1);
    await meanwhile('the field is reported', () => reported('z0', /SOIL_SUBMIT_UNKNOWN/));
    assert.equal(requests.submissions(), before);
  });
});
