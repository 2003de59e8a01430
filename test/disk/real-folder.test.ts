import assert from 'node:assert/strict';
import { mkdtemp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { realFolder } from '../../src/disk/real-folder';

describe('The true path of a folder', () => {
  let root: string;
  let looks: string[];
  const files = {
    mkdir,
    realpath: ((path: string) => {
      looks.push(path);
      return realpath(path);
    }) as typeof realpath,
  };
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(os.tmpdir(), 'soil-folder-')));
    looks = [];
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is looked up once for all who ask at the same time, and again for later callers', async () => {
    await mkdir(join(root, 'first'));
    await mkdir(join(root, 'second'));
    const name = join(root, 'downloads');
    await symlink('first', name);
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 100 }, () => realFolder(name, files)))), new Set([join(root, 'first')]));
    assert.equal(looks.length, 1);
    await rm(name);
    await symlink('second', name);
    assert.equal(await realFolder(name, files), join(root, 'second'));
  });

  it('is found for a missing folder, too, which is made with its parents', async () => {
    const name = join(root, 'a', 'b');
    assert.deepEqual(await Promise.all([realFolder(name, files), realFolder(name, files)]), [name, name]);
  });

  it('fails for all who share a lookup, and for none of the next callers', async () => {
    const isFull = { ...files, mkdir: (() => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))) as never };
    const name = join(root, 'missing');
    for (const asked of await Promise.allSettled([realFolder(name, isFull), realFolder(name, isFull)])) {
      assert.equal(asked.status === 'rejected' && (asked.reason as NodeJS.ErrnoException).code, 'ENOSPC');
    }
    await mkdir(name);
    assert.equal(await realFolder(name, isFull), name);
  });
});
