import assert from 'node:assert/strict';
import { downloadBuffer } from '../../src/download/download-file';
import type { DownloadedBuffer } from '../../src/download/download-request';
import { isSoilError } from '../../src/errors/soil-error';
import { DownloadScenario, failureOf, sha256, zipOf } from './download-scenario';
import type { Answer } from './file-server';

const content = zipOf(5000);
const html = '<!doctype html><title>Please log in</title>'.padEnd(2000);

describe('a download into memory', () => {
  const scenario = DownloadScenario.inEachTest(content);
  const buffer = (more: object = {}): Promise<DownloadedBuffer> => downloadBuffer({ ...scenario.request(), maxBytes: 10_000, ...more }, { clock: scenario.clock, random: () => 0.5 });

  it('gives the bytes and what is known of them', async () => {
    const { buffer: found, ...known } = await buffer();
    assert.ok(found.equals(content));
    assert.deepEqual(known, { bytes: 5000, sha256: sha256(content), attempts: 1, resumed: 0, expires: null, entries: 1 });
    assert.deepEqual(await scenario.names(), []);
  });

  it('goes on after breaks like one to a file', async () => {
    scenario.server.answers.push({ cutAfter: 1000 }, { rangeBytes: 500 }, { ignoreRange: true, cutAfter: 100 });
    const { buffer: found, resumed, attempts } = await buffer();
    assert.ok(found.equals(content));
    assert.deepEqual([attempts, resumed], [4, 2]);
  });

  it('is fetched once more if it came without its end and without a length', async () => {
    const cut: Answer = { length: 'close', body: content.subarray(0, 3000) };
    scenario.server.answers.push(cut);
    const { buffer: found, attempts } = await buffer();
    assert.ok(found.equals(content));
    assert.equal(attempts, 2);
    scenario.server.answers.push(cut, cut);
    await failureOf(buffer(), 'SOIL_ARCHIVE', /its directory is missing/);
    assert.equal(scenario.server.requests.length, 4);
  });

  it('is limited', async () => {
    await failureOf(buffer({ maxBytes: 4999 }), 'SOIL_DOWNLOAD', /the limit is 4999/);
    scenario.server.answers.push({ length: 'chunked' });
    await failureOf(buffer({ maxBytes: 4999 }), 'SOIL_DOWNLOAD', /the limit is 4999/);
  });

  it('refuses what is not a zip', async () => {
    scenario.server.answers.push({ body: html });
    await failureOf(buffer(), 'SOIL_ARCHIVE', /is not a zip file/);
  });

  it('stops when told to', async () => {
    const reason = new Error('stopped');
    await assert.rejects(buffer({ signal: AbortSignal.abort(reason) }), (error) => error === reason && !isSoilError(error));
  });
});
