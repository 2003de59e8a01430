import assert from 'node:assert/strict';
import type { DownloadFiles } from '../../src/download/download-files';
import { needRoom } from '../../src/download/needed-room';
import { faultyFiles } from '../archive/faulty-files';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';

const MEGABYTE = 1_000_000;

/** A file system with so much room, whatever is written to it. */
function diskOf(bytes: number, number = 1, onAsked = (): void => undefined): DownloadFiles {
  const { files } = faultyFiles(() => undefined);
  const answers: Record<string, () => Promise<unknown>> = {
    statfs: () => {
      onAsked();
      return Promise.resolve({ blocks: 1, bavail: bytes, bsize: 1 });
    },
    stat: () => Promise.resolve({ dev: number }),
  };
  return new Proxy(files, { get: (from, name) => answers[String(name)] ?? (Reflect.get(from, name) as unknown) });
}

describe('The room for a download', () => {
  const scenario = DownloadScenario.inEachTest(zipOf(2 * MEGABYTE));

  it('is what the disk has, less what others still need', async () => {
    let missing = 2 * MEGABYTE;
    const letGo = await needRoom('/downloads', () => missing, diskOf(3 * MEGABYTE));
    const refusal = /needs 2000000 bytes, but there is room for 1000000 in \/downloads after what other downloads need \(2000000 bytes\)\./;
    await assert.rejects(needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE)), refusal);
    (await needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE, 2)))();
    missing = MEGABYTE;
    (await needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE)))();
    missing = 2 * MEGABYTE;
    letGo();
    (await needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE)))();
  });

  it('is let go of once, and is never more than the disk has', async () => {
    const letGo = await needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE));
    letGo();
    const ofNext = await needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE));
    letGo();
    await assert.rejects(needRoom('/downloads', () => 2 * MEGABYTE, diskOf(3 * MEGABYTE)), /after what other downloads need/);
    ofNext();
    let missing = 2 * MEGABYTE;
    const ofLonger = await needRoom('/downloads', () => missing, diskOf(3 * MEGABYTE));
    missing = -50 * MEGABYTE;
    await assert.rejects(needRoom('/downloads', () => 4 * MEGABYTE, diskOf(3 * MEGABYTE)), /there is room for 3000000 in/);
    ofLonger();
  });

  it('is kept for a download that is under way, until it ends', async () => {
    let asked = false;
    const files = diskOf(2.5 * MEGABYTE, 1, () => (asked = true));
    scenario.server.answers.push({ stallAfter: MEGABYTE });
    const controller = new AbortController();
    const first = scenario.download({ signal: controller.signal, filename: 'first.zip', job: 'job-1' }, { files });
    first.catch(() => undefined);
    // What the server has sent may not have been looked at yet: the room is reserved in the turn in which it is asked for.
    while (!asked) await new Promise((resolve) => setTimeout(resolve, 5));
    await failureOf(scenario.download({ filename: 'second.zip', job: 'job-2' }, { files }), 'SOIL_STORAGE', /after what other downloads need/);
    controller.abort();
    await assert.rejects(first);
    assert.equal((await scenario.download({ filename: 'second.zip', job: 'job-2' }, { files })).bytes, 2 * MEGABYTE);
  });

  it('is no longer kept if the file begins again and its length is unknown: what came before may be of another one', async () => {
    const files = diskOf(2.5 * MEGABYTE);
    scenario.server.answers.push({ cutAfter: MEGABYTE }, { ignoreRange: true, length: 'chunked', stallAfter: 1000 });
    const controller = new AbortController();
    const first = scenario.download({ signal: controller.signal, filename: 'first.zip', job: 'job-1' }, { files });
    first.catch(() => undefined);
    while (scenario.server.sentBytes < MEGABYTE + 1000) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    try {
      assert.equal((await scenario.download({ filename: 'second.zip', job: 'job-2' }, { files })).bytes, 2 * MEGABYTE);
    } finally {
      controller.abort();
    }
    await assert.rejects(first);
  });
});
