import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { example, type FlowNode } from '../examples/example';
import { NodeRedProcess } from '../runtime/node-red-process';
import { until } from '../time/until';
import { Mosquitto } from './mosquitto';
import { WatchedTopics } from './watched-topics';

interface Result {
  field: string;
  records: number;
}

/** Small enough for the records of a field to come in several. */
const BATCH = 20;

function square(south: number): string {
  const north = south + 0.01;
  return `POLYGON ((5.60 ${south}, 5.61 ${south}, 5.61 ${north}, 5.60 ${north}, 5.60 ${south}))`;
}

describe('The MQTT worker, with a store of its own', function () {
  this.timeout(200_000);
  let broker: Mosquitto;
  let sandbox: Sandbox;
  let topics: WatchedTopics;
  let nodeRed: NodeRedProcess;

  before(async function () {
    broker = await Mosquitto.startOrSkip(this, 'a store of its own in the MQTT worker');
    sandbox = await startSandbox({ jobSeconds: 1 });
    topics = await WatchedTopics.start(broker.port);
    nodeRed = await startBoth();
  });

  after(async () => {
    await nodeRed?.remove();
    await topics?.stop();
    await sandbox?.close();
    await broker?.remove();
  });

  /** Dispatcher and worker in one Node-RED. The worker stores its records in a file, by a core node in the place that the example keeps for it. */
  async function startBoth(): Promise<NodeRedProcess> {
    const [dispatcher, worker] = await Promise.all([example('mqtt dispatcher'), example('mqtt worker')]);
    const store = { id: 'store', type: 'file', filename: 'store/records.json', filenameType: 'str', createDir: true, appendNewline: true, overwriteFile: 'false', encoding: 'none' };
    const flow = [...dispatcher, ...worker].map((node): FlowNode => {
      if (node.type === 'mqtt-broker') return { ...node, broker: '127.0.0.1', port: String(broker.port) };
      if (node.type === 'soil-service') return { ...node, mode: 'service', baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, requestsPerSecond: 50 };
      if (node.type === 'tab') return { ...node, env: (node['env'] as { name: string }[]).map((one) => (/LISTEN|SETTLE/.test(one.name) ? { ...one, value: '1' } : one)) };
      if (node.name === 'in a minute') return { ...node, duration: '1', units: 's' };
      if (node.name === 'read the records') return { ...node, batch: BATCH, wires: [[store.id]] };
      if (node.name === 'your own store') return { ...node, ...store };
      return node;
    });
    const services = flow.filter(({ type }) => type === 'soil-service').map(({ id }) => [id, { clientId: sandbox.clientId, clientSecret: sandbox.clientSecret }]);
    return NodeRedProcess.start({ flow, credentials: Object.fromEntries(services) as Record<string, object>, env: { SOIL_WORKER: 'first' } });
  }

  const results = (field: string): Result[] => topics.below<Result>(`soil/results/${field}`);
  const holds = (): number => topics.below<{ holds: string[] }>('soil/workers/state').at(-1)?.holds.length ?? 0;

  it('offers a job again whose records could not be stored, whatever node stores them', async () => {
    // A file, where the store makes its folder.
    await writeFile(path.join(nodeRed.workingDirectory, 'store'), '');
    await topics.publish('soil/fields/north', { area: square(51.95) });
    await until(() => nodeRed.log.some((line) => /goes back to the dispatcher/.test(line)), () => `a line in the log: ${nodeRed.log.join('\n')}`, 60);
    await until(() => holds() === 0, () => `the place is free again, ${holds()} are taken`, 60);
    assert.equal(results('north').length, 0);
    await rm(path.join(nodeRed.workingDirectory, 'store'));
    await until(() => results('north').length > 0 && topics.retained.size === 0, () => `a result, and nothing left: ${[...topics.retained.keys()].join(' ')}`, 60);
  });

  it('says that a job is done once, when all batches of its file are stored', async () => {
    const file = path.join(nodeRed.workingDirectory, 'store', 'records.json');
    const stored = async (): Promise<number> => (await readFile(file, 'utf8')).trim().split('\n').reduce((sum, line) => sum + (JSON.parse(line) as object[]).length, 0);
    const before = await stored();
    await topics.publish('soil/fields/south', { area: square(51.9) });
    await until(() => results('south').length > 0, 'a result', 60);
    const records = (await stored()) - before;
    assert.ok(records > BATCH, `${records} records make no second batch`);
    await until(() => topics.retained.size === 0, 'nothing is left', 60);
    assert.deepEqual(results('south').map((one) => one.records), [records]);
  });

  it('says in the log what failed beside any job', async () => {
    await topics.publishText('soil/offers', 'no job');
    await until(() => nodeRed.log.some((line) => /\[error\].*places: .*JSON/.test(line)), () => nodeRed.log.join('\n'), 20);
    await topics.publishText('soil/offers', '');
  });
});
