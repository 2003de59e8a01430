import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNewFile } from '../../src/disk/write-new-file';
import { diskFileSystem } from '../../src/jobs/journal/file-system';

describe('A new file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'new-file-'));
    file = join(folder, 'a');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The machine's own disk, whose writes take so many bytes at a time. */
  const taking = (bytes: number): typeof diskFileSystem => ({
    ...diskFileSystem,
    async open(path, mode) {
      const opened = await diskFileSystem.open(path, mode);
      return { ...opened, write: (given) => (bytes === 0 ? Promise.resolve(0) : opened.write(given.subarray(0, bytes))) };
    },
  });

  it('is written whole, however little the disk takes at a time', async () => {
    await writeNewFile(file, Buffer.from('seven bytes'), taking(3));
    assert.equal(await readFile(file, 'utf8'), 'seven bytes');
  });

  it('does not stay if the disk takes nothing: then it is full', async () => {
    await assert.rejects(writeNewFile(file, Buffer.from('x'), taking(0)), { code: 'ENOSPC' });
    assert.deepEqual(await readdir(folder), []);
  });

  it('replaces no other file', async () => {
    await writeFile(file, 'old');
    await assert.rejects(writeNewFile(file, Buffer.from('new'), diskFileSystem), { code: 'EEXIST' });
    assert.equal(await readFile(file, 'utf8'), 'old');
  });
});
