import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { DigestThread } from '../../src/download/digest-thread';
import { PartFile } from '../../src/download/part-file';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { sha256 } from './download-scenario';
import { MiB, unchecked } from './part-scenario';

describe('the part of a large download', () => {
  const content = randomBytes(33 * MiB + 5);
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'soil-large-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const claim = (files = faultyFiles(() => undefined).files): Promise<PartFile> => PartFile.claim({ target: join(folder, 'soil.zip'), origin: 'job 1', files, now: Date.now() });
  const begin = (part: PartFile): Promise<void> => part.restart({ etag: '"a"', total: content.length });
  const write = async (part: PartFile, from: number, to = content.length): Promise<void> => {
    for (let at = from; at < to; at += 100_000) await part.write(content.subarray(at, Math.min(to, at + 100_000)));
  };
  /** All of it is there: its digest is that of the file, and the file is what came. */
  const finish = async (part: PartFile): Promise<void> => {
    assert.equal((await part.finish(unchecked)).sha256, sha256(content));
    assert.ok(content.equals(await readFile(part.path)));
    await part.release();
  };
  const thread = (part: PartFile): Worker => {
    const digest: unknown = Reflect.get(part, 'digest');
    assert.ok(digest instanceof DigestThread);
    return Reflect.get(Reflect.get(digest, 'thread') as object, 'worker') as Worker;
  };

  it('has a thread for its digest, which ends with it, and leaves no file open', async () => {
    const { files, open } = faultyFiles(() => undefined);
    const part = await claim(files);
    await begin(part);
    const worker = thread(part);
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    await write(part, 0);
    await finish(part);
    await ended;
    assert.equal(open(), 0);
  });

  it('has its digest made from the file if the thread is lost', async () => {
    const part = await claim();
    await begin(part);
    await write(part, 0, 10 * MiB);
    await thread(part).terminate();
    await write(part, 10 * MiB);
    await finish(part);
  });

  it('is gone on with from any byte, its thread with it', async () => {
    const first = await claim();
    await begin(first);
    await write(first, 0, 7 * MiB + 3);
    await first.abandon();
    const part = await claim();
    assert.equal(part.held.bytes, 7 * MiB + 3);
    thread(part);
    await write(part, part.held.bytes);
    await finish(part);
  });

  it('ends its threads if it begins again, is given up, or cannot be opened', async () => {
    const part = await claim();
    await begin(part);
    const ended = [thread(part)].map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    await begin(part);
    ended.push(new Promise((resolve) => thread(part).once('exit', resolve)));
    await write(part, 0, 2 * MiB);
    await part.abandon();
    await Promise.all(ended);
    const { files, open } = faultyFiles(({ operation }) => (operation === 'read' ? systemError('EIO') : undefined));
    await assert.rejects(claim(files));
    assert.equal(open(), 0);
  });
});
