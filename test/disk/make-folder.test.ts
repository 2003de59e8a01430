import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeFolder } from '../../src/disk/make-folder';
import { systemFiles } from '../../src/disk/system-files';

describe('a folder for downloads', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'soil-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made with its parents, and may be there already', async () => {
    const deep = path.join(folder, 'a/b/c');
    await makeFolder(deep, systemFiles);
    await makeFolder(deep, systemFiles);
    assert.ok((await stat(deep)).isDirectory());
  });

  it('cannot be made below a file', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await assert.rejects(makeFolder(path.join(folder, 'file/below/it'), systemFiles), { code: process.platform === 'win32' ? 'ENOENT' : 'ENOTDIR' });
  });

  for (const path of ['/proc/none', '/proc/none/below', 'Z:/none']) {
    it(`fails soon if the file system says that there is no such file: ${path}`, async () => {
      const asked: string[] = [];
      const mkdir = (at: string): Promise<undefined> => {
        asked.push(at);
        assert.ok(asked.length < 20, 'it does not try for ever');
        return Promise.reject(Object.assign(new Error('mkdir'), { code: at === '/proc' ? 'EEXIST' : 'ENOENT' }));
      };
      await assert.rejects(makeFolder(path, { mkdir }), { code: 'ENOENT' });
    });
  }
});
