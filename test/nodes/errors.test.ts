import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { buildZip } from '../archive/zip-builder';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { credentials, sendJson, ServiceStandIn, type Answer } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const query = { soil: { query: { geometry: AREA } } };
const JOB = '/v1/soil-data-by-geometry/queries/6f1c1c1e-0000-4000-8000-000000000001';

const DISCOVER: FlowNode = { id: 'node', type: 'soil-discover', service: 'svc', resource: 'all-datasets', wires: [['out']] };
const SUBMIT: FlowNode = { id: 'node', type: 'soil-submit', service: 'svc', wires: [['out']] };
const WAIT: FlowNode = { id: 'node', type: 'soil-wait', service: 'svc', firstPoll: 0.02, maxPoll: 0.05, wires: [['out'], []] };
const DOWNLOAD: FlowNode = { id: 'node', type: 'soil-download', service: 'svc', wires: [['out'], []] };
const OUT = { id: 'out', type: 'helper' };
const SANDBOX = { id: 'svc', type: 'soil-service', mode: 'sandbox' };

describe('Each error code reaches a Catch node', () => {
  let flow: RunningFlow | undefined;
  let service: ServiceStandIn | undefined;
  let sandbox: Sandbox | undefined;
  afterEach(async () => {
    await flow?.stop();
    await service?.stop();
    await sandbox?.close();
    flow = service = sandbox = undefined;
  });

  async function caught(answer: Answer, node: FlowNode, msg: object): Promise<Awaited<ReturnType<RunningFlow['error']>>> {
    service = await ServiceStandIn.start(answer);
    flow = await RunningFlow.start([service.configuration(), node, OUT], { credentials });
    flow.send('node', msg);
    const error = await flow.error();
    assert.equal(flow.messages('out').length, 0, 'nothing comes out of the normal output');
    return error;
  }

  it('SOIL_CONFIG: no service is chosen', async () => {
    flow = await RunningFlow.start([{ ...DISCOVER, service: '' }, OUT]);
    flow.send('node', { topic: 'kept' });
    const msg = await flow.error();
    assert.equal(msg.error.code, 'SOIL_CONFIG');
    assert.match(msg.error.message, /choose or add a soil service/);
    assert.equal((msg as { topic?: string }).topic, 'kept');
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'setting: Service' });
  });

  it('SOIL_AUTH: the credentials are refused', async () => {
    sandbox = await startSandbox();
    const settings = { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl, timeout: 20 };
    flow = await RunningFlow.start([settings, DISCOVER, OUT], { credentials: { svc: { clientId: sandbox.clientId, clientSecret: 'wrong' } } });
    flow.send('node', {});
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_AUTH');
    assert.doesNotMatch(JSON.stringify(error), /wrong"/);
  });

  it('SOIL_GEOMETRY: says where in the text and what was expected', async () => {
    flow = await RunningFlow.start([{ id: 'node', type: 'soil-area', wires: [['out']] }, OUT]);
    flow.send('node', { payload: 'POLYGON ((10 50, 11 50, 11 51, 10 50' });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_GEOMETRY');
    assert.match(error.message, /expected .* at position 36, after "10 50"/i);
  });

  it('SOIL_GEOMETRY: no area at all is told apart from a faulty one', async () => {
    const nodes = ['soil-discover', 'soil-data', 'soil-submit'].map((type) => ({ id: type, type, service: 'svc', wires: [['out']] }));
    flow = await RunningFlow.start([{ id: 'svc', type: 'soil-service', mode: 'sandbox' }, ...nodes, OUT]);
    for (const [at, { id }] of nodes.entries()) {
      for (const [again, [query, text]] of ([[{}, 'no area'], [{ geometry: 'POLYGON ((1 2' }, 'no valid area'], [{ geometry: ' ' }, 'no area']] as const).entries()) {
        flow.send(id, { soil: { query } });
        assert.equal((await flow.error(3 * at + again)).error.code, 'SOIL_GEOMETRY');
        await flow.shows(id, { fill: 'red', shape: 'ring', text: `sandbox · ${text}` });
      }
    }
  });

  it('SOIL_AREA_LIMIT: more than the service takes', async () => {
    flow = await RunningFlow.start([{ id: 'node', type: 'soil-area', wires: [['out']] }, OUT]);
    flow.send('node', { payload: [-120, -60, 120, 75] });
    assert.equal((await flow.error()).error.code, 'SOIL_AREA_LIMIT');
  });

  it('SOIL_REQUEST: the words of the service are in the message', async () => {
    const { error } = await caught((_, response) => sendJson(response, 422, { title: 'Unprocessable', detail: 'no such filter: 99' }), DISCOVER, {});
    assert.equal(error.code, 'SOIL_REQUEST');
    assert.match(error.message, /no such filter: 99/);
    assert.equal(error.cause?.status, 422);
  });

  it('SOIL_RATE_LIMITED: with the seconds that the service asks for', async () => {
    const { error } = await caught((_, response) => sendJson(response, 429, {}, { 'retry-after': '3600' }), DISCOVER, {});
    assert.equal(error.code, 'SOIL_RATE_LIMITED');
    assert.equal(error.cause?.retryAfter, 3600);
  });

  it('SOIL_UNAVAILABLE: after the retry budget', async () => {
    const tries = (): number => service?.requests.filter(({ path: route }) => route !== '/oauth/token').length ?? 0;
    // The second answer asks for a pause beyond the budget.
    const { error } = await caught((_, response) => sendJson(response, 503, {}, tries() > 1 ? { 'retry-after': '3600' } : {}), DISCOVER, {});
    assert.equal(error.code, 'SOIL_UNAVAILABLE');
    assert.equal(error.cause?.status, 503);
    assert.equal(tries(), 2, 'it was tried again');
  });

  it('SOIL_RESPONSE: an HTML page instead of the service', async () => {
    const { error } = await caught((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Log in</title>'), DISCOVER, {});
    assert.equal(error.code, 'SOIL_RESPONSE');
  });

  it('SOIL_SUBMIT_UNKNOWN: sent, no answer, and never sent again by itself', async () => {
    const { error } = await caught((request) => request.socket.destroy(), SUBMIT, query);
    assert.equal(error.code, 'SOIL_SUBMIT_UNKNOWN');
    assert.equal(service?.requests.filter(({ path: route }) => route.endsWith('/queries')).length, 1);
  });

  it('SOIL_JOB_FAILED: with the words of the service', async () => {
    const failed = { actionStatus: 'FailedActionStatus', description: 'out of memory', result: { error: 'dataset 7' } };
    const { error, soil } = await caught((_, response) => sendJson(response, 200, failed), WAIT, { payload: JOB.split('/').at(-1) });
    assert.deepEqual([error.code, soil?.job?.status, soil?.job?.id], ['SOIL_JOB_FAILED', 'FailedActionStatus', JOB.split('/').at(-1)]);
    assert.match(error.message, /The service says: out of memory: dataset 7\./);
  });

  it('SOIL_JOB_TIMEOUT: the deadline of the node', async () => {
    const running = { actionStatus: 'ActiveActionStatus' };
    const { error } = await caught((_, response) => sendJson(response, 200, running), { ...WAIT, timeout: 0.005 }, { payload: JOB.split('/').at(-1) });
    assert.equal(error.code, 'SOIL_JOB_TIMEOUT');
  });

  it('SOIL_CANCELLED: by message', async () => {
    service = await ServiceStandIn.start((_, response) => sendJson(response, 200, { actionStatus: 'ActiveActionStatus' }));
    flow = await RunningFlow.start([service.configuration(), { ...WAIT, wires: [['out'], ['progress']] }, OUT, { id: 'progress', type: 'helper' }], { credentials });
    flow.send('node', { payload: JOB.split('/').at(-1), topic: 'mine' });
    await flow.message('progress');
    flow.send('node', { soilAction: 'cancel' });
    const msg = await flow.error();
    assert.equal(msg.error.code, 'SOIL_CANCELLED');
    assert.equal((msg as { topic?: string }).topic, 'mine');
  });

  it('SOIL_CANCELLED: by message, of one job among others', async () => {
    service = await ServiceStandIn.start((_, response) => sendJson(response, 200, { actionStatus: 'ActiveActionStatus' }));
    flow = await RunningFlow.start([service.configuration(), { ...WAIT, wires: [['out'], ['progress']] }, OUT, { id: 'progress', type: 'helper' }], { credentials });
    for (const job of ['one', 'other', 'third']) flow.send('node', { payload: job });
    const look = (job: string): object | undefined => flow!.messages('progress').find(({ payload }) => (payload as { id: string }).id === job);
    await until(() => ['one', 'other', 'third'].every(look), 'all jobs are waited for');
    flow.send('node', { soilAction: 'cancel', soil: { job: { id: 'other' } } });
    assert.equal((await flow.error()).payload, 'other');
    flow.send('node', { ...look('third'), soilAction: 'cancel' });
    assert.equal((await flow.error(1)).payload, 'third', 'its progress names it');
    flow.send('node', { soilAction: 'cancel', soil: { job: { url: `${service.baseUrl}${JOB}` } } });
    const polls = flow.messages('progress').length;
    await until(() => flow!.messages('progress').length > polls, 'there is another poll');
    assert.equal(flow.messages('errors').length, 2, 'the first job is still waited for');
    let errors = 2;
    for (const job of ['one', { id: 1.5 }, { id: '' }, { id: { name: 'one' } }, { url: 1 }, ['one']]) {
      flow.send('node', { soilAction: 'cancel', soil: { job } });
      const { error } = await flow.error(errors++);
      assert.deepEqual([error.code, /^msg\.soil\.job names no job/.test(error.message)], ['SOIL_CONFIG', true], `${JSON.stringify(job)}: all are not meant`);
    }
    flow.send('node', { soilAction: 'cancel', soil: { job: {} } });
    assert.equal((await flow.error(errors)).payload, 'one');
  });

  it('SOIL_LINK_EXPIRED: the link is past its end and the service gives no new one', async () => {
    const gone: Answer = (request, response) =>
      request.url === '/file' ? sendJson(response, 410, { title: 'Gone' }) : sendJson(response, 200, { actionStatus: 'Completed' });
    service = await ServiceStandIn.start(gone);
    flow = await RunningFlow.start([service.configuration(), DOWNLOAD, OUT], { credentials });
    const id = JOB.split('/').at(-1);
    flow.send('node', { payload: `${service.baseUrl}/file`, soil: { job: { id, url: service.baseUrl + JOB, kind: 'geometry' } } });
    assert.equal((await flow.error()).error.code, 'SOIL_LINK_EXPIRED');
  });

  it('SOIL_DOWNLOAD: the transfer does not complete', async () => {
    const cutThenRefused: Answer = (_, response) => {
      if (service && service.requests.length > 1) return void response.writeHead(405).end();
      response.writeHead(200, { 'content-length': '1000' });
      response.write('PK', () => response.destroy());
    };
    service = await ServiceStandIn.start(cutThenRefused);
    flow = await RunningFlow.start([service.configuration(), DOWNLOAD, OUT], { credentials });
    flow.send('node', { payload: `${service.baseUrl}/file` });
    assert.equal((await flow.error()).error.code, 'SOIL_DOWNLOAD');
    assert.equal(service.requests.length, 2, 'it was tried again');
  });

  it('SOIL_ARCHIVE: what came is not a zip', async () => {
    service = await ServiceStandIn.start((_, response) => response.writeHead(200).end('this is not a zip, whatever its name says'));
    flow = await RunningFlow.start([service.configuration(), DOWNLOAD, OUT], { credentials });
    flow.send('node', { payload: `${service.baseUrl}/file` });
    assert.equal((await flow.error()).error.code, 'SOIL_ARCHIVE');
  });

  for (const [what, fields] of [['packing method 12', { method: 12 }], ['encrypted', { flags: 0x801 }]] as const) {
    it(`SOIL_ARCHIVE: a zip that only other programs read, and another download would not change (${what})`, async () => {
      const zip = buildZip([{ name: 'soil.csv', content: 'property,value\n', local: fields, central: fields }]);
      service = await ServiceStandIn.start((_, response) => response.writeHead(200).end(zip));
      flow = await RunningFlow.start([service.configuration(), DOWNLOAD, OUT], { credentials });
      flow.send('node', { payload: `${service.baseUrl}/file` });
      const { error } = await flow.error();
      assert.equal(error.code, 'SOIL_ARCHIVE');
      assert.ok(error.message.includes(what), error.message);
      assert.match(error.message, /or unpack it with another program and give soil-read the folder\.$/);
      assert.doesNotMatch(error.message, /corrupt|again/i);
    });
  }

  it('SOIL_STORAGE: the folder cannot be made, even one in quotation marks, as Windows copies a path', async () => {
    flow = await RunningFlow.start([SANDBOX, { ...DOWNLOAD, folder: '"occupied/here"' }, OUT]);
    const downloads = path.join(flow.userDirectory, 'soil-data', 'downloads');
    await mkdir(downloads, { recursive: true });
    await writeFile(path.join(downloads, 'occupied'), 'a file, not a folder');
    flow.send('node', { payload: 'http://127.0.0.1:9/soil.zip' });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_STORAGE');
    assert.ok(error.message.includes(`${path.join(downloads, 'occupied', 'here')}:`), error.message);
  });

  it('SOIL_CONFIG: the folder names an environment variable that is not set', async () => {
    flow = await RunningFlow.start([SANDBOX, { ...DOWNLOAD, folder: '${SOIL_NOT_SET_IN_THE_TEST}' }, OUT]);
    flow.send('node', { payload: 'http://127.0.0.1:9/soil.zip' });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.match(error.message, /"Folder" takes the environment variable SOIL_NOT_SET_IN_THE_TEST, which is not set/);
  });

  it('SOIL_CONFIG: the folder names a property of the message, as only the file name may', async () => {
    flow = await RunningFlow.start([SANDBOX, { ...DOWNLOAD, folder: 'fields/{{topic}}' }, OUT]);
    flow.send('node', { payload: 'http://127.0.0.1:9/soil.zip' });
    const { error } = await flow.error();
    assert.equal(error.code, 'SOIL_CONFIG');
    assert.match(error.message, /"Folder" is "fields\/\{\{topic\}\}": only "File name" takes properties of the message/);
  });
});
