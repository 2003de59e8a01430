import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractArchive } from '../../src/archive/extract-archive';
import { isSoilError } from '../../src/errors/soil-error';
import { csv, listing, WHOLE_LISTING, zip } from './extraction-scenario';
import { faultyFiles, systemError, type FileCall } from './faulty-files';

describe('extracting an archive, whatever the disk does,', () => {
  let home: string;
  let target: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'extract-'));
    target = join(home, 'soil');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('syncs every file and every folder to the disk before the folder gets its name', async () => {
    const { files, calls } = faultyFiles(() => undefined);
    await extractArchive(zip, target, { exists: 'replace', files });
    const placed = calls.findIndex(({ operation }) => operation === 'rename');
    const synced = calls.slice(0, placed).filter(({ operation }) => operation === 'sync');
    assert.equal(synced.length, 3 + 4);
    assert.equal(calls.slice(placed).filter(({ operation, path }) => operation === 'sync' && path === home).length, 1);
  });

  it('writes the rest if the disk takes only part of a write', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'write' ? { takes: 1000 } : undefined));
    await extractArchive(zip, target, { exists: 'replace', files });
    assert.equal(await readFile(join(target, 'points/deep/clay.csv'), 'utf8'), csv.repeat(20_000));
  });

  it('notices that a file is shorter than what was written to it', async () => {
    const { files } = faultyFiles(() => undefined);
    const lying = new Proxy(files, {
      get: (from, name) =>
        name === 'open'
          ? async (...given: Parameters<typeof files.open>) => {
              const handle = await from.open(...given);
              return new Proxy(handle, {
                get: (of, member) => (member === 'stat' ? async () => ({ ...(await of.stat()), size: 1 }) : (Reflect.get(of, member) as unknown)),
              });
            }
          : (Reflect.get(from, name) as unknown),
    });
    await assert.rejects(extractArchive(zip, target, { exists: 'replace', files: lying }), (error) => isSoilError(error, 'SOIL_STORAGE'));
    assert.deepEqual(await listing(home), []);
  });

  const faults: [what: string, when: (call: FileCall) => boolean, code: string, said: RegExp][] = [
    ['the disk is full', ({ operation, number }) => operation === 'write' && number === 3, 'ENOSPC', /the disk is full/],
    ['the disk takes nothing', ({ operation, number }) => operation === 'write' && number === 3, 'nothing', /the disk is full/],
    ['the disk is read-only', ({ operation, number }) => operation === 'mkdir' && number === 2, 'EROFS', /read-only/],
    ['too many files are open', ({ operation, number }) => operation === 'open' && number === 2, 'EMFILE', /too many files open/],
    ['a file cannot be synced to the disk', ({ operation, number }) => operation === 'sync' && number === 2, 'EIO', /the disk reported an error/],
    ['a folder cannot be synced to the disk', ({ operation, number }) => operation === 'sync' && number === 5, 'EIO', /the disk reported an error/],
    ['a folder cannot be made', ({ operation, number }) => operation === 'mkdir' && number === 4, 'EACCES', /the user that Node-RED runs as lacks the permission/],
    ['the folder cannot get its name on Windows', ({ operation }) => operation === 'rename', 'EPERM', /close any program that has a file in it open/],
    ['the folder cannot get its name', ({ operation }) => operation === 'rename', 'EXDEV', /spans two file systems/],
  ];
  for (const [what, when, code, said] of faults) {
    it(`leaves nothing behind if ${what}, and says what to do`, async () => {
      const { files, open } = faultyFiles((call) => (when(call) ? (code === 'nothing' ? { takes: 0 } : systemError(code)) : undefined));
      await assert.rejects(extractArchive(zip, target, { exists: 'replace', files }), (error) => {
        assert.ok(isSoilError(error, 'SOIL_STORAGE'), String(error));
        assert.match(error.message, said);
        return true;
      });
      assert.deepEqual(await listing(home), []);
      assert.equal(open(), 0);
    });
  }

  it('replaces a folder that cannot be moved, such as one in the lower layer of an overlay file system', async () => {
    await mkdir(target);
    await writeFile(join(target, 'old.txt'), 'old');
    const { files } = faultyFiles(({ operation, path }) => (operation === 'rename' && path === target ? systemError('EXDEV') : undefined));
    await extractArchive(zip, target, { exists: 'replace', files });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('puts the old folder back if the new one cannot take its place', async () => {
    await mkdir(target);
    await writeFile(join(target, 'old.txt'), 'old');
    const { files } = faultyFiles(({ operation, number }) => (operation === 'rename' && number === 2 ? systemError('EIO') : undefined));
    await assert.rejects(extractArchive(zip, target, { exists: 'replace', files }), (error) => isSoilError(error, 'SOIL_STORAGE'));
    assert.deepEqual(await listing(home), ['soil', 'soil/old.txt']);
  });

  it('leaves nothing of the old folder if that cannot be renamed a second time', async () => {
    await mkdir(target);
    await writeFile(join(target, 'old.txt'), 'old');
    const { files } = faultyFiles(({ operation, number }) => (operation === 'rename' && number === 3 ? systemError('EBUSY') : undefined));
    await extractArchive(zip, target, { exists: 'replace', files });
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('does without syncing folders if the system cannot sync them', async () => {
    for (const code of ['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP']) {
      const { files } = faultyFiles(({ operation, path }) => (operation === 'open' && !/\.(csv|txt)$/.test(path) ? systemError(code) : undefined));
      await extractArchive(zip, target, { exists: 'replace', files });
    }
    assert.deepEqual(await listing(home), WHOLE_LISTING);
  });

  it('says so if it cannot tell whether the folder is there', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'lstat' ? systemError('EACCES') : undefined));
    await assert.rejects(extractArchive(zip, target, { exists: 'keep', files }), (error) => isSoilError(error, 'SOIL_STORAGE'));
  });

  it('says so if it cannot look into the folder, and leaves that as it is', async () => {
    await mkdir(target);
    const { files } = faultyFiles(({ operation, path }) => (operation === 'opendir' && path === target ? systemError('EACCES') : undefined));
    const unseen = /look into an earlier folder/;
    await assert.rejects(extractArchive(zip, target, { exists: 'keep', files }), (error) => isSoilError(error, 'SOIL_STORAGE') && unseen.test(error.message));
    assert.deepEqual(await listing(home), ['soil']);
  });
});
