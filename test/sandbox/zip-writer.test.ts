import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ZipWriter } from '../../src/sandbox/results/zip-writer';
import { zipEntries } from './zip-entries';

describe('the zip writer of the sandbox', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sandbox-zip-'));
  });
  after(() => rm(folder, { recursive: true }));

  const written = async (entries: [string, Iterable<string | Buffer>][]): Promise<{ zip: Buffer; bytes: number }> => {
    const target = path.join(folder, 'test.zip');
    const file = await open(target, 'w');
    try {
      const writer = new ZipWriter(file, new Date(Date.UTC(2026, 1, 3, 4, 5, 6)));
      for (const [name, content] of entries) await writer.add(name, content);
      const bytes = await writer.finish();
      return { bytes, zip: await readFile(target) };
    } finally {
      await file.close();
    }
  };

  it('writes what another reader reads', async () => {
    const large = Array.from({ length: 300 }, (_, index) => Buffer.alloc(10_000, index));
    const { zip, bytes } = await written([['a.txt', ['one ', 'two']], ['empty', []], ['größe/ß.bin', large]]);
    assert.equal(zip.length, bytes);
    const entries = await zipEntries(zip);
    assert.deepEqual([...entries.keys()], ['a.txt', 'empty', 'größe/ß.bin']);
    assert.equal(String(entries.get('a.txt')), 'one two');
    assert.equal(entries.get('empty')?.length, 0);
    assert.ok(entries.get('größe/ß.bin')?.equals(Buffer.concat(large)));
  });

  it('says the same in the local headers as in the directory', async () => {
    const { zip } = await written([['first.txt', ['x'.repeat(5000)]], ['second.txt', ['y']]]);
    let record = zip.readUInt32LE(zip.length - 6);
    for (let entry = 0; entry < 2; entry++) {
      const local = zip.readUInt32LE(record + 42);
      assert.equal(zip.readUInt32LE(local), 0x04034b50);
      assert.ok(zip.subarray(local + 4, local + 30).equals(zip.subarray(record + 6, record + 32)));
      assert.equal(zip.readUInt16LE(local + 6) & 8, 0, 'no data descriptor');
      record += 46 + zip.readUInt16LE(record + 28);
    }
  });

  it('passes on what goes wrong while an entry is made', async () => {
    const failing = function* (): Generator<string> {
      yield 'x'.repeat(1_000_000);
      throw new Error('the source failed');
    };
    await assert.rejects(written([['a', failing()]]), /the source failed/);
  });

  it('passes on what goes wrong while an entry is written', async () => {
    const target = path.join(folder, 'read-only.zip');
    await writeFile(target, '');
    const file = await open(target, 'r');
    try {
      const noise = Array.from({ length: 100 }, () => randomBytes(100_000));
      await assert.rejects(new ZipWriter(file, new Date(0)).add('a', noise), { code: 'EBADF' });
    } finally {
      await file.close();
    }
  });
});
