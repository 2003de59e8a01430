import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFileSystem as disk } from '../../../src/jobs/journal/file-system';
import { SmallDisk } from '../../faults/small-disk';

describe('The disk of the jobs', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await disk.realPath(await mkdtemp(join(tmpdir(), 'disk-')));
    file = join(folder, 'file');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes directories and those above them, and finds their one true path', async () => {
    const deep = join(folder, 'a', 'b');
    await disk.makeDirectory(deep);
    await disk.makeDirectory(deep);
    await symlink(deep, join(folder, 'link'));
    assert.equal(await disk.realPath(join(folder, 'link')), deep);
    assert.deepEqual((await disk.list(folder)).sort(), ['a', 'link']);
    if (process.platform !== 'win32') assert.equal((await stat(deep)).mode & 0o777, 0o700);
  });

  it('says that it is read-only if it is', async function () {
    const small = SmallDisk.mountFor(this, 'a disk that is read-only');
    try {
      small.makeReadOnly();
      await assert.rejects(disk.makeDirectory(join(small.folder, 'jobs')), { code: 'EROFS' });
    } finally {
      small.remove();
    }
  });

  it('appends, counts what was taken, and truncates', async () => {
    const made = await disk.open(file, 'create');
    assert.equal(await made.write(Buffer.from('one two')), 7);
    await made.sync();
    await made.truncate(4);
    await made.close();
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
    const again = await disk.open(file, 'append');
    await again.write(Buffer.from('three'));
    await again.close();
    assert.equal((await disk.read(file)).toString(), 'one three');
  });

  it('creates no file that exists already, and no name twice', async () => {
    await writeFile(file, 'precious');
    await assert.rejects(disk.open(file, 'create'), { code: 'EEXIST' });
    await writeFile(join(folder, 'other'), '');
    await assert.rejects(disk.link(join(folder, 'other'), file), { code: 'EEXIST' });
    assert.equal(await readFile(file, 'utf8'), 'precious');
    await disk.link(file, join(folder, 'second'));
    await disk.rename(join(folder, 'second'), join(folder, 'other'));
    await disk.remove(file);
    assert.deepEqual([await disk.list(folder), await readFile(join(folder, 'other'), 'utf8')], [['other'], 'precious']);
  });

  it('tells when a file was modified, and sets that time', async () => {
    await writeFile(file, '');
    await utimes(file, 1000, 1000);
    assert.equal(await disk.modified(file), 1_000_000);
    await disk.touch(file, new Date(946_684_800_000));
    assert.equal(await disk.modified(file), 946_684_800_000);
  });

  it('sets that time to now even on a file that it may write but does not own, as on a share mounted by root', async function () {
    if (process.getuid?.() !== 0) {
      console.warn('NOT TESTED: a file of another owner. Only root can make one.');
      this.skip();
    }
    await writeFile(file, 'precious');
    await chmod(file, 0o666);
    await chmod(folder, 0o755);
    await utimes(file, 1000, 1000);
    process.seteuid?.(65534);
    try {
      await disk.touch(file, new Date(2000));
    } finally {
      process.seteuid?.(0);
    }
    assert.ok((await disk.modified(file)) > 1_000_000);
    assert.equal(await readFile(file, 'utf8'), 'precious');
  });

  it('makes the names in a directory last, and says so if there is no such directory', async () => {
    await disk.syncDirectory(folder);
    if (process.platform !== 'win32') await assert.rejects(disk.syncDirectory(join(folder, 'none')), { code: 'ENOENT' });
  });
});
