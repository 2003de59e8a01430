import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { appendFile, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isSystemError } from '../../src/errors/storage-error';
import { zipOf } from '../download/download-scenario';
import { repeatingWhatItGot } from '../faults/fault-run';
import { BY_GEOMETRY, goodToken } from '../faults/operations';
import { node } from '../runtime/job-flow';
import { newUserDirectory, NodeRedProcess } from '../runtime/node-red-process';
import { CertificateAuthority, makeCertificate } from '../servers/certificates';
import { startConnectProxy, type ConnectProxy } from '../servers/connect-proxy';
import { startScriptedServer, type Instruction, type ScriptedServer } from '../servers/scripted-server';
import { until } from '../time/until';
import { canaries, canariesIn, CLIENT_ID, PROXY_USER, signedQuery, type CanaryName } from './canaries';

const AREA = 'POLYGON ((5.60 51.95, 5.75 51.95, 5.75 52.03, 5.60 52.03, 5.60 51.95))';
const ID = '6f1c1c1e-0000-4000-8000-000000000001';
const JOB = `${BY_GEOMETRY}/${ID}`;
/** What Node-RED itself keeps of the credentials that were typed in: encrypted, unless a test tells it not to. */
const KEPT_BY_NODE_RED = /^(flows_cred\.json|\.flows_cred\.json\.backup|settings\.js)$/;

describe('A whole Node-RED at trace level', function () {
  this.timeout(300_000);
  const authority = new CertificateAuthority();
  let server: ScriptedServer;
  let proxy: ConnectProxy;
  let nodeRed: NodeRedProcess;
  let directory: string;
  let notes: string;

  before(async () => {
    const own = makeCertificate({ names: ['soil.example'], issuer: authority });
    server = await startScriptedServer({ tls: { ...own, ca: authority.cert, requestCert: true } });
    proxy = await startConnectProxy({ username: PROXY_USER, password: canaries.proxyPassword });
    directory = await newUserDirectory();
    notes = path.join(directory, 'notes.txt');
    await appendFile(notes, '');
    const client = makeCertificate({ names: ['client'], issuer: authority });
    const encrypted = createPrivateKey(client.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: canaries.keyPassphrase });
    nodeRed = await NodeRedProcess.start({
      userDirectory: directory,
      flow: flowAt(`https://soil.example:${server.port}`, proxy.url, notes),
      credentials: {
        svc: { clientId: CLIENT_ID, clientSecret: canaries.clientSecret },
        // Text outside of the armour is not part of the key, and marks it for the search.
        tls: { cadata: authority.cert, certdata: client.cert, keydata: `${canaries.privateKey}\n${String(encrypted)}`, passphrase: canaries.keyPassphrase },
        proxy: { username: PROXY_USER, password: canaries.proxyPassword },
      },
      settings: { logging: { console: { level: 'trace', metrics: false, audit: true } } },
    });
  });
  after(async () => {
    await nodeRed?.remove();
    await proxy?.close();
    await server?.close();
  });

  const link = (signature = canaries.linkSignature): string => `https://soil.example:${server.port}/file.zip?${signedQuery(signature)}`;
  const job = { id: ID, url: JOB, kind: 'geometry' };
  const completed: Instruction = { body: { actionStatus: 'Completed', description: `see ${link.name}`, result: { url: '', expires: '2099-01-01T00:00:00Z' } } };
  const go = async (node: string, body: object): Promise<void> => {
    const due = Date.now() + 60_000;
    let answer = await nodeRed.post(`/to/${node}`, body);
    // The answer to a deploy comes before the last of its nodes is there.
    for (; answer.status === 404 && Date.now() < due; answer = await nodeRed.post(`/to/${node}`, body)) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(answer.status, 202, answer.text);
  };
  const noted = async (): Promise<string[]> => (await readFile(notes, 'utf8')).split('\n').filter(Boolean);
  const errors = async (): Promise<string[]> => (await noted()).filter((line) => line.startsWith('error ')).map((line) => line.split(' ')[1] as string);

  /** Sends a message into a node and waits for the resulting error. */
  async function failing(node: string, body: object, code: string): Promise<void> {
    const before = (await errors()).length;
    await go(node, body);
    await until(async () => (await errors()).length > before, `an error of ${node}`);
    assert.equal((await errors()).at(-1), code, `${node}: ${(await noted()).slice(-3).join('\n')} REQ ${server.requests.map(({ method, path: at }) => method + at).join()} LOG ${nodeRed.log.slice(-12).filter((line) => /./.test(line)).join('\n')}`);
  }

  it('says and stores nothing secret, whatever goes wrong', async () => {
    const query = { soil: { query: { geometry: AREA } } };
    server.script('POST /oauth/token', goodToken(canaries.accessToken), goodToken(canaries.renewedToken));
    server.script('GET /v1/datasets', repeatingWhatItGot({ status: 422 }));
    await failing('discover', {}, 'SOIL_REQUEST');
    server.script('GET /v1/datasets', repeatingWhatItGot({ status: 401 }), repeatingWhatItGot({ status: 401 }));
    await failing('discover', {}, 'SOIL_AUTH');
    server.always('POST /oauth/token', repeatingWhatItGot({ status: 403 }));
    // The result of a sign-in is kept for half a minute: a deploy discards it.
    await nodeRed.deploy(flowAt(`https://soil.example:${server.port}`, proxy.url, notes, 1));
    await failing('discover', {}, 'SOIL_AUTH');
    server.always('POST /oauth/token', goodToken(canaries.accessToken));
    await nodeRed.deploy(flowAt(`https://soil.example:${server.port}`, proxy.url, notes, 2));

    server.script(`POST ${BY_GEOMETRY}`, repeatingWhatItGot({ status: 503 }));
    await failing('submit', query, 'SOIL_SUBMIT_UNKNOWN');
    server.script(`POST ${BY_GEOMETRY}`, { status: 307, headers: { location: `https://user:${canaries.addressPassword}@elsewhere.example/?${signedQuery()}` } });
    await failing('submit', query, 'SOIL_RESPONSE');
    server.script(`GET ${JOB}`, { body: { actionStatus: 'FailedActionStatus', description: `${canaries.accessToken} could not write ${link()}` } });
    await failing('wait', { soil: { job } }, 'SOIL_JOB_FAILED');
    await failing('wait', { payload: `https://user:${canaries.addressPassword}@soil.example:${server.port}${JOB}?${signedQuery()}` }, 'SOIL_CONFIG');

    server.script(`POST ${BY_GEOMETRY}`, { status: 201, body: { Location: JOB } });
    server.script(`GET ${JOB}`, { body: { actionStatus: 'ActiveActionStatus', description: link() } }, { ...completed, body: { actionStatus: 'Completed', result: { url: link() } } });
    server.script('GET /file.zip', { body: zipOf(5000) });
    await go('submit', query);
    await until(async () => (await noted()).some((line) => line.startsWith('file ')), () => nodeRed.log.slice(-10).join('\n'));

    // Cut off, requested once more with a link that is read again, and refused for good: a part and its note are left in the folder.
    const half: Instruction = { headers: { etag: '"v1"' }, body: zipOf(900_000) };
    server.script('GET /file.zip', { ...half, cutAfter: 700_000 }, { status: 403 }, { status: 405 });
    server.always(`GET ${JOB}`, { body: { actionStatus: 'Completed', result: { url: link(canaries.renewedSignature) } } });
    await failing('download', { payload: `https://user:${canaries.addressPassword}@soil.example:${server.port}/file.zip?${signedQuery()}` }, 'SOIL_DOWNLOAD');
    const withLink = { payload: link(), soil: { job: { ...job, result: { url: link() } } } };
    await failing('download', withLink, 'SOIL_DOWNLOAD');

    // Under way when the deploy comes: it is resumed from the journal, with a link that is read again.
    server.always('GET /file.zip', { ...half, stallAfter: 700_000 });
    const polls = (): number => server.requests.filter(({ path }) => path === JOB).length;
    const before = polls();
    const files = (): number => server.requests.filter(({ path }) => path === '/file.zip').length;
    const filesBefore = files();
    await go('download', withLink);
    await until(() => files() > filesBefore, 'the file is asked for');

    const asked = new Set(server.requests.flatMap(({ headers, query: signed, body }) => canariesIn(JSON.stringify([headers, signed, body]))));
    const used: CanaryName[] = ['clientSecret', 'accessToken', 'renewedToken', 'linkSignature', 'renewedSignature', 'securityToken'];
    assert.deepEqual(used.filter((name) => !asked.has(name)), [], 'each of them was in use');
    assert.ok(proxy.heads.some((head) => String(head['proxy-authorization']).endsWith(canaries.proxyAuthorization)), 'through the proxy');

    await nodeRed.deploy(flowAt(`https://soil.example:${server.port}`, proxy.url, notes, 3));
    await until(() => polls() > before, 'the link is read again');
    const sinks: [name: string, content: string | Buffer][] = [['stdout and stderr', nodeRed.log.join('\n')]];
    const routes = ['/flows', '/flow/tab', '/flow/global', '/settings', '/nodes', '/context/global', '/context/flow/tab', '/context/node/wait', '/credentials/soil-service/svc', '/soil-data/jobs'];
    for (const route of routes) {
      const { status, text } = await nodeRed.get(route);
      assert.equal(status, 200, route);
      sinks.push([`GET ${route}`, text]);
    }
    sinks.push(...(await filesUnder(directory)));
    const leaks = sinks.flatMap(([name, content]) => canariesIn(content).map((secret) => `${secret} in ${name}`));
    assert.deepEqual(leaks, []);
    const names = sinks.map(([name]) => name);
    for (const wanted of [/notes\.txt$/, /jobs\.journal$/, /\.part$/, /\.part\.json$/, /flows\.json$/]) assert.ok(names.some((name) => wanted.test(name)), `${String(wanted)} in ${names.join()}`);
    assert.match(await readFile(path.join(directory, 'soil-data', 'jobs.journal'), 'utf8'), /"downloading"/);
    assert.ok(nodeRed.log.some((line) => /\[trace\].*(GET|POST) https:\/\/soil\.example/.test(line)), 'traced');
  });
});

/** The note of a part may be replaced while they are read. */
async function filesUnder(directory: string): Promise<[string, Buffer][]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const wanted = entries.filter((entry) => entry.isFile() && !/node_modules/.test(entry.parentPath) && !KEPT_BY_NODE_RED.test(entry.name));
  const paths = wanted.map(({ parentPath, name }) => path.join(parentPath, name));
  return Promise.all(paths.map(async (file): Promise<[string, Buffer]> => [file, await readFile(file).catch((error: unknown) => emptyWhereGone(error))]));
}

function emptyWhereGone(error: unknown): Buffer {
  if (isSystemError(error, 'ENOENT')) return Buffer.alloc(0);
  throw error;
}

/** An entrance to each node, and a file in which every error and status ends up. */
function flowAt(origin: string, proxyUrl: string, notes: string, version = 0): object[] {
  const note = (id: string, expression: string): object => node(id, 'change', [['notes']], { rules: [{ t: 'set', p: 'payload', pt: 'msg', to: expression, tot: 'jsonata' }] });
  const doors = ['discover', 'submit', 'wait', 'download'].flatMap((target) => [
    node(`in-${target}`, 'http in', [[`take-${target}`, 'accepted']], { url: `/to/${target}`, method: 'post' }),
    node(`take-${target}`, 'change', [[target]], {
      rules: [
        { t: 'set', p: 'soil', pt: 'msg', to: 'payload.soil', tot: 'msg' },
        { t: 'set', p: 'payload', pt: 'msg', to: 'payload.payload', tot: 'msg' },
        { t: 'delete', p: 'req', pt: 'msg' },
        { t: 'delete', p: 'res', pt: 'msg' },
      ],
    }),
  ]);
  return [
    { id: 'tab', type: 'tab', label: 'secrets' },
    { id: 'tls', type: 'tls-config', cert: '', key: '', ca: '', certname: 'c', keyname: 'k', caname: 'a', servername: 'soil.example', verifyservercert: true },
    { id: 'proxy', type: 'http proxy', url: proxyUrl, noproxy: [] },
    { id: 'svc', type: 'soil-service', mode: 'service', baseUrl: origin, authUrl: origin, timeout: 60 + version, requestsPerSecond: 0, allowPrivateHosts: true, tls: 'tls', proxy: 'proxy' },
    ...doors,
    node('accepted', 'http response', [], { statusCode: '202' }),
    node('discover', 'soil-discover', [[]], { service: 'svc', resource: 'all-datasets' }),
    node('submit', 'soil-submit', [['wait']], { service: 'svc', reuse: false }),
    node('wait', 'soil-wait', [['download'], []], { service: 'svc', firstPoll: 0.05, maxPoll: 0.1 }),
    node('download', 'soil-download', [['came'], []], { service: 'svc', filename: 'soil.zip' }),
    note('came', '"file " & payload'),
    node('caught', 'catch', [['failed']], { scope: null }),
    note('failed', '"error " & error.code & " " & $string(error)'),
    node('states', 'status', [['state']], { scope: null }),
    note('state', '"status " & $string(status)'),
    node('notes', 'file', [[]], { filename: notes, filenameType: 'str', appendNewline: true, overwriteFile: 'false' }),
  ];
}
