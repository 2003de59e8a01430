import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessMark } from '../../src/processes/process-mark';
import { removeLeftovers, removeLeftoversNow, temporaryName } from '../../src/processes/temporary-name';
import { faultyFiles, systemError } from '../archive/faulty-files';
import { own, processes } from './process-scenario';

const hour = 60 * 60 * 1000;

/** A name as the process with that mark gives it. */
function nameOf(mark: Partial<ProcessMark>): string {
  const { host, boot, space, pid, started } = { ...own, ...mark };
  const digest = (text: string | null): string => (text === null ? '0'.repeat(8) : createHash('sha256').update(text).digest('hex').slice(0, 8));
  return `.soil-data-${digest(host)}-${digest(boot)}-${digest(space)}-${pid}-${started ?? ''}-0123456789ab.tmp`;
}

describe('The name of what is being made', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await files.mkdtemp(join(tmpdir(), 'soil-names-'));
  });
  afterEach(() => files.rm(folder, { recursive: true, force: true }));

  it('is another one each time, hidden, and short enough for every file system', () => {
    const names = Array.from({ length: 1000 }, temporaryName);
    assert.equal(new Set(names).size, 1000);
    for (const name of names) assert.match(name, /^\.soil-data-[0-9a-z-]{1,100}\.tmp$/);
  });

  it('keeps what this process is making', async () => {
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
    ['before the last start of this machine', { pid: 7, started: '300', boot: 'boot 0' }, 0, false],
    ['another machine, a moment ago', { host: 'another', boot: 'boot 5' }, 0, true],
    ['another machine, today', { host: 'another', boot: 'boot 5' }, 23, true],
    ['another machine, yesterday', { host: 'another', boot: 'boot 5' }, 25, false],
    ['another container, today', { space: 'pid:[2]' }, 23, true],
    ['another container, yesterday', { space: 'pid:[2]' }, 25, false]
  ];
  for (const [what, mark, ageHours, stays] of fates) {
    it(`${stays ? 'keeps' : 'lets go'} what ${what} began`, async () => {
      const path = join(folder, nameOf(mark));
      await files.mkdir(join(path, 'deep'), { recursive: true });
      const { mtimeMs } = await files.lstat(path);
      await removeLeftoversNow(folder, files, processes({ 7: '300', 100: '5000' }), mtimeMs + ageHours * hour);
      assert.deepEqual(await files.readdir(folder), stays ? [nameOf(mark)] : []);
    });
  }

  it('is judged by its age where the system says nothing of processes', async () => {
    const silent = processes({ 100: null }, nothing);
    for (const [mark, ageHours, stays] of [[{}, 23, true], [{}, 25, false], [{ pid: 9 }, 0, false]] as const) {
      const path = join(folder, nameOf({ ...nothing, ...mark }));
      await files.writeFile(path, '');
      const { mtimeMs } = await files.lstat(path);
      await removeLeftoversNow(folder, files, silent, mtimeMs + ageHours * hour);
      assert.equal((await files.readdir(folder)).length, stays ? 1 : 0, JSON.stringify([mark, ageHours]));
    }
  });

  it('is looked for once in each folder', async () => {
    const { files: counted, calls } = faultyFiles(() => undefined);
    await Promise.all([removeLeftovers(folder, counted), removeLeftovers(folder, counted)]);
    await removeLeftovers(folder, counted);
    await removeLeftovers(tmpdir(), counted);
    assert.deepEqual(calls.filter(({ operation }) => operation === 'opendir').map(({ path }) => path), [folder, tmpdir()]);
  });

  it('does no harm where the disk refuses', async () => {
    const [one, other] = [nameOf({ pid: 8 }), nameOf({ pid: 9 })];
    for (const name of [one, other]) await files.writeFile(join(folder, name), '');
    const at = processes({});
    const stubborn = faultyFiles(({ operation, path }) => (operation === 'rm' && path.endsWith(one) ? systemError('EACCES') : undefined)).files;
    await removeLeftoversNow(folder, stubborn, at, Date.now());
    assert.deepEqual(await files.readdir(folder), [one]);
    await removeLeftovers(folder, faultyFiles(({ operation }) => (operation === 'opendir' ? systemError('EACCES') : undefined)).files);
    const blind = faultyFiles(({ operation }) => (operation === 'lstat' ? systemError('EIO') : undefined)).files;
    await files.writeFile(join(folder, nameOf({ space: 'pid:[2]' })), '');
    await removeLeftoversNow(folder, blind, at, Date.now() + 100 * hour);
    assert.deepEqual(await files.readdir(folder), [nameOf({ space: 'pid:[2]' })]);
  });
});
