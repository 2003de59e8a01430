import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { downloadBuffer } from '../../src/download/download-file';
import { buildZip } from '../archive/zip-builder';
import { until } from '../time/until';
import { DownloadScenario, failureOf, sha256, zipOf } from './download-scenario';
import type { Answer } from './file-server';

const content = zipOf(300_000);
const gzip = gzipSync(content);

describe('a file that is sent encoded, though that was not asked for', () => {
  const scenario = DownloadScenario.inEachTest(content, 0);
  const encoded = (coding: string, body: Buffer, more: Answer = {}): Answer => ({ body, ...more, headers: { 'content-encoding': coding, etag: '"v1"', ...more.headers } });

  it('is decoded on its way, in each encoding that is known', async () => {
    for (const [coding, body] of [['gzip', gzip], ['X-GZIP', gzip], ['aws-chunked,gzip', gzip], ['deflate', deflateSync(content)], ['deflate', deflateRawSync(content)], [' br', brotliCompressSync(content)]] as const) {
      scenario.server.answers.push(encoded(coding, body));
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.attempts, file.resumed], [1, 0]);
    }
    scenario.server.answers.push(encoded('gzip', gzip, { length: 'close' }));
    const { buffer, ...file } = await downloadBuffer({ ...scenario.request(), maxBytes: content.length });
    assert.ok(buffer.equals(content));
    assert.equal(file.sha256, sha256(content));
  });

  it('begins again if it was cut, whether or not the connection shows that', async () => {
    for (const length of [undefined, 'close', 'chunked'] as const) {
      scenario.server.answers.push(encoded('gzip', gzip, { length, cutAfter: 200_000 }), encoded('gzip', gzip));
      const before = scenario.server.requests.length;
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.attempts, file.resumed], [2, 0]);
      assert.deepEqual(scenario.server.requests.slice(before).map(({ range }) => range), [undefined, undefined]);
    }
  });

  it('is never continued at a byte of the coded form', async () => {
    const rest = { status: 206, headers: { 'content-range': `bytes 100000-${gzip.length - 1}/${gzip.length}` } };
    scenario.server.answers.push({ cutAfter: 100_000 }, encoded('gzip', gzip.subarray(100_000), rest), encoded('gzip', gzip));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.equal(file.resumed, 0);
  });

  it('is no whole file where the server calls it a range, as that counts the bytes of the coded form', async () => {
    scenario.server.answers.push(encoded('gzip', gzip, { status: 206, headers: { 'content-range': `bytes 0-${gzip.length - 1}/${gzip.length}` } }));
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /part of the file \(206\) although the whole was requested/);
  });

  it('ends at the limit, however large it is when decoded', async () => {
    const bomb = gzipSync(Buffer.concat([content.subarray(0, 1000), Buffer.alloc(64 * 2 ** 20)]));
    scenario.server.answers.push(encoded('gzip', bomb));
    await failureOf(scenario.download({ maxBytes: 2 ** 20 }), 'SOIL_DOWNLOAD', /the limit is 1048576 bytes/);
    assert.deepEqual(await scenario.names(), []);
  });

  it('is read as a page if it is one, and refused with the words of it', async () => {
    scenario.server.answers.push(encoded('gzip', gzipSync('<html><title>Log in</title></html>'), { headers: { 'content-type': 'text/html' } }));
    await failureOf(scenario.download(), 'SOIL_ARCHIVE', /is not a zip file \(text\/html\)\. It says: Log in\./);
    scenario.server.answers.push(encoded('gzip', gzipSync('{"message":"Not for you"}'), { status: 402 }));
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /answered 402\. It says: Not for you\./);
  });

  it('is damaged in the middle: the next try would bring the same', async () => {
    const damaged = Buffer.from(gzipSync(buildZip([{ name: 'a.csv', content: Buffer.alloc(100_000, 'soil ') }])));
    damaged.fill(0xff, 60, 70);
    scenario.server.answers.push(encoded('gzip', damaged));
    await failureOf(scenario.download(), 'SOIL_DOWNLOAD', /cannot be decoded/);
  });

  it('stops when the download is stopped', async () => {
    const stop = new AbortController();
    scenario.server.answers.push(encoded('gzip', gzip, { stallAfter: 200_000 }));
    const rejected = assert.rejects(scenario.download({ signal: stop.signal }), /stopped/);
    // Progress need not be reported by then: it would wait until the silence counts as a fault.
    await until(() => scenario.server.sentBytes > 0, 'the file is on its way');
    stop.abort(new Error('stopped'));
    await rejected;
  });
});
