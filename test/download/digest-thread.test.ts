import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DigestHere, startDigest, type Digest } from '../../src/download/digest';
import { DigestThread } from '../../src/download/digest-thread';
import { DirectFile } from '../../src/download/direct-file';

const MiB = 2 ** 20;
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

describe('the digest of a download', () => {
  const digests: Digest[] = [];
  const started = <Kind extends Digest>(digest: Kind): Kind => {
    digests.push(digest);
    return digest;
  };
  afterEach(() => {
    for (const digest of digests.splice(0)) digest.close();
  });

  it('is made in a thread of its own for a large one', () => {
    assert.ok(started(startDigest(true)) instanceof DigestThread);
    assert.ok(started(startDigest(false)) instanceof DigestHere);
  });

  for (const isLarge of [false, true]) {
    for (const bytes of [0, 1, MiB, 9 * MiB + 12_345]) {
      it(`of ${bytes} bytes is right${isLarge ? ', from a thread' : ''}, however they come`, async () => {
        const content = randomBytes(bytes);
        const digest = started(startDigest(isLarge));
        const piece = Buffer.alloc(2 * MiB);
        for (let at = 0; at < bytes; ) {
          const length = Math.min(bytes - at, 1 + ((at * 7919) % piece.length));
          content.copy(piece, 0, at, at + length);
          await digest.update(piece.subarray(0, length));
          // A piece may be changed as soon as the next one may come.
          piece.fill(0);
          at += length;
        }
        assert.equal(await digest.finish(), sha256(content));
      });
    }
  }

  it('is that of all pieces, also of those that nobody waits for', async () => {
    const content = randomBytes(9 * MiB);
    const digest = started(new DigestThread());
    for (let at = 0; at < content.length; at += MiB) void digest.update(content.subarray(at, at + MiB));
    assert.equal(await digest.finish(), sha256(content));
  });

  it('reads a piece in place, in memory that threads share, until it says that it is done', async () => {
    const digest = started(new DigestThread());
    const block = DirectFile.memory(4 * MiB);
    randomBytes(block.length).copy(block);
    const expected = sha256(Buffer.from(block));
    await digest.update(block);
    block.fill(0);
    assert.equal(await digest.finish(), expected);
  });

  it('is lost with its thread, and holds nobody up', async () => {
    const digest = started(new DigestThread());
    await digest.update(Buffer.alloc(2 * MiB));
    const waiting = digest.update(Buffer.alloc(9 * MiB));
    await (Reflect.get(Reflect.get(digest, 'thread') as object, 'worker') as Worker).terminate();
    await waiting;
    await digest.update(Buffer.alloc(9 * MiB));
    assert.equal(await digest.finish(), undefined);
  });

  it('is lost with a piece that the thread could not be given, as for want of memory', async () => {
    const digest = started(new DigestThread());
    await digest.update(Buffer.alloc(MiB));
    const memory = new ArrayBuffer(MiB);
    const piece = Buffer.from(memory);
    structuredClone(memory, { transfer: [memory] });
    await digest.update(piece);
    await digest.update(Buffer.alloc(MiB));
    assert.equal(await digest.finish(), undefined);
  });

  it('ends for those that wait when it is closed', async () => {
    const digest = new DigestThread();
    const waiting = digest.update(Buffer.alloc(9 * MiB));
    digest.close();
    await waiting;
    assert.equal(await digest.finish(), undefined);
    digest.close();
  });

  it('is lost from the start if no thread may be started', () => {
    const file = path.resolve('dist', 'src', 'download', 'digest-thread.js');
    const script = `const { DigestThread } = require(${JSON.stringify(file)}); const digest = new DigestThread();
      digest.update(Buffer.alloc(9 * 2 ** 20)); digest.finish().then((found) => { digest.close(); console.log(String(found)); });`;
    const permission = Number(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission';
    const { stdout, stderr } = spawnSync(process.execPath, [permission, '--allow-fs-read=*', '-e', script], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } });
    assert.equal(stdout.trim(), 'undefined', stderr);
  });
});
