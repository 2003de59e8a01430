import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { lstat, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { downloadFile } from '../../src/download/download-file';
import type { DownloadProgress } from '../../src/download/progress';
import { hostileZip } from '../archive/hostile-zips';
import { buildZip } from '../archive/zip-builder';
import { openFiles } from '../processes/open-files';
import { makeCertificate } from '../servers/certificates';
import { startScriptedServer } from '../servers/scripted-server';
import { DownloadScenario, failureOf, sha256, zipOf } from './download-scenario';

const content = zipOf(5000);
const html = '<!doctype html><title>Please log in</title>'.padEnd(2000);

describe('a download to a file', () => {
  const scenario = DownloadScenario.inEachTest(content);

  it('gives the file and what is known of it', async () => {
    const expires = '2030-01-01T00:00:00.000Z';
    const file = await scenario.download({ expires });
    await scenario.assertWhole(file);
    assert.deepEqual(file, { path: join(scenario.folder, 'soil.zip'), bytes: 5000, sha256: sha256(content), attempts: 1, resumed: 0, expires, entries: 1 });
  });

  it('makes the folder, and is not led out of it by the name', async () => {
    const file = await scenario.download({ directory: join(scenario.folder, 'a/b'), filename: '../../../evil/soil.zip' });
    assert.equal(file.path, join(scenario.folder, 'a/b', '_.._.._evil_soil.zip'));
    assert.deepEqual(await readdir(join(scenario.folder, 'a/b')), ['_.._.._evil_soil.zip']);
  });

  it('takes a file of any length, announced or not', async () => {
    for (const length of ['close', 'chunked'] as const) {
      scenario.server.answers.push({ length });
      await scenario.assertWhole(await scenario.download());
    }
  });

  it('takes a zip without files', async () => {
    scenario.server.content = buildZip([]);
    assert.equal((await scenario.download()).entries, 0);
  });

  it('takes a large file in pieces of any size, the first of one byte', async () => {
    scenario.server.content = zipOf(3_000_000);
    for (const answer of [{}, { single: 3 }]) {
      scenario.server.answers.push(answer);
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.equal(file.attempts, 1);
    }
  });

  it('waits for a server that is busy, as long as it asks for', async () => {
    scenario.server.answers.push({ status: 503, headers: { 'retry-after': '7' } }, { status: 429 }, { status: 500 }, { status: 408 }, { status: 425 });
    await scenario.assertWhole(await scenario.download());
    assert.deepEqual(scenario.delays.map(({ reason, seconds }) => [reason, seconds]), [['rate-limit', 7], ['rate-limit', 0.75], ['retry', 1.5], ['retry', 3], ['retry', 6]]);
  });

  it('waits for a file that the server says is not there yet', async () => {
    for (const status of [202, 204]) scenario.server.answers.push({ status, headers: { 'retry-after': '7' } });
    await scenario.assertWhole(await scenario.download());
    assert.deepEqual(scenario.delays, [7, 7].map((seconds) => ({ reason: 'rate-limit', seconds })));
    scenario.server.answers.push({ status: 202, headers: { 'retry-after': '400' } });
    await failureOf(scenario.download(), 'SOIL_UNAVAILABLE', /answered 202/);
  });

  it('gives up at once on a server that asks for more patience than there is', async () => {
    scenario.server.answers.push({ status: 429, headers: { 'retry-after': '1000' } }, { status: 503, headers: { 'retry-after': '1000000000' } });
    const limited = await failureOf(scenario.download(), 'SOIL_RATE_LIMITED', /answered 429/);
    assert.deepEqual([limited.cause.status, limited.cause.retryAfter], [429, 1000]);
    assert.equal((await failureOf(scenario.download(), 'SOIL_UNAVAILABLE', /answered 503/)).cause.retryAfter, 1e9);
    assert.deepEqual(scenario.delays, []);
    scenario.server.answers.push({ status: 503, headers: { 'retry-after': '400.2' } });
    const error = await failureOf(scenario.download(), 'SOIL_UNAVAILABLE');
    assert.deepEqual(error.cause, { method: 'GET', url: `${scenario.server.origin}/soil.zip`, status: 503, retryAfter: 401 });
  });

  it('does not repeat what would fail again', async () => {
    for (const status of [201, 202, 204, 300, 304, 402, 405, 406, 409, 412, 418, 451]) {
      scenario.server.answers.push({ status });
      const error = await failureOf(scenario.download(), 'SOIL_DOWNLOAD', new RegExp(`answered ${status}`));
      assert.equal(error.cause.status, status);
      assert.doesNotMatch(error.message, /attempts/);
    }
    scenario.server.answers.push({ status: 206, headers: { etag: '"v1"', 'content-range': 'bytes 0-1/5000' } });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /part of the file \(206\) although the whole was requested/);
    scenario.server.answers.push({ headers: { 'content-encoding': 'gzip' } });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /in the encoding "gzip", but it cannot be decoded \(incorrect header check\)\. Report it/);
    scenario.server.answers.push({ headers: { 'content-encoding': 'gzip, br' } });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /in the encoding "gzip, br", which was not asked for/);
    scenario.server.answers.push({ headers: { 'content-encoding': `aws-chunked, ZSTD, ${'x'.repeat(100)}` } });
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /in the encoding "aws-chunked, ZSTD, x{21}"/);
    assert.deepEqual(scenario.delays, []);
    assert.deepEqual(await scenario.names(), []);
  });

  it('does not wait for the end of a body when the status is enough', async () => {
    scenario.server.answers.push({ status: 503, body: Buffer.alloc(5_000_000), stallAfter: 4_000_000 });
    await scenario.assertWhole(await scenario.download());
  });

  it('says so if the link is not one, and leaves nothing', async () => {
    for (const job of ['job-1', undefined]) {
      await failureOf(scenario.download({ job, url: 'soil.zip?signature=secret' }), 'SOIL_DOWNLOAD', /Refused to follow the download link: it is not a valid URL/);
    }
    assert.deepEqual(await scenario.names(), []);
  });

  it('asks the name service that it is given, every time', async () => {
    const asked: string[] = [];
    const resolve = (name: string): Promise<{ address: string; family: number }[]> => {
      asked.push(name);
      return Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
    };
    for (let count = 0; count < 2; count++) {
      await failureOf(downloadFile(scenario.request({ url: 'https://files.example/soil.zip' }), { resolve }), 'SOIL_DOWNLOAD', /files\.example \(10\.0\.0\.1\) is in a private network/);
    }
    assert.deepEqual(asked, ['files.example', 'files.example']);
  });

  it('keeps no connection that nobody else can use', async () => {
    await scenario.download();
    scenario.server.answers.push({ status: 403 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    while ((await scenario.server.connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('ignores an encoding that is not one', async () => {
    for (const encoding of ['Identity', 'aws-chunked', 'binary', '']) {
      scenario.server.answers.push({ headers: { 'content-encoding': encoding } });
      await scenario.assertWhole(await scenario.download());
    }
  });

  it('reports a server that cannot be reached, and a certificate that is not trusted', async () => {
    await failureOf(scenario.download({ url: 'http://127.0.0.1:1/soil.zip', retryBudgetSeconds: 1 }), 'SOIL_UNAVAILABLE', /refused the connection/);
    await failureOf(scenario.download({ url: 'https://10.0.0.1/soil.zip' }), 'SOIL_DOWNLOAD', /in a private network/);
    await failureOf(scenario.download({ apiOrigin: 'https://api.example' }), 'SOIL_DOWNLOAD', /on this machine/);
    await scenario.assertWhole(await scenario.download({ apiOrigin: 'https://api.example', allowPrivateHosts: true }));
  });

  it('does not try again if a certificate is not trusted or the answer is not HTTP', async () => {
    const secure = await startScriptedServer({ tls: makeCertificate({ names: ['127.0.0.1'] }) });
    await failureOf(scenario.download({ url: `${secure.origin}/soil.zip` }), 'SOIL_UNAVAILABLE', /is not signed by an authority/);
    await secure.close();
    const noise = createServer((socket) => socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve));
    await failureOf(scenario.download({ url: `http://127.0.0.1:${(noise.address() as AddressInfo).port}/` }), 'SOIL_DOWNLOAD', /does not answer as HTTP requires/);
    noise.close();
    assert.deepEqual(scenario.delays, []);
  });

  it('reports a certificate of ours that cannot be read', async () => {
    await failureOf(scenario.download({ tls: { cert: 'no certificate', key: 'no key' } }), 'SOIL_CONFIG', /cannot be read/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('refuses more bytes than allowed: announced, or when they come', async () => {
    await failureOf(scenario.download({ maxBytes: 4999 }), 'SOIL_DOWNLOAD', /it has 5000 bytes or more, and the limit is 4999/);
    scenario.server.answers.push({ length: 'chunked' });
    await failureOf(scenario.download({ maxBytes: 4999 }), 'SOIL_DOWNLOAD', /the limit is 4999/);
    await scenario.assertWhole(await scenario.download({ maxBytes: 5000 }));
    scenario.server.content = zipOf(2_000_000);
    scenario.server.answers.push({ length: 'chunked' });
    await failureOf(scenario.download({ maxBytes: 1_500_000, filename: 'large.zip' }), 'SOIL_DOWNLOAD', /the limit is 1500000/);
    assert.deepEqual(await scenario.names(), ['soil.zip']);
  });

  it('tells a web page from a zip by its first bytes', async () => {
    scenario.server.answers.push({ body: html, headers: { 'content-type': 'text/html; charset=utf-8' } }, { body: 'PK' }, { body: '' });
    const error = await failureOf(scenario.download(), 'SOIL_ARCHIVE', /is not a zip file \(text\/html; charset=utf-8\)\. It says: Please log in\. Check/);
    assert.deepEqual(error.cause, { detail: 'Please log in', status: 200, method: 'GET', url: `${scenario.server.origin}/soil.zip` });
    await failureOf(scenario.download(), 'SOIL_ARCHIVE', /too short to be a zip/);
    await failureOf(scenario.download(), 'SOIL_ARCHIVE', /too short to be a zip/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('knows a zip by where its signature is, and cuts a long content type and replaces its control characters', async () => {
    scenario.server.answers.push({ body: `xPK\x03\x04${'x'.repeat(100)}`, headers: { 'content-type': `\u009b${'y'.repeat(300)}` } });
    await failureOf(scenario.download(), 'SOIL_ARCHIVE', /is not a zip file \(\?y{99}\)/);
  });

  it('refuses a hostile zip and leaves nothing of it', async () => {
    for (const name of ['parent folder', 'symbolic link', 'entries that overlap', 'something behind', 'patch data']) {
      scenario.server.answers.push({ body: hostileZip(name).zip() });
      await failureOf(scenario.download(), 'SOIL_ARCHIVE', /corrupt or unsafe/);
      assert.deepEqual(await scenario.names(), []);
    }
  });

  it('reports progress, and at its end the whole', async () => {
    const reports: DownloadProgress[] = [];
    scenario.server.content = zipOf(2_000_000);
    await scenario.download({ onProgress: (progress) => reports.push(progress) });
    const last = reports.at(-1);
    assert.deepEqual([last?.bytes, last?.total, last?.percent], [2_000_000, 2_000_000, 100]);
    assert.ok(reports.every(({ bytes }, index) => index === 0 || bytes >= (reports[index - 1]?.bytes ?? 0)));
  });

  describe('if there is a file of that name', () => {
    const old = zipOf(300, 9);
    beforeEach(() => writeFile(join(scenario.folder, 'soil.zip'), old));

    it('replaces it, but not before the new one is whole', async () => {
      scenario.server.answers.push({ body: html });
      await failureOf(scenario.download({ exists: 'replace' }), 'SOIL_ARCHIVE');
      assert.ok((await scenario.read()).equals(old));
      await scenario.assertWhole(await scenario.download({ exists: 'replace' }));
    });

    it('keeps it, and sends no request', async () => {
      const file = await scenario.download({ exists: 'keep', expires: '2030-01-01T00:00:00Z' });
      await scenario.assertWhole(file, old);
      assert.deepEqual([file.attempts, file.resumed, file.entries, file.expires], [0, 0, 1, '2030-01-01T00:00:00Z']);
      assert.equal(scenario.server.requests.length, 0);
    });

    it('stops reading it when told to', async () => {
      const reason = new Error('redeployed');
      await assert.rejects(scenario.download({ exists: 'keep', signal: AbortSignal.abort(reason) }), reason);
      assert.ok(!(await openFiles()).includes(join(scenario.folder, 'soil.zip')), 'it is not left open');
    });

    it('says so if the file to keep is corrupt, which would otherwise be given for ever', async () => {
      const path = join(scenario.folder, 'soil.zip');
      const corrupt = await readFile(path);
      corrupt.writeUInt8(corrupt.readUInt8(60) ^ 0xff, 60);
      await writeFile(path, corrupt);
      await failureOf(scenario.download({ exists: 'keep' }), 'SOIL_ARCHIVE', /already exists .* Remove it, or choose "replace"/);
    });

    it('says so if the file to keep is not a zip', async () => {
      await writeFile(join(scenario.folder, 'soil.zip'), html);
      await failureOf(scenario.download({ exists: 'keep' }), 'SOIL_ARCHIVE', /already exists .* Remove it, or choose "replace"/);
      assert.equal((await scenario.read()).toString(), html);
    });

    it('says so if what it is to keep is not a file', async () => {
      await mkdir(join(scenario.folder, 'folder.zip'));
      await failureOf(scenario.download({ exists: 'keep', filename: 'folder.zip' }), 'SOIL_STORAGE');
    });

    it('takes the next number', async () => {
      const paths = [];
      for (let count = 0; count < 3; count++) paths.push((await scenario.download({ exists: 'number' })).path);
      assert.deepEqual(paths, ['soil-2.zip', 'soil-3.zip', 'soil-4.zip'].map((name) => join(scenario.folder, name)));
      assert.ok((await scenario.read()).equals(old));
    });
  });

  it('keeps a file that appears while it is under way', async () => {
    const early = zipOf(700, 3);
    scenario.server.answers.push({ before: () => writeFileSync(join(scenario.folder, 'soil.zip'), early) });
    await scenario.assertWhole(await scenario.download({ exists: 'keep' }), early);
  });

  it('never follows a symbolic link in its place', async () => {
    const elsewhere = join(scenario.folder, 'elsewhere');
    await writeFile(elsewhere, 'precious');
    await symlink(elsewhere, join(scenario.folder, 'soil.zip'));
    await scenario.download({ exists: 'replace' });
    assert.ok((await lstat(join(scenario.folder, 'soil.zip'))).isFile());
    await symlink(elsewhere, join(scenario.folder, 'other.zip'));
    assert.equal((await scenario.download({ filename: 'other.zip', exists: 'number' })).path, join(scenario.folder, 'other-2.zip'));
    assert.equal(await readFile(elsewhere, 'utf8'), 'precious');
  });
});
