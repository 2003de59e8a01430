import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { closeSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { DEFAULT_LIMITS } from '../../src/archive/archive-limits';
import { checkedBytes } from '../../src/archive/checked-bytes';
import type { EntryPlace } from '../../src/archive/local-header';
import { openArchive } from '../../src/archive/safe-archive';
import { verifyArchive } from '../../src/archive/verify-archive';
import type { ZipBytes } from '../../src/archive/zip-bytes';
import { isSoilError, type SoilErrorCode } from '../../src/errors/soil-error';
import { turnsDuring } from '../time/counted-turns';
import { faultyFiles } from './faulty-files';
import { goodZips } from './good-zips';
import { hostileZips } from './hostile-zips';
import { buildZip } from './zip-builder';

const withCode = (code: SoilErrorCode, said: RegExp) => (error: unknown): boolean => {
  assert.ok(isSoilError(error, code), String(error));
  assert.match(error.message, said);
  return true;
};

describe('an archive', () => {
  let folder: string;
  /** Ends the wait for a writer, which would keep this process from ending. */
  let letGo = (): void => undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  after(async () => {
    letGo();
    await rm(folder, { recursive: true, force: true });
  });

  it('is read from memory even while the process can open no file', async () => {
    const zip = buildZip([{ name: 'data.csv', content: Buffer.from('a,b\n') }]);
    const limited = ['-c', 'ulimit -n 256; exec "$0" "$@"', process.execPath, join(__dirname, 'out-of-files.mjs'), zip.toString('base64')];
    const { stdout } = await promisify(execFile)('sh', limited);
    assert.equal(JSON.parse(stdout), 1);
  });

  for (const { name, zip, files, folders } of goodZips) {
    it(`is read from memory, and from a file: ${name}`, async () => {
      const path = join(folder, 'good.zip');
      await writeFile(path, zip);
      for (const source of [zip, path]) {
        const archive = await openArchive(source);
        const found: Record<string, string> = {};
        for (const entry of archive.entries) {
          found[entry.name] = (await buffer(archive.open(entry))).toString();
          assert.equal(entry.bytes, Buffer.byteLength(found[entry.name] ?? ''));
        }
        await archive.close();
        assert.deepEqual(found, files);
        assert.deepEqual(archive.folders, folders);
        assert.equal(await verifyArchive(source, { deep: true }), Object.keys(files).length);
      }
    });
  }

  const content = 'x'.repeat(1000);
  const two = buildZip([
    { name: 'a.csv', content },
    { name: 'b.csv', content, stored: true },
  ]);

  it('may hold as much as its limits say, and no more', async () => {
    const packed = deflateRawSync(content).length;
    const directoryBytes = 2 * (46 + 5);
    const exact = { entries: 2, bytes: 2000, entryBytes: 1000, directoryBytes, harmlessBytes: 999, ratio: 1000 / packed };
    await openArchive(two, exact);
    const refusals: [Partial<typeof exact>, RegExp][] = [
      [{ entries: 1 }, /it has 2 entries; the limit is 1/],
      [{ bytes: 1999 }, /it holds more than the allowed 1999 bytes\./],
      [{ entryBytes: 999 }, /it holds more than the allowed 999 bytes \(entry "a\.csv"\)/],
      [{ directoryBytes: directoryBytes - 1 }, /its directory has 102 bytes; the limit is 101/],
      [{ ratio: 2000 / packed / 2 - 0.1 }, /it is packed too densely for real data \(entry "a\.csv"\)/],
    ];
    for (const [limit, said] of refusals) await assert.rejects(openArchive(two, { ...exact, ...limit }), withCode('SOIL_ARCHIVE', said));
  });

  it('is judged by its ratio only if it would unpack to a lot', async () => {
    await openArchive(two, { ratio: 1, harmlessBytes: 2000 });
    await assert.rejects(openArchive(two, { ratio: 1, harmlessBytes: 1999 }), withCode('SOIL_ARCHIVE', /too densely for real data\./));
    await assert.rejects(openArchive(two, { ratio: 1, harmlessBytes: 999 }), withCode('SOIL_ARCHIVE', /too densely for real data \(entry/));
  });

  it('may by default hold as much as an export of a continent', () => {
    assert.ok(DEFAULT_LIMITS.bytes >= 2 ** 37 && DEFAULT_LIMITS.entryBytes >= 2 ** 36 && DEFAULT_LIMITS.entries >= 5000);
  });

  it('says what to do if its file is missing or is a folder', async () => {
    await assert.rejects(openArchive(join(folder, 'missing.zip')), withCode('SOIL_STORAGE', /missing\.zip: the file or folder is not there/));
    await assert.rejects(openArchive(folder), withCode('SOIL_STORAGE', /it is not a file/));
  });

  it('may not be a pipe: opening one waits for its writer', async () => {
    const pipe = join(folder, 'pipe.zip');
    execFileSync('mkfifo', [pipe]);
    letGo = () => closeSync(openSync(pipe, 'r+'));
    await assert.rejects(openArchive(pipe), withCode('SOIL_STORAGE', /it is not a file/));
  });

  it('opens only its own entries', async () => {
    const [one, another] = [await openArchive(two), await openArchive(two)];
    assert.throws(() => one.open(another.entries[0] as (typeof another.entries)[0]), TypeError);
  });

  it('can be closed while an entry is being read, even by several readers', async () => {
    const path = join(folder, 'closed.zip');
    await writeFile(path, buildZip([{ name: 'a', content: Buffer.alloc(3_000_000, 1), stored: true }]));
    const archive = await openArchive(path);
    const [entry] = archive.entries;
    assert.ok(entry);
    const stream = archive.open(entry);
    const other = archive.open(entry);
    await new Promise((resolve) => stream.once('data', resolve));
    stream.destroy();
    other.destroy();
    await archive.close();
  });

  it('is closed if it is refused: no file stays open', async () => {
    const open = (): Promise<string[]> => readdir('/proc/self/fd').catch(() => []);
    const path = join(folder, 'refused.zip');
    await writeFile(path, buildZip([{ name: '../a' }]));
    const before = (await open()).length;
    for (let count = 0; count < 20; count++) await assert.rejects(openArchive(path));
    for (let count = 0; count < 20; count++) await assert.rejects(openArchive(folder));
    assert.ok((await open()).length <= before + 2);
  });

  it('is read whole even if the disk gives a few bytes at a time', async () => {
    const path = join(folder, 'slow.zip');
    await writeFile(path, two);
    const { files } = faultyFiles(({ operation }) => (operation === 'read' ? { takes: 7 } : undefined));
    const handle = await files.open(path, 'r');
    assert.deepEqual((await openArchive({ handle, path })).entries, (await openArchive(two)).entries);
    await handle.close();
  });

  it('is refused if it gets shorter while it is being inspected', async () => {
    const path = join(folder, 'shrinking.zip');
    await writeFile(path, two);
    const { files } = faultyFiles(({ operation }) => {
      if (operation === 'read') truncateSync(path, 10);
      return undefined;
    });
    const handle = await files.open(path, 'r');
    await assert.rejects(openArchive({ handle, path }), withCode('SOIL_ARCHIVE', /it ends too early/));
    await handle.close();
  });

  for (const [what, place] of [['another number of entries', 10], ['another place of its directory', 16]] as const) {
    it(`is refused if it gets ${what} while it is being inspected`, async () => {
      const path = join(folder, 'changing.zip');
      // Larger than one read: its end is read again with its directory.
      const zip = buildZip([{ name: 'clay.csv', content: Buffer.alloc(20_000), stored: true }, { name: 'sand.csv', stored: true }]);
      await writeFile(path, zip);
      const { files } = faultyFiles(({ operation, number }) => {
        if (operation === 'read' && number === 2) writeFileSync(path, zip.with(zip.length - 22 + place, zip.at(place - 22)! - 1));
        return undefined;
      });
      const handle = await files.open(path, 'r');
      await assert.rejects(openArchive({ handle, path }), withCode('SOIL_ARCHIVE', /its two ends contradict each other/));
      await handle.close();
    });
  }

  it('is inspected in few reads, however many entries it has', async () => {
    const path = join(folder, 'many.zip');
    const zip = buildZip(Array.from({ length: 500 }, (_, index) => ({ name: `${index}.csv`, stored: true })));
    await writeFile(path, zip);
    const { files, calls } = faultyFiles(() => undefined);
    const handle = await files.open(path, 'r');
    await openArchive({ handle, path });
    await handle.close();
    const reads = calls.filter(({ operation }) => operation === 'read').length;
    assert.ok(reads <= 4 + zip.length / 4096, `${reads} reads of ${zip.length} bytes`);
  });

  it('stops being verified when the signal says so', async () => {
    const reason = new Error('stopped');
    await assert.rejects(verifyArchive(two, { deep: true, signal: AbortSignal.abort(reason) }), reason);
  });

  it('gives other work its turn while many entries in memory are inspected', async () => {
    const zip = buildZip(Array.from({ length: 3000 }, (_, index) => ({ name: `${index}.csv`, stored: true })));
    const turns = await turnsDuring(() => openArchive(zip));
    assert.ok(turns >= 60, `${turns} turns`);
  });

  it('blames a disk that fails, and not the zip', async () => {
    const failing: ZipBytes = {
      place: '/data/soil.zip',
      size: 100,
      read: () => assert.fail(),
      stream: () => new Readable({ read() { this.destroy(Object.assign(new Error('i/o error'), { code: 'EIO' })); } }),
      close: () => Promise.resolve(),
    };
    for (const compressionMethod of [0, 8]) {
      const entry = { compressionMethod, compressedSize: 10, uncompressedSize: 10, crc32: 0 } as EntryPlace['entry'];
      const stream = checkedBytes(failing, { name: 'a.csv', entry, start: 0, dataStart: 30, dataEnd: 40 });
      await assert.rejects(buffer(stream), withCode('SOIL_STORAGE', /read the zip file at \/data\/soil\.zip: the disk reported an error/));
    }
  });

  it('takes no more memory than one block of what it unpacks to needs', async () => {
    const sources = hostileZips.filter(({ name }) => /gibibyte|hundred thousand|many megabytes/.test(name)).map(({ zip }) => zip());
    assert.equal(sources.length, 4);
    const used = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const start = used();
    let most = start;
    const timer = setInterval(() => (most = Math.max(most, used())), 2);
    for (const source of sources) await assert.rejects(verifyArchive(source, { deep: true }));
    clearInterval(timer);
    assert.ok(most - start < 64 * 2 ** 20, `${((most - start) / 2 ** 20).toFixed(0)} MiB more`);
  });
});
