import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { zipOf } from '../download/download-scenario';
import { FileServer } from '../download/file-server';
import { BY_GEOMETRY, goodToken, TOKEN_ROUTE } from '../faults/operations';
import { RunningFlow, type FlowNode } from '../nodes/flow';
import { credentials } from '../nodes/service-stand-in';
import { startScriptedServer, type ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { linesOf, node, type Line } from './job-flow';
import { newUserDirectory, NodeRedProcess } from './node-red-process';

const JOB = `${BY_GEOMETRY}/6f1c1c1e-0000-4000-8000-000000000001`;
const READ = `GET ${JOB}`;
const HALF = 2 * 1024 * 1024;
/** What is at least written of a half: the last block may not be. */
const LEAST = HALF / 2;
const zip = zipOf(2 * HALF);

let api: ScriptedServer;
let storage: FileServer;

/** A service with one completed job, and a storage whose first answer stops half-way. */
async function startServers(): Promise<void> {
  api = await startScriptedServer();
  storage = await new FileServer(zip).start();
  storage.answers.push({ stallAfter: HALF });
  api.always(TOKEN_ROUTE, goodToken('token'));
  api.always(READ, { body: { actionStatus: 'Completed', result: { url: link('second-CANARY') } } });
}

async function stopServers(): Promise<void> {
  await api.close();
  await storage.close();
}

function link(signature: string): string {
  return `${storage.origin}/file.zip?h=${signature}`;
}

function job(): object {
  return { id: '6f1c1c1e-0000-4000-8000-000000000001', url: api.origin + JOB, kind: 'geometry', result: { url: link('first-CANARY') } };
}

/** With a time limit that even a busy machine does not reach: what stalls must stall until it is broken off. */
function configuration(): FlowNode {
  return { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: api.origin, authUrl: api.origin, timeout: 120, requestsPerSecond: 0 };
}

/** Bytes of the part of a file that is on the disk. What came last may not be written yet. */
async function partOf(userDirectory: string): Promise<number> {
  const folder = path.join(userDirectory, 'soil-data', 'downloads');
  const names = await readdir(folder).catch(() => []);
  const sizes = names.filter((name) => name.endsWith('.part')).map(async (name) => (await stat(path.join(folder, name))).size);
  return Math.max(0, ...(await Promise.all(sizes)));
}

/** Whether the disk says which file the part belongs to: without that, the part is not used. */
async function isNoted(userDirectory: string): Promise<boolean> {
  const folder = path.join(userDirectory, 'soil-data', 'downloads');
  const note = (await readdir(folder).catch(() => [])).find((name) => name.endsWith('.part.json'));
  return note !== undefined && /"etag"/.test(await readFile(path.join(folder, note), 'utf8').catch(() => ''));
}

async function journalOf(userDirectory: string): Promise<string> {
  return readFile(path.join(userDirectory, 'soil-data', 'jobs.journal'), 'utf8').catch(() => '');
}

/** The service was asked for the link this often, and the storage only for the rest of the file. */
function assertWentOn({ polls }: { polls: number }): void {
  const [first, second, ...more] = storage.requests.map(({ range }) => range);
  assert.deepEqual([first, more], [undefined, []]);
  const at = Number(/^bytes=(\d+)-$/.exec(second ?? '')?.[1]);
  assert.ok(at >= LEAST && at <= HALF, `range ${second}`);
  assert.equal(api.requests.filter(({ method, path }) => `${method} ${path}` === READ).length, polls);
}

describe('A redeploy during a download', function () {
  this.timeout(120_000);
  let flow: RunningFlow | undefined;
  beforeEach(startServers);
  afterEach(async () => {
    await flow?.stop();
    flow = undefined;
    await stopServers();
  });

  function nodes(settings: object = {}): FlowNode[] {
    return [configuration(), { id: 'download', type: 'soil-download', service: 'svc', wires: [['out'], []], ...settings }, { id: 'out', type: 'helper' }];
  }

  async function begin(message: object, settings: object = {}): Promise<RunningFlow> {
    const begun = (flow = await RunningFlow.start(nodes(settings), { credentials }));
    begun.send('download', { topic: 'mine', payload: link('first-CANARY'), ...message });
    await until(() => storage.sentBytes === HALF, 'half of the file');
    if (!('to' in settings)) await until(async () => (await partOf(begun.userDirectory)) >= LEAST, 'a part');
    return begun;
  }

  async function redeployed(before: RunningFlow, changed: FlowNode[] = nodes()): Promise<RunningFlow> {
    await before.stop(true);
    assert.deepEqual([before.messages('out').length, before.messages('errors').length], [0, 0]);
    return (flow = await RunningFlow.start(changed, { credentials, userDirectory: before.userDirectory }));
  }

  /** Nothing from before is asked for again: that would come before what comes in now. */
  async function assertOver(userDirectory: string): Promise<void> {
    storage.answers.length = 0;
    const requests = storage.requests.length;
    flow = await RunningFlow.start(nodes(), { credentials, userDirectory });
    flow.send('download', { payload: `${storage.origin}/next.zip` });
    await flow.message('out');
    assert.deepEqual(storage.requests.slice(requests).map(({ path }) => path), ['/next.zip']);
  }

  it('goes on where it stopped, with a link that is read again', async () => {
    const after = await redeployed(await begin({ soil: { job: job(), mark: 'kept' } }));
    const out = await after.message('out');
    assert.deepEqual(await readFile(out.payload as string), zip);
    assert.deepEqual([(out as { topic?: string }).topic, out.soil?.mark, out.soil?.job?.redelivered], ['mine', 'kept', undefined]);
    assertWentOn({ polls: 1 });
    await after.stop(true);
    await assertOver(after.userDirectory);
  });

  it('goes on with a message that names no job, and with its link', async () => {
    const after = await redeployed(await begin({}));
    const out = await after.message('out');
    assert.deepEqual(await readFile(out.payload as string), zip);
    assertWentOn({ polls: 0 });
  });

  for (const query of ['', '?h=own-CANARY']) {
    it(`goes on with a link of the message that is not the job's (${query || 'without a query'})`, async () => {
      const after = await redeployed(await begin({ payload: `${storage.origin}/other.zip${query}`, soil: { job: job() } }));
      const out = await after.message('out');
      assert.deepEqual(await readFile(out.payload as string), zip);
      assert.deepEqual(storage.requests.map((request) => request.path + request.query), Array(2).fill(`/other.zip${query}`));
    });
  }

  it('goes on with the live parts of the message', async () => {
    const res = new (class Response {})();
    const after = await redeployed(await begin({ res, soil: { job: job() } }));
    const out = await after.message('out');
    assert.equal((out as { res?: object }).res, res);
    assertWentOn({ polls: 0 });
  });

  it('begins a Buffer anew', async () => {
    const settings = { to: 'buffer' };
    const after = await redeployed(await begin({ soil: { job: job() } }, settings), nodes(settings));
    assert.deepEqual((await after.message('out')).payload, zip);
    assert.deepEqual(storage.requests.map(({ range }) => range), [undefined, undefined]);
  });

  it('treats a changed node as the same', async () => {
    const after = await redeployed(await begin({ soil: { job: job() } }), nodes({ exists: 'number', name: 'changed' }));
    assert.deepEqual(await readFile((await after.message('out')).payload as string), zip);
    assertWentOn({ polls: 1 });
  });

  it('brings a failure to a Catch node, with the link that was read again, and is then over', async () => {
    const before = await begin({ soil: { job: job() } });
    storage.answers.push(...Array.from({ length: 8 }, () => ({ status: 405 })));
    const after = await redeployed(before);
    const caught = await after.error();
    assert.deepEqual([caught.error.code, caught.payload, (caught as { topic?: string }).topic], ['SOIL_DOWNLOAD', link('second-CANARY'), 'mine']);
    await after.stop(true);
    await assertOver(after.userDirectory);
  });
});

describe('A download without a journal', function () {
  this.timeout(120_000);
  beforeEach(startServers);
  afterEach(stopServers);

  it('comes out all the same, with one warning', async () => {
    storage.answers.length = 0;
    const userDirectory = await newUserDirectory();
    await writeFile(path.join(userDirectory, 'soil-data'), 'a file where the folder should be');
    const folder = await mkdtemp(path.join(os.tmpdir(), 'soil-files-'));
    const download = { id: 'download', type: 'soil-download', service: 'svc', folder, wires: [['out'], []] };
    const flow = await RunningFlow.start([configuration(), download, { id: 'out', type: 'helper' }], { credentials, userDirectory });
    try {
      for (const topic of ['a', 'b']) flow.send('download', { topic, soil: { job: job() } });
      await flow.message('out', 1);
      assert.equal(flow.messages('errors').length, 0);
      assert.equal(flow.logged().filter((line) => /will not resume by itself: .*the job directory at .*(is a file where a folder is expected|is not there)/.test(line)).length, 1, flow.logged().join('\n'));
    } finally {
      await flow.stop();
    }
  });
});

describe('A Node-RED that ends during a download', function () {
  this.timeout(300_000);
  let nodeRed: NodeRedProcess | undefined;
  let out: string;
  beforeEach(startServers);
  afterEach(async () => {
    await nodeRed?.remove();
    await stopServers();
  });

  /** Downloads what is posted to /download, and appends what comes out to a file, one line each. */
  function flowInto(file: string): object[] {
    return [
      { id: 'tab', type: 'tab', label: 'downloads' },
      configuration(),
      node('in', 'http in', [['take']], { url: '/download', method: 'post' }),
      node('take', 'change', [['accepted', 'download']], {
        rules: ['topic', 'soil', 'payload'].map((name) => ({ t: 'set', p: name, pt: 'msg', to: `payload.${name === 'payload' ? 'link' : name}`, tot: 'msg' })),
      }),
      node('accepted', 'http response', [], { statusCode: '202' }),
      node('download', 'soil-download', [['line'], []], { service: 'svc' }),
      node('line', 'change', [['file']], {
        rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "link": payload, "again": soil.job.redelivered})', tot: 'jsonata' }],
      }),
      node('file', 'file', [[]], { filename: file, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
      node('catch', 'catch', [['failed']], { scope: null }),
      node('failed', 'change', [['file']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '$string({"topic": topic, "error": error.code})', tot: 'jsonata' }] }),
    ];
  }

  async function begin(): Promise<NodeRedProcess> {
    const userDirectory = await newUserDirectory();
    out = path.join(userDirectory, 'lines.txt');
    await appendFile(out, '');
    const begun = (nodeRed = await NodeRedProcess.start({ flow: flowInto(out), credentials, userDirectory }));
    const { status, text } = await begun.post('/download', { topic: 'mine', link: link('first-CANARY'), soil: { job: job() } });
    assert.equal(status, 202, text);
    await until(() => storage.sentBytes === HALF, 'half of the file');
    await until(async () => (await partOf(userDirectory)) >= LEAST && /"downloading"/.test(await journalOf(userDirectory)), 'a part and a line in the journal');
    await until(() => isNoted(userDirectory), 'a note of the part');
    return begun;
  }

  async function lines(): Promise<Line[]> {
    await until(async () => (await linesOf(out)).length > 0, 'a line');
    return linesBeforeNext();
  }

  /** What came out before a message that comes in now: a line too many, and a request for it, would come first. */
  async function linesBeforeNext(): Promise<Line[]> {
    const next = { topic: 'next', link: `${storage.origin}/next.zip` };
    await until(async () => (await nodeRed?.post('/download', next))?.status === 202, 'the flow takes messages');
    const isNext = ({ topic }: Line): boolean => topic === next.topic;
    await until(async () => (await linesOf(out)).some(isNext), 'the next message has come out');
    assert.equal(storage.requests.pop()?.path, '/next.zip');
    return (await linesOf(out)).filter((line) => !isNext(line));
  }

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    it(`goes on after ${signal}: its message comes out once, and no link was in the journal`, async () => {
      const before = await begin();
      await before.signal(signal);
      assert.doesNotMatch(await journalOf(before.userDirectory), /CANARY/);
      nodeRed = await NodeRedProcess.start({ userDirectory: before.userDirectory });
      const [line, ...more] = await lines();
      assert.deepEqual([line?.topic, line?.again, line?.error, more], ['mine', undefined, undefined, []]);
      assert.deepEqual(await readFile(line?.link ?? ''), zip);
      assertWentOn({ polls: 1 });
      assert.deepEqual(nodeRed.log.flatMap((line) => /under way before the start: .*$/.exec(line) ?? []), ['under way before the start: 1 file.']);
      assert.doesNotMatch(await journalOf(before.userDirectory), /CANARY/);
    });
  }

  it('drops it if the node is deleted by a deploy, with a line in the log', async () => {
    const running = await begin();
    await running.deploy(flowInto(out).filter((node) => (node as FlowNode).id !== 'download'));
    await until(() => running.log.some((line) => /soil-download node download was deleted: the file of job 6f1c/.test(line)), 'a line in the log');
    await running.deploy(flowInto(out));
    assert.deepEqual([await linesBeforeNext(), storage.requests.length], [[], 1]);
  });

  for (const type of ['full', 'nodes'] as const) {
    it(`goes on through a deploy (${type}) of the changed node`, async () => {
      const running = await begin();
      await running.deploy(flowInto(out).map((node) => ((node as FlowNode).id === 'download' ? { ...node, exists: 'number' } : node)), type);
      const [line, ...more] = await lines();
      assert.deepEqual([line?.topic, line?.again, line?.error, more], ['mine', undefined, undefined, []]);
      assert.deepEqual(await readFile(line?.link ?? ''), zip);
      // The message of an HTTP request lives on in memory, with its link.
      assertWentOn({ polls: 0 });
    });
  }
});
