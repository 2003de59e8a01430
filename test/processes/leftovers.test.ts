import assert from 'node:assert/strict';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers, removeLeftoversNow } from '../../src/processes/leftovers';
import type { ProcessMark } from '../../src/processes/process-mark';
import { temporaryName } from '../../src/processes/temporary-name';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { own, processes } from './process-scenario';

const hour = 60 * 60 * 1000;

describe('An unfinished file or folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await files.mkdtemp(join(tmpdir(), 'soil-leftovers-'));
  });
  afterEach(() => files.rm(folder, { recursive: true, force: true }));

  it('stays if this process is making it', async () => {
    await files.writeFile(join(folder, temporaryName()), '');
    await removeLeftovers(folder, files);
    assert.equal((await files.readdir(folder)).length, 1);
  });

  const nothing = { started: null, boot: null, space: null };
  const fates: [what: string, mark: Partial<ProcessMark>, ageHours: number, stays: boolean][] = [
    ['a process that runs', { pid: 7, started: '300' }, 100, true],
    ['a process that is gone', { pid: 8 }, 0, false],
    ['an earlier process of the same number', { pid: 7, started: '299' }, 0, false],
    ['an earlier process of our own number', { started: '4999' }, 0, false],
    ['a process before the last start of this machine', { pid: 7, started: '300', boot: 'boot 0' }, 0, false],
    ['a process of another machine, a moment ago,', { host: 'another', boot: 'boot 5' }, 0, true],
    ['a process of another machine, today,', { host: 'another', boot: 'boot 5' }, 23, true],
    ['a process of another machine, yesterday,', { host: 'another', boot: 'boot 5' }, 25, false],
    ['a process of another container, today,', { space: 'pid:[2]' }, 23, true],
    ['a process of another container, yesterday,', { space: 'pid:[2]' }, 25, false],
  ];
  for (const [what, mark, ageHours, stays] of fates) {
    it(`${stays ? 'stays' : 'goes'} if ${what} began it`, async () => {
      const name = temporaryName({ ...own, ...mark });
      const path = join(folder, name);
      await files.mkdir(join(path, 'deep'), { recursive: true });
      const { mtimeMs } = await files.lstat(path);
      await removeLeftoversNow(folder, files, processes({ 7: '300', 100: '5000' }), mtimeMs + ageHours * hour);
      assert.deepEqual(await files.readdir(folder), stays ? [name] : []);
    });
  }

  it('is judged by its age if the system says nothing about processes', async () => {
    const silent = processes({ 100: null, 7: null }, nothing);
    for (const [mark, ageHours, stays] of [[{}, 23, true], [{}, 25, false], [{ pid: 9 }, 0, false], [{ pid: 7 }, 25, false], [{ pid: 7 }, 23, true]] as const) {
      const path = join(folder, temporaryName({ ...own, ...nothing, ...mark }));
      await files.writeFile(path, '');
      const { mtimeMs } = await files.lstat(path);
      await removeLeftoversNow(folder, files, silent, mtimeMs + ageHours * hour);
      assert.equal((await files.readdir(folder)).length, stays ? 1 : 0, JSON.stringify([mark, ageHours]));
    }
  });

  it('stays if it belongs to another user, who could put something else in its place while it is removed', async () => {
    const [ours, theirs] = [temporaryName({ ...own, pid: 8 }), temporaryName({ ...own, pid: 9 })];
    for (const name of [ours, theirs]) await files.mkdir(join(folder, name));
    const lstat = async (path: string) => Object.assign(await files.lstat(path), path.endsWith(theirs) && { uid: 12345 });
    await removeLeftoversNow(folder, { ...files, lstat } as typeof files, processes({}), Date.now());
    assert.deepEqual(await files.readdir(folder), [theirs]);
  });

  it('goes in a folder of another user, as that for temporary files is, and on a share that gives everything to one: else killed downloads fill the disk', async () => {
    for (const owners of [{ [folder]: 12345 }, undefined]) {
      const lstat = async (path: string) => Object.assign(await files.lstat(path), { uid: owners ? owners[path] ?? process.geteuid?.() : 12345 });
      await files.mkdir(join(folder, temporaryName({ ...own, pid: 8 })));
      await removeLeftoversNow(folder, { ...files, lstat } as typeof files, processes({}), Date.now());
      assert.deepEqual(await files.readdir(folder), [], owners ? 'ours in the folder of another' : 'all of one user');
    }
  });

  it('is looked for once in each folder', async () => {
    const { files: counted, calls } = faultyFiles(() => undefined);
    await Promise.all([removeLeftovers(folder, counted), removeLeftovers(folder, counted)]);
    await removeLeftovers(folder, counted);
    await removeLeftovers(tmpdir(), counted);
    assert.deepEqual(calls.filter(({ operation }) => operation === 'opendir').map(({ path }) => path), [folder, tmpdir()]);
  });

  it('does no harm if the disk refuses', async () => {
    const [one, other] = [temporaryName({ ...own, pid: 8 }), temporaryName({ ...own, pid: 9 })];
    for (const name of [one, other]) await files.writeFile(join(folder, name), '');
    const at = processes({});
    const stubborn = faultyFiles(({ operation, path }) => (operation === 'rm' && path.endsWith(one) ? systemError('EACCES') : undefined)).files;
    await removeLeftoversNow(folder, stubborn, at, Date.now());
    assert.deepEqual(await files.readdir(folder), [one]);
    await removeLeftovers(folder, faultyFiles(({ operation }) => (operation === 'opendir' ? systemError('EACCES') : undefined)).files);
    const blind = faultyFiles(({ operation }) => (operation === 'lstat' ? systemError('EIO') : undefined)).files;
    const unknown = temporaryName({ ...own, space: 'pid:[2]' });
    await files.writeFile(join(folder, unknown), '');
    await removeLeftoversNow(folder, blind, at, Date.now() + 100 * hour);
    assert.deepEqual((await files.readdir(folder)).sort(), [unknown, one].sort());
  });
});
