import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockWriter } from '../../src/download/block-writer';
import { DigestHere } from '../../src/download/digest';

const KiB = 1024;
const BLOCK = 512 * KiB;

/** A file whose writes end when the test says so. */
class PlayedFile {
  readonly writes: { bytes: number; position: number; end: (outcome?: Error | number) => void }[] = [];
  readonly syncs: ((outcome?: Error) => void)[] = [];
  readonly handle = {
    write: (_block: Buffer, _from: number, bytes: number, position: number) =>
      new Promise((resolve, reject) => {
        this.writes.push({ bytes, position, end: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve({ bytesWritten: outcome ?? bytes })) });
      }),
    datasync: () => new Promise<void>((resolve, reject) => this.syncs.push((outcome) => (outcome ? reject(outcome) : resolve()))),
  } as unknown as FileHandle;

  /** Ends writes as they come, until told to stop. */
  endAll(): void {
    for (const write of this.writes.splice(0)) write.end();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('writing in blocks', () => {
  let file: PlayedFile;
  let writer: BlockWriter;
  beforeEach(() => {
    file = new PlayedFile();
    writer = new BlockWriter(file.handle, 100, new DigestHere());
  });
  const places = (): [number, number][] => file.writes.map(({ position, bytes }) => [position, bytes]);

  it('gathers pieces to blocks of 512 KiB, and writes one while it gathers the next', async () => {
    writer = new BlockWriter(file.handle, 0, new DigestHere());
    assert.equal(writer.write(Buffer.alloc(500 * KiB)), undefined);
    assert.deepEqual(places(), []);
    assert.equal(writer.write(Buffer.alloc(12 * KiB)), undefined);
    assert.deepEqual(places(), [[0, BLOCK]]);
    assert.equal(writer.write(Buffer.alloc(510 * KiB)), undefined);
    const full = writer.write(Buffer.alloc(10 * KiB));
    assert.ok(full);
    assert.equal(file.writes.length, 1);
    file.writes[0]?.end();
    await full;
    assert.deepEqual(places(), [[0, BLOCK], [BLOCK, BLOCK]]);
  });

  it('begins with a shorter block if an earlier run left off between two', async () => {
    const full = writer.write(Buffer.alloc(3 * BLOCK));
    for (let count = 0; count < 2; count++) {
      file.writes.at(-1)?.end();
      await settle();
    }
    await full;
    assert.deepEqual(places(), [[100, BLOCK - 100], [BLOCK, BLOCK], [2 * BLOCK, BLOCK]]);
  });

  it('keeps no piece: each may be changed as soon as the next one may come', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'soil-blocks-'));
    const handle = await open(join(folder, 'file'), 'w+');
    try {
      const content = randomBytes(5 * BLOCK + 77);
      writer = new BlockWriter(handle, 0, new DigestHere());
      const piece = Buffer.alloc(BLOCK + 7);
      for (let at = 0; at < content.length; ) {
        const length = Math.min(content.length - at, 1 + ((at * 7919) % piece.length));
        content.copy(piece, 0, at, at + length);
        await writer.write(piece.subarray(0, length));
        piece.fill(0);
        at += length;
      }
      await writer.flush();
      assert.ok(content.equals(await readFile(join(folder, 'file'))));
    } finally {
      await handle.close();
      await rm(folder, { recursive: true });
    }
  });

  it('has written everything when it is flushed, the block under way included', async () => {
    void writer.write(Buffer.alloc(BLOCK));
    let flushed = false;
    const flush = writer.flush().then(() => (flushed = true));
    await settle();
    assert.deepEqual(places(), [[100, BLOCK - 100]]);
    file.endAll();
    await settle();
    assert.deepEqual(places(), [[BLOCK, 100]]);
    assert.equal(flushed, false);
    file.endAll();
    await flush;
  });

  it('has written everything when it is flushed, also pieces that nobody waits for any more', async () => {
    void writer.write(Buffer.alloc(BLOCK));
    void writer.write(Buffer.alloc(BLOCK + 5));
    let flushed = false;
    const flush = writer.flush().then(() => (flushed = true));
    file.endAll();
    await settle();
    assert.deepEqual([places(), flushed], [[[BLOCK, BLOCK]], false]);
    file.endAll();
    await settle();
    assert.deepEqual([places(), flushed], [[[2 * BLOCK, 105]], false]);
    file.endAll();
    await flush;
  });

  it('reports a failed block in the next call, and in every one after it', async () => {
    const full = new Error('full');
    for (const next of [() => Promise.resolve(writer.write(Buffer.alloc(1))), () => writer.flush()]) {
      file = new PlayedFile();
      writer = new BlockWriter(file.handle, 0, new DigestHere());
      void writer.write(Buffer.alloc(BLOCK));
      file.writes[0]?.end(full);
      await settle();
      await assert.rejects(async () => next(), full);
      await assert.rejects(async () => next(), full);
      assert.equal(file.writes.length, 1);
    }
  });

  it('reports a failed block to those who wait for it, and writes nothing after it', async () => {
    const full = new Error('full');
    void writer.write(Buffer.alloc(BLOCK));
    const waiting = writer.write(Buffer.alloc(BLOCK));
    const flush = writer.flush();
    file.writes[0]?.end(full);
    await assert.rejects(waiting ?? Promise.resolve(), full);
    await assert.rejects(flush, full);
    assert.equal(file.writes.length, 1);
  });

  it('writes the rest if fewer bytes were taken', async () => {
    void writer.write(Buffer.alloc(BLOCK));
    for (const taken of [100 * KiB, 150 * KiB, 199 * KiB]) {
      file.writes.at(-1)?.end(taken);
      await settle();
    }
    const end = BLOCK - 100;
    assert.deepEqual(places(), [[100, end], [100 + 100 * KiB, end - 100 * KiB], [100 + 250 * KiB, end - 250 * KiB], [100 + 449 * KiB, end - 449 * KiB]]);
  });

  it('syncs what it wrote every 64 MiB, one sync at a time, and reports an error of that', async () => {
    const write = async (mebibytes: number): Promise<void> => {
      for (let count = 0; count < mebibytes * 2; count++) {
        void writer.write(Buffer.alloc(BLOCK));
        file.endAll();
        await settle();
      }
    };
    writer = new BlockWriter(file.handle, 0, new DigestHere());
    await write(63);
    assert.equal(file.syncs.length, 0);
    await write(1);
    assert.equal(file.syncs.length, 1);
    await write(80);
    assert.equal(file.syncs.length, 1);
    file.syncs[0]?.();
    await settle();
    await write(1);
    assert.equal(file.syncs.length, 2);
    const flush = writer.flush();
    await settle();
    file.syncs[1]?.(new Error('broken'));
    await assert.rejects(flush, /broken/);
    assert.throws(() => writer.write(Buffer.alloc(1)), /broken/);
  });
});
