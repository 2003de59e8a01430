import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SoilMessage } from '../../nodes/runtime/soil-message';
import { journalOf } from '../../src/jobs/job-store';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { writtenZip } from '../records/written-zip';
import type { ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { RunningFlow, type FlowNode } from './flow';
import { asked, JOB, jobServer } from './job-server';
import { out, readNode, rows } from './read-flow';
import { credentials } from './service-stand-in';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const NO_CREDENTIALS = 'The setting "Client id" of the soil service is empty: fill in the client id that the service gave you.';
const KEPT = ' What this node has kept from before goes on once that is put right (deploy or restart).';

/** A start after the credentials were lost, or an environment variable: what ended as an error then would be gone once they are back. */
describe('What a node was working on when Node-RED stopped', () => {
  let server: ScriptedServer;
  let flow: RunningFlow;

  beforeEach(async () => {
    server = await jobServer();
  });
  afterEach(async () => {
    await flow.stop();
    await server.close();
  });

  function flowOf(node: FlowNode, service: object = {}): FlowNode[] {
    return [
      { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: server.origin, authUrl: server.origin, requestsPerSecond: 0, ...service },
      { service: 'svc', wires: [['out']], ...node },
      { id: 'out', type: 'helper' },
    ];
  }

  const submit = { id: 'node', type: 'soil-submit' };
  const download = { id: 'node', type: 'soil-download' };

  /** Stops the flow at work, by a request that is never answered. */
  async function stopAt(node: FlowNode): Promise<string> {
    const isSubmit = node.type === 'soil-submit';
    if (isSubmit) server.script(TOKEN_ROUTE, { silent: true });
    else server.script('GET /file.zip', { silent: true });
    server.always('GET /file.zip', { body: await writtenZip({ 'soil.csv': rows(3) }) });
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: `${server.origin}/file.zip` } } });
    flow = await RunningFlow.start(flowOf(node), { credentials });
    flow.send('node', isSubmit ? { topic: 'mine', soil: { query: { geometry: AREA } } } : { topic: 'mine', payload: `${server.origin}/file.zip`, soil: { job: { id: JOB.split('/').pop() } } });
    await (isSubmit ? asked(server, 'POST', TOKEN_ROUTE.split(' ')[1] as string) : asked(server, 'GET', '/file.zip'));
    const { userDirectory } = flow;
    await flow.stop(true);
    return userDirectory;
  }

  async function hasPaused(warning: string): Promise<void> {
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'setting: Client id' });
    assert.deepEqual([flow.logged().filter((line) => line === warning), flow.messages('errors')], [[warning], []]);
  }

  async function hasGoneOn(): Promise<void> {
    const { topic } = await flow.message<SoilMessage & { topic?: string }>('out');
    assert.equal(topic, 'mine');
  }

  for (const node of [submit, download]) {
    it(`is kept by ${node.type} through a start without credentials`, async () => {
      const userDirectory = await stopAt(node);
      server.always(TOKEN_ROUTE, goodToken('token'));
      flow = await RunningFlow.start(flowOf(node), { userDirectory });
      await hasPaused(NO_CREDENTIALS + KEPT);
      await flow.stop(true);
      flow = await RunningFlow.start(flowOf(node), { credentials, userDirectory });
      await hasGoneOn();
    });

    it(`goes on in ${node.type} after the deploy that corrects the service`, async () => {
      const userDirectory = await stopAt(node);
      flow = await RunningFlow.start(flowOf(node, { baseUrl: 'api' }), { credentials, userDirectory });
      await flow.shows('node', { fill: 'red', shape: 'ring', text: 'setting: Service URL' });
      await flow.deployModified(flowOf(node));
      await hasGoneOn();
    });
  }

  it('is kept by soil-submit through a start without a variable of its request', async () => {
    const userDirectory = await stopAt(submit);
    server.always(TOKEN_ROUTE, goodToken('token'));
    flow = await RunningFlow.start(flowOf({ ...submit, startYear: '${NOBODY_SET_THIS}' }), { credentials, userDirectory });
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'setting: first year' });
    assert.deepEqual(flow.messages('errors'), []);
    await flow.deployModified(flowOf(submit));
    await hasGoneOn();
  });

  it('is kept by soil-submit through a start without credentials if its job was created at the stop: soil-wait would refuse it', async () => {
    server.script(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: JOB }, waitMs: 300 });
    flow = await RunningFlow.start(flowOf(submit), { credentials });
    const { userDirectory } = flow;
    flow.send('node', { topic: 'mine', soil: { query: { geometry: AREA } } });
    await asked(server, 'POST', BY_GEOMETRY);
    await flow.stop(true);
    flow = await RunningFlow.start(flowOf(submit), { userDirectory });
    await hasPaused(NO_CREDENTIALS + KEPT);
    assert.deepEqual(flow.messages('out'), []);
    await flow.stop(true);
    flow = await RunningFlow.start(flowOf(submit), { credentials, userDirectory });
    await hasGoneOn();
    assert.equal(server.requests.filter(({ path }) => path === BY_GEOMETRY).length, 1);
  });

  it('is kept by soil-download through a start without a variable of its folder, though another message comes and fails', async () => {
    const userDirectory = await stopAt(download);
    flow = await RunningFlow.start(flowOf({ ...download, folder: '${NOBODY_SET_THIS}' }), { credentials, userDirectory });
    await flow.shows('node', { fill: 'red', shape: 'ring', text: 'setting: Folder' });
    assert.deepEqual(flow.messages('errors'), []);
    flow.send('node', { topic: 'other', payload: `${server.origin}/file.zip`, soil: { job: { id: 'other' } } });
    await flow.error();
    await flow.deployModified(flowOf(download));
    await until(() => flow.messages('out').length > 0, 'what was kept');
    const topics = (id: string): unknown[] => flow.messages(id).map(({ topic }) => topic);
    assert.deepEqual([topics('out'), topics('errors')], [['mine'], ['other']]);
  });

  for (const [setting, shown] of [['batch', 'In batches of'], ['from', 'Zip or folder'], ['fromType', 'Zip or folder']] as const) {
    it(`is kept by soil-read through a start without a variable for ${setting}`, async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-zips-'));
      const zip = path.join(folder, 'large.zip');
      await writeFile(zip, await writtenZip({ 'soil.csv': rows(60_000) }));
      const nodes = (settings: object = {}): FlowNode[] => [readNode(settings), out];
      flow = await RunningFlow.start(nodes());
      const { userDirectory } = flow;
      flow.send('read', { topic: 'mine', payload: zip, soil: { job: { id: 'j1' } } });
      await until(async () => /"reads":true/.test(await readFile(journalOf(path.join(userDirectory, 'soil-data')), 'utf8').catch(() => '')), 'the reading');
      await flow.stop(true);
      flow = await RunningFlow.start(nodes({ [setting]: '${NOBODY_SET_THIS}' }), { userDirectory });
      await flow.shows('read', { fill: 'red', shape: 'ring', text: `setting: ${shown}` });
      assert.equal(flow.logged().filter((line) => line.endsWith(KEPT)).length, 1);
      assert.deepEqual([flow.messages('out'), flow.messages('errors')], [[], []]);
      await flow.deployModified(nodes());
      await hasGoneOn();
      await rm(folder, { recursive: true });
    });
  }
});
