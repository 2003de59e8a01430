import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { PartFile } from '../../src/download/part-file';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { failureOf, sha256 } from './download-scenario';
import { MiB, partFolder, unchecked } from './part-scenario';

describe('the part of a download', () => {
  const { files, claim, names, path, leave } = partFolder();

  it('has a number if others of its name are being written', async () => {
    const parts = [await claim(), await claim(), await claim()];
    assert.deepEqual(parts.map((part) => part.path), ['soil.zip.part', 'soil.zip.2.part', 'soil.zip.3.part'].map(path));
    await parts[1]?.abandon();
    const again = await claim();
    assert.equal(again.path, path('soil.zip.2.part'));
    for (const part of [parts[0], again, parts[2]]) await part?.abandon();
    assert.deepEqual(await names(), []);
  });

  it('has a number if the name differs in a way that some file systems overlook', async () => {
    const claimName = (name: string): Promise<PartFile> => PartFile.claim({ target: path(name), origin: 'job 1', files, now: Date.now() });
    const parts = [await claimName('K\u00e4se.zip'), await claimName('k\u00e4SE.zip'), await claimName('Ka\u0308se.zip')];
    assert.deepEqual(parts.map((part) => part.path), ['K\u00e4se.zip.part', 'k\u00e4SE.zip.2.part', 'Ka\u0308se.zip.3.part'].map(path));
    for (const part of parts) await part.abandon();
    assert.deepEqual(await names(), []);
  });

  it('leaves no note if it cannot be made', async () => {
    const { files: broken } = faultyFiles(({ operation }) => (operation === 'open' ? systemError('EACCES') : undefined));
    await failureOf(claim(broken), 'SOIL_STORAGE');
    assert.deepEqual(await names(), []);
  });

  it('is resumed at once on another machine, as in the next container, if the process before let go of it', async () => {
    const before = await claim();
    await before.restart({ etag: '"a"', total: 4000 });
    await before.write(Buffer.from('first'));
    await before.abandon();
    const note = JSON.parse(readFileSync(path('soil.zip.part.json'), 'utf8')) as { owner: object };
    await writeFile(path('soil.zip.part.json'), JSON.stringify({ ...note, owner: { ...note.owner, host: 'the-container-before' } }));
    const part = await claim();
    assert.deepEqual([part.path, part.held.bytes], [path('soil.zip.part'), 5]);
    await part.abandon();
  });

  it('has a number if a note or a part was put there by another user, who knew of the download and could change its bytes at any moment', async () => {
    for (const name of ['soil.zip.part', 'soil.zip.part.json']) {
      await leave(Buffer.from('forged bytes'));
      const lstat = async (at: string) => Object.assign(await files.lstat(at), at === path(name) && { uid: 12345 });
      const part = await claim({ ...files, lstat } as typeof files);
      assert.deepEqual([part.path, part.held.bytes], [path('soil.zip.2.part'), 0], name);
      await part.abandon();
      assert.equal(await readFile(path('soil.zip.part'), 'utf8'), 'forged bytes', name);
      await rm(path('soil.zip.part'));
      await rm(path('soil.zip.part.json'), { force: true });
    }
  });

  it('is gone on with on a share that gives every file one owner, who is neither this user nor that of the folder', async () => {
    await leave(Buffer.from('first'));
    const lstat = async (at: string) => Object.assign(await files.lstat(at), { uid: at === path('') ? 4711 : 65534 });
    const part = await claim({ ...files, lstat } as typeof files);
    assert.deepEqual([part.path, part.held.bytes], [path('soil.zip.part'), 5]);
    await part.abandon();
    assert.deepEqual(await names(), ['soil.zip.part', 'soil.zip.part.json']);
  });

  it('has a number if its note is a pipe, a device or too long: none of these is read', async function () {
    if (process.platform === 'win32') this.skip();
    const ways: ((note: string) => unknown)[] = [(note) => execFileSync('mkfifo', [note]), (note) => symlinkSync('/dev/zero', note), (note) => writeFileSync(note, ' '.repeat(MiB))];
    for (const put of ways) {
      put(path('soil.zip.part.json'));
      const watched = faultyFiles(() => undefined);
      const part = await claim(watched.files);
      assert.equal(part.path, path('soil.zip.2.part'));
      assert.deepEqual(watched.calls.filter(({ operation }) => operation === 'readFile'), []);
      await part.abandon();
      await rm(path('soil.zip.part.json'));
    }
  });

  it('finds its place among a hundred names, and says so if all are taken', async () => {
    const foreign = Array.from({ length: 99 }, (_, index) => (index === 0 ? 'soil.zip.part' : `soil.zip.${index + 1}.part`));
    for (const name of foreign) await writeFile(path(name), 'of another program');
    const last = await claim();
    assert.equal(last.path, path('soil.zip.100.part'));
    const error = await failureOf(claim(), 'SOIL_STORAGE', /^Cannot write the download at .*soil\.zip\.part: there is already something of that name \(EEXIST\)/);
    assert.equal(error.cause.detail, 'EEXIST');
    await last.abandon();
    assert.deepEqual(await names(), foreign.sort(), 'no note is left beside what is not ours');
  });

  it('stays as it was if reading it is broken off', async () => {
    await leave(Buffer.alloc(5 * MiB, 1), { total: 6 * MiB });
    const controller = new AbortController();
    let reads = 0;
    const { files: slow, open } = faultyFiles(({ operation }) => {
      if (operation === 'read' && ++reads === 2) controller.abort(new Error('the node was closed'));
      return undefined;
    });
    const claiming = PartFile.claim({ target: path('soil.zip'), origin: 'job 1', files: slow, now: Date.now(), signal: controller.signal });
    await assert.rejects(claiming, { message: 'the node was closed' });
    assert.deepEqual([reads, open()], [2, 0]);
    const part = await claim();
    assert.deepEqual([part.path, part.held.bytes, part.adopted], [path('soil.zip.part'), 5 * MiB, true]);
    await part.abandon();
  });

  it('is resumed if its note says which file it is of', async () => {
    await leave(Buffer.alloc(2 * MiB + 5, 1), { total: 3 * MiB });
    const part = await claim();
    assert.deepEqual([part.adopted, part.held], [true, { bytes: 2 * MiB + 5, etag: '"a"', total: 3 * MiB }]);
    await part.write(Buffer.from('more'));
    assert.equal((await part.finish(unchecked)).sha256, sha256(Buffer.concat([Buffer.alloc(2 * MiB + 5, 1), Buffer.from('more')])));
    await part.abandon();
  });

  it('is begun again if nothing of it was on the disk yet, whatever its note says', async () => {
    await leave(Buffer.alloc(0), { total: 0 });
    const part = await claim();
    assert.deepEqual([part.adopted, part.held.bytes], [false, 0]);
    await part.abandon();
  });

  it('is no longer adopted once it is begun again', async () => {
    await leave(Buffer.from('old bytes'));
    const part = await claim();
    await part.restart({ etag: '"b"', total: 3 });
    assert.deepEqual([part.adopted, part.held], [false, { bytes: 0, etag: '"b"', total: 3 }]);
    await part.write(Buffer.from('new'));
    assert.equal((await part.finish(unchecked)).sha256, sha256(Buffer.from('new')));
    assert.equal(await readFile(part.path, 'utf8'), 'new');
    await part.abandon();
  });

  it('stays as it was found if it becomes shorter while it is read', async () => {
    const note = await leave(Buffer.alloc(2 * MiB), { total: 3 * MiB });
    const shrinking = faultyFiles(({ operation, number }) => {
      if (operation === 'read' && number === 2) truncateSync(path('soil.zip.part'), MiB);
      return undefined;
    });
    await failureOf(claim(shrinking.files), 'SOIL_STORAGE', /the file became shorter while it was being read/);
    assert.equal(shrinking.open(), 0);
    assert.equal(readFileSync(path('soil.zip.part.json'), 'utf8'), note);
    const part = await claim();
    assert.equal(part.path, path('soil.zip.part'), 'its name is free again');
    assert.equal(part.held.bytes, MiB);
    await part.abandon();
  });

  it('never writes through a link that takes its place at the last moment', async () => {
    await leave(Buffer.from('old bytes'), { etag: undefined });
    await writeFile(path('precious'), 'precious');
    const racing = faultyFiles(({ operation, path: opened }) => {
      if (operation === 'open' && opened === path('soil.zip.part')) {
        renameSync(path('soil.zip.part'), path('away'));
        symlinkSync(path('precious'), path('soil.zip.part'));
      }
      return undefined;
    });
    await failureOf(claim(racing.files), 'SOIL_STORAGE', /symbolic links .*\(ELOOP\)/);
    assert.equal(await readFile(path('precious'), 'utf8'), 'precious');
  });

  it('is not finished if the disk holds less than was written', async () => {
    const losing = faultyFiles(({ operation }) => {
      if (operation === 'stat') truncateSync(path('soil.zip.part'), 3);
      return undefined;
    });
    const part = await claim(losing.files);
    await part.write(Buffer.from('soil'));
    await failureOf(part.finish(unchecked), 'SOIL_STORAGE', /4 bytes written, 3 there/);
    await part.abandon();
  });

  it('leaves what can be resumed, and nothing else', async () => {
    for (const [etag, bytes, left] of [
      ['"a"', 4, ['soil.zip.part', 'soil.zip.part.json']],
      ['"a"', 0, []],
      [undefined, 4, []],
    ] as const) {
      const part = await claim();
      await part.restart({ etag });
      await part.write(Buffer.alloc(bytes));
      await part.abandon();
      assert.deepEqual(await names(), left);
      for (const name of left) await rm(path(name));
    }
  });
});
