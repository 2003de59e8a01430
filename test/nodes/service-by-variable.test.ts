import assert from 'node:assert/strict';
import { zipOf } from '../download/download-scenario';
import { TOKEN_ROUTE } from '../faults/operations';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { credentials } from './service-stand-in';

const DATASETS = 'GET /v1/datasets';

describe('A soil service that an environment variable gives to nodes, and a deploy of modified nodes changes', () => {
  let one: ScriptedServer;
  let other: ScriptedServer;
  let flow: RunningFlow;
  before(() => void (process.env.SOIL_TEST_SERVICE = 'svc'));
  after(() => void delete process.env.SOIL_TEST_SERVICE);
  beforeEach(async () => {
    [one, other] = [await jobServer(), await jobServer()];
    for (const server of [one, other]) server.always(DATASETS, { body: { itemListElement: [] } });
  });
  afterEach(async () => {
    await flow.stop();
    await one.close();
    await other.close();
  });

  const service = ({ origin }: ScriptedServer): FlowNode => ({
    id: 'svc',
    type: 'soil-service',
    mode: 'service',
    baseUrl: origin,
    authUrl: origin,
    requestsPerSecond: 0,
    credentials: credentials.svc,
  });
  const others: FlowNode[] = [
    { id: 'discover', type: 'soil-discover', service: '${SOIL_TEST_SERVICE}', resource: 'all-datasets', wires: [['out']] },
    { id: 'wait', type: 'soil-wait', service: '${SOIL_TEST_SERVICE}', firstPoll: 0.02, maxPoll: 0.05, wires: [['out']] },
    { id: 'out', type: 'helper' },
  ];
  const askedAt = ({ requests }: ScriptedServer): number => requests.filter(({ path }) => path === '/v1/datasets').length;

  it('is the one that they ask from then on', async () => {
    flow = await RunningFlow.start([service(one), ...others], { credentials });
    flow.send('discover', {});
    await flow.message('out');
    await flow.deployModified([service(other), ...others]);
    flow.send('discover', {});
    await flow.message('out', 1);
    assert.deepEqual([askedAt(one), askedAt(other)], [1, 1]);
  });

  it('is the one by which jobs are waited for from then on', async () => {
    const signIns = (): number => one.requests.filter(({ method, path }) => `${method} ${path}` === TOKEN_ROUTE).length;
    flow = await RunningFlow.start([service(one), ...others], { credentials });
    flow.send('wait', { payload: JOB });
    await asked(one, 'GET', JOB);
    await flow.deployModified([{ ...service(one), timeout: 30 }, ...others]);
    await until(() => signIns() === 2, 'it signs in anew');
    one.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${one.origin}/file.zip` } } });
    assert.equal((await flow.message('out')).payload, `${one.origin}/file.zip`);
  });

  it('is no longer asked once it is deleted, and asked again once it is back', async () => {
    flow = await RunningFlow.start([service(one), ...others], { credentials });
    flow.send('wait', { payload: JOB });
    await asked(one, 'GET', JOB);
    await flow.deployModified(others);
    await until(() => flow.statuses('wait').at(-1)?.fill === 'red', 'without its service, it cannot wait');
    flow.send('discover', {});
    await until(() => flow.messages('errors').length === 1, 'nor ask');
    assert.match(String((flow.messages('errors')[0] as { error?: { message?: string } }).error?.message), /is disabled or deleted/);
    assert.equal(askedAt(one), 0);
    one.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${one.origin}/file.zip` } } });
    await flow.deployModified([service(one), ...others]);
    await until(() => flow.messages('out').length === 1, 'the job comes out');
    assert.equal(flow.messages('out')[0]?.payload, `${one.origin}/file.zip`);
  });

  it('still has the answers to earlier requests accepted', async () => {
    flow = await RunningFlow.start([service(one), ...others], { credentials });
    one.always(DATASETS, { body: { itemListElement: [] }, waitMs: 500 });
    flow.send('discover', {});
    await asked(one, 'GET', '/v1/datasets');
    await flow.deployModified([service(other), ...others]);
    await flow.message('out');
    assert.deepEqual([askedAt(one), askedAt(other)], [1, 0]);
  });

  it('does not make the answer of the one before synthetic, if it is a sandbox by then', async () => {
    const more: FlowNode[] = [
      { id: 'data', type: 'soil-data', service: '${SOIL_TEST_SERVICE}', output: 'raw', wires: [['out']] },
      { id: 'download', type: 'soil-download', service: '${SOIL_TEST_SERVICE}', wires: [['out'], []] },
    ];
    flow = await RunningFlow.start([service(one), ...others, ...more], { credentials });
    one.always(DATASETS, { body: { itemListElement: [] }, waitMs: 500 });
    one.always('POST /v1/soil-data-by-geometry', { body: [], waitMs: 500 });
    one.always('GET /file.zip', { body: zipOf(500), waitMs: 500 });
    flow.send('discover', {});
    flow.send('data', { soil: { query: { geometry: 'POLYGON ((5.6 52, 5.601 52, 5.601 52.001, 5.6 52))' } } });
    flow.send('download', { payload: `${one.origin}/file.zip` });
    await asked(one, 'GET', '/v1/datasets');
    await asked(one, 'POST', '/v1/soil-data-by-geometry');
    await asked(one, 'GET', '/file.zip');
    await flow.deployModified([{ id: 'svc', type: 'soil-service', mode: 'sandbox' }, ...others, ...more]);
    await flow.message('out', 2);
    assert.deepEqual(flow.messages('out').map(({ soil }) => soil?.source?.synthetic === true), [false, false, false]);
  });

  it('gives a download that takes its time a new link', async () => {
    const download: FlowNode = { id: 'download', type: 'soil-download', service: '${SOIL_TEST_SERVICE}', wires: [['out'], []] };
    flow = await RunningFlow.start([service(one), ...others, download], { credentials });
    one.script('GET /old.zip', { status: 403, waitMs: 11_000 });
    one.always('GET /new.zip', { body: zipOf(500) });
    one.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${one.origin}/new.zip` } } });
    flow.send('download', { payload: `${one.origin}/old.zip`, soil: { job: { url: one.origin + JOB, kind: 'geometry', result: { url: `${one.origin}/old.zip` } } } });
    await asked(one, 'GET', '/old.zip');
    await flow.deployModified([{ ...service(one), timeout: 30 }, ...others, download]);
    assert.equal((await flow.message('out')).soil?.job?.result?.url, `${one.origin}/new.zip`);
  }).timeout(30_000);

  it('may be a sandbox, even if a message is on its way into soil-wait at that moment', async () => {
    const sandbox = (settings: object): FlowNode[] => [
      { id: 'svc', type: 'soil-service', mode: 'sandbox', ...settings },
      { id: 'submit', type: 'soil-submit', service: '${SOIL_TEST_SERVICE}', wires: [['wait']] },
      { id: 'wait', type: 'soil-wait', service: '${SOIL_TEST_SERVICE}', firstPoll: 0.05, maxPoll: 0.2, wires: [['download']] },
      { id: 'download', type: 'soil-download', service: '${SOIL_TEST_SERVICE}', wires: [['out']] },
      { id: 'out', type: 'helper' },
    ];
    const request = (east: number): object => ({ soil: { query: { geometry: `POLYGON ((5.6 52, ${east} 52, ${east} 52.01, 5.6 52))` } } });
    flow = await RunningFlow.start(sandbox({}));
    // It is the first that needs a sandbox, which takes a moment to start.
    flow.send('wait', { payload: JOB });
    await flow.deployModified(sandbox({ requestsPerSecond: 20 }));
    flow.send('submit', request(5.61));
    await until(() => flow.messages('out').length === 1, 'the job of the sandbox that there is now comes out');
    await flow.deployModified(sandbox({ requestsPerSecond: 30 }));
    flow.send('submit', request(5.62));
    await until(() => flow.messages('out').length === 2, 'so does that of the next one');
  }).timeout(60_000);
});
