import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { faultyFiles, systemError, type FileCall } from '../archive/faulty-files';
import { DownloadScenario, failureOf, zipOf } from './download-scenario';

const content = zipOf(2_000_000);
const small = zipOf(5000);

describe('a download to a disk', () => {
  const scenario = DownloadScenario.inEachTest(content);
  const old = zipOf(300, 9);

  const faults: [what: string, when: (call: FileCall) => boolean, code: string, said: RegExp][] = [
    ['that is full', ({ operation, number }) => operation === 'write' && number === 3, 'ENOSPC', /the disk is full \(ENOSPC\)\. Free some space/],
    ['with a quota', ({ operation, number }) => operation === 'write' && number === 1, 'EDQUOT', /the disk quota is used up/],
    ['that takes no file so large', ({ operation, number }) => operation === 'write' && number === 2, 'EFBIG', /larger than this file system/],
    ['that is read-only', ({ operation }) => operation === 'open', 'EROFS', /read-only/],
    ['that is read-only from the first', ({ operation }) => operation === 'writeFile', 'EROFS', /read-only/],
    ['with a folder that is not ours', ({ operation }) => operation === 'realpath', 'EACCES', /the user that Node-RED runs as lacks the permission/],
    ['that breaks while it is written to', ({ operation, number }) => operation === 'write' && number === 2, 'EIO', /the disk reported an error/],
    ['that breaks when all is brought to it', ({ operation, number }) => operation === 'sync' && number === 1, 'EIO', /the disk reported an error/],
    ['that breaks when the folder is brought to it', ({ operation, number }) => operation === 'sync' && number === 2, 'EIO', /the disk reported an error/],
    ['in a process with too many open files', ({ operation }) => operation === 'open', 'EMFILE', /too many files open/],
    ['that takes no name so long', ({ operation }) => operation === 'writeFile', 'ENAMETOOLONG', /Shorten the file name/],
    ['that ends within the folder', ({ operation, path }) => operation === 'rename' && path.endsWith('.part'), 'EXDEV', /spans two file systems/],
    ['that was lost', ({ operation }) => operation === 'realpath', 'ENOTCONN', /network share was lost/],
    ['that fails with a new file', ({ operation, path }) => operation === 'open' && path.endsWith('.part'), 'EIO', /the disk reported an error/],
    ['in a way that nobody knows', ({ operation }) => operation === 'write', 'EWEIRD', /it failed \(EWEIRD\)\. Check/],
  ];
  for (const [what, when, code, said] of faults) {
    it(`${what} says what to do, and leaves the earlier file whole`, async () => {
      await writeFile(join(scenario.folder, 'soil.zip'), old);
      const { files, open } = faultyFiles((call) => (when(call) ? systemError(code) : undefined));
      const error = await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', said);
      assert.equal(error.cause.detail, code);
      if (!/brought to it$/.test(what)) assert.ok((await scenario.read()).equals(old));
      assert.equal(open(), 0);
      // What is left can be gone on with.
      const file = await scenario.download();
      await scenario.assertWhole(file);
    });
  }

  it('on which no folder may be made says what to do', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'mkdir' ? systemError('EACCES') : undefined));
    const directory = join(scenario.folder, 'fields', '2026');
    await failureOf(scenario.download({ directory }, { files }), 'SOIL_STORAGE', /the user that Node-RED runs as lacks the permission/);
    assert.equal((await scenario.download({ directory })).path, join(directory, 'soil.zip'));
  });

  it('that fails when a part is opened leaves it to be gone on with', async () => {
    scenario.server.answers.push({ cutAfter: 1_000_000 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    for (const operation of ['open', 'lstat', 'read']) {
      const { files, open } = faultyFiles((call) => (call.operation === operation && call.path.endsWith('.part') ? systemError('EIO') : undefined));
      await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE');
      assert.equal(open(), 0);
    }
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.resumed, scenario.server.requests.at(-1)?.range], [1, 'bytes=1000000-']);
  });

  for (const [when, notes] of [['from the first note on', 1], ['but for the note that it is ours', 2]] as const) {
    it(`that is still full when it is gone on with, ${when}, keeps what it has for the time after`, async () => {
      scenario.server.answers.push({ cutAfter: 1_500_000 }, { status: 410 });
      await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
      // The first note that is written finds that of the earlier download.
      const { files } = faultyFiles(({ operation, number }) => (operation === 'write' || (operation === 'writeFile' && number > notes) ? systemError('ENOSPC') : undefined));
      await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /the disk is full/);
      const file = await scenario.download();
      await scenario.assertWhole(file);
      assert.deepEqual([file.resumed, scenario.server.requests.at(-1)?.range], [1, 'bytes=1500000-']);
    });
  }

  it('that takes a part of each write gets the rest as well', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'write' ? { takes: 100_003 } : undefined));
    await scenario.assertWhole(await scenario.download({}, { files }));
  });

  it('that takes nothing is full', async () => {
    const { files } = faultyFiles(({ operation, number }) => (operation === 'write' && number === 2 ? { takes: 0 } : undefined));
    await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /the disk is full/);
  });

  it('that lost something of what was written is noticed', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'stat' ? systemError('EIO') : undefined));
    await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /the disk reported an error/);
  });

  it('without room for it is not written to', async () => {
    const { files, calls } = faultyFiles(() => undefined);
    const tiny = new Proxy(files, {
      get: (from, name) => (name === 'statfs' ? () => Promise.resolve({ bavail: 488, bsize: 4096 }) : (Reflect.get(from, name) as unknown)),
    });
    const error = await failureOf(scenario.download({}, { files: tiny }), 'SOIL_STORAGE', /needs 2000000 bytes, but there is room for 1998848/);
    assert.equal(error.cause.detail, 'ENOSPC');
    assert.ok(!calls.some(({ operation }) => operation === 'write'));
    assert.deepEqual(await scenario.names(), []);
  });

  it('without room for what is left of one is not gone on with, and keeps what it has', async () => {
    scenario.server.answers.push({ cutAfter: 600_000 }, { status: 410 });
    await failureOf(scenario.download(), 'SOIL_LINK_EXPIRED');
    const { files, calls } = faultyFiles(() => undefined);
    const tiny = new Proxy(files, {
      get: (from, name) => (name === 'statfs' ? () => Promise.resolve({ bavail: 1_399_999, bsize: 1 }) : (Reflect.get(from, name) as unknown)),
    });
    await failureOf(scenario.download({}, { files: tiny }), 'SOIL_STORAGE', /needs 1400000 bytes, but there is room for 1399999/);
    assert.ok(!calls.some(({ operation }) => operation === 'write'));
    const file = await scenario.download();
    await scenario.assertWhole(file);
    assert.deepEqual([file.resumed, scenario.server.requests.at(-1)?.range], [1, 'bytes=600000-']);
  });

  it('with just the room for it is written to', async () => {
    const { files } = faultyFiles(() => undefined);
    const full = new Proxy(files, {
      get: (from, name) => (name === 'statfs' ? () => Promise.resolve({ bavail: content.length, bsize: 1 }) : (Reflect.get(from, name) as unknown)),
    });
    await scenario.assertWhole(await scenario.download({}, { files: full }));
  });

  it('that does not say what is there reports that, and makes no folder in its place', async () => {
    const { files, calls } = faultyFiles(({ operation }) => (operation === 'realpath' ? systemError('EACCES') : undefined));
    await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /make the folder for downloads/);
    assert.deepEqual(calls.map(({ operation }) => operation), ['realpath']);
    const silent = faultyFiles(({ operation, path }) => (operation === 'lstat' && path.endsWith('soil.zip') ? systemError('EACCES') : undefined));
    await failureOf(scenario.download({ exists: 'keep' }, { files: silent.files }), 'SOIL_STORAGE', /look for an earlier download/);
    assert.equal(scenario.server.requests.length, 0);
  });

  it('that does not say how much room it has is written to', async () => {
    const { files } = faultyFiles(({ operation }) => (operation === 'statfs' ? systemError('ENOSYS') : undefined));
    await scenario.assertWhole(await scenario.download({}, { files }));
  });

  it('that has zeros for all that it does not tell is written to', async () => {
    const { files } = faultyFiles(() => undefined);
    const untold = new Proxy(files, {
      get: (from, name) => (name === 'statfs' ? () => Promise.resolve({ blocks: 0, bavail: 0, bsize: 512 }) : (Reflect.get(from, name) as unknown)),
    });
    await scenario.assertWhole(await scenario.download({}, { files: untold }));
  });

  it('has the bytes synced before they get their name, and the name at the end', async () => {
    const { files, calls } = faultyFiles(() => undefined);
    await scenario.download({}, { files });
    const order = calls.filter(({ operation }) => ['write', 'sync', 'rename'].includes(operation)).map(({ operation, path }) => `${operation} ${path.slice(scenario.folder.length).replaceAll(sep, '/')}`);
    const placed = order.indexOf('rename /soil.zip.part');
    assert.equal(order[placed - 1], 'sync /soil.zip.part');
    assert.deepEqual(order.slice(placed + 1), ['sync ']);
    assert.ok(order.lastIndexOf('write /soil.zip.part') < placed - 1);
  });

  it('with no way past the page cache is brought up to date in the background while a large file comes, and an error of that is not lost', async () => {
    scenario.server.content = Buffer.concat([small.subarray(0, 4), Buffer.alloc(70 * 2 ** 20)]);
    const { files, calls } = faultyFiles(({ operation, path }) => {
      if (operation === 'open' && path.startsWith('/proc/')) return systemError('EINVAL');
      return operation === 'datasync' ? systemError('EIO') : undefined;
    });
    await failureOf(scenario.download({}, { files }), 'SOIL_STORAGE', /the disk reported an error/);
    assert.equal(calls.filter(({ operation }) => operation === 'datasync').length, 1);
  });

  describe('without hard links', () => {
    beforeEach(() => void (scenario.server.content = small));

    it('numbers files all the same, and keeps earlier ones', async () => {
      for (const code of ['EPERM', 'ENOSYS', 'ENOTSUP', 'EISDIR']) {
        const { files } = faultyFiles(({ operation }) => (operation === 'link' ? systemError(code) : undefined));
        await scenario.download({ exists: 'number' }, { files });
      }
      assert.deepEqual(await scenario.names(), ['soil-2.zip', 'soil-3.zip', 'soil-4.zip', 'soil.zip']);
      for (const name of await scenario.names()) assert.ok((await scenario.read(name)).equals(small));
      const early = (): void => writeFileSync(join(scenario.folder, 'kept.zip'), old);
      scenario.server.answers.push({ before: early });
      const { files } = faultyFiles(({ operation }) => (operation === 'link' ? systemError('EPERM') : undefined));
      const kept = await scenario.download({ exists: 'keep', filename: 'kept.zip' }, { files });
      assert.ok((await readFile(kept.path)).equals(old));
    });

    it('has one name for a finished file, even if another program holds the other one', async () => {
      const { files } = faultyFiles(({ operation, path }) => (operation === 'unlink' && path.endsWith('.tmp') ? systemError('EPERM') : undefined));
      const { path } = await scenario.download({ exists: 'number' }, { files });
      assert.equal(path, join(scenario.folder, 'soil.zip'));
      assert.deepEqual((await scenario.names()).filter((name) => !name.endsWith('.tmp')), ['soil.zip']);
    });

    it('leaves no empty file if the name could not be given', async () => {
      const { files } = faultyFiles(({ operation, path }) =>
        operation === 'link' ? systemError('EPERM') : operation === 'rename' && path.endsWith('.tmp') ? systemError('EIO') : undefined,
      );
      await failureOf(scenario.download({ exists: 'number' }, { files }), 'SOIL_STORAGE', /the disk reported an error/);
      assert.deepEqual(await scenario.names(), []);
    });

    it('says so if the name cannot be taken at all', async () => {
      const { files } = faultyFiles(({ operation, path }) =>
        operation === 'link' ? systemError('EPERM') : operation === 'open' && path.endsWith('soil.zip') ? systemError('EACCES') : undefined,
      );
      await failureOf(scenario.download({ exists: 'number' }, { files }), 'SOIL_STORAGE', /the user that Node-RED runs as lacks the permission/);
    });
  });

  it('says so if a folder has the name', async () => {
    scenario.server.content = small;
    await mkdir(join(scenario.folder, 'soil.zip/x'), { recursive: true });
    await failureOf(scenario.download({ exists: 'replace' }), 'SOIL_STORAGE', /there is (already )?(a folder|something) of that name/);
    assert.equal((await scenario.download({ exists: 'number' })).path, join(scenario.folder, 'soil-2.zip'));
  });

  it('says so if the folder is a file', async () => {
    await writeFile(join(scenario.folder, 'file'), 'x');
    await failureOf(scenario.download({ directory: join(scenario.folder, 'file') }), 'SOIL_STORAGE', /there is already something of that name|a file where a folder is expected/);
    await failureOf(scenario.download({ directory: join(scenario.folder, 'file/deeper') }), 'SOIL_STORAGE', /a file where a folder is expected/);
  });
});
