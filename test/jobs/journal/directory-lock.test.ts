import assert from 'node:assert/strict';
import path from 'node:path';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import type { ProcessMark, ProcessTable } from '../../../src/processes/process-mark';
import { own, processes } from '../../processes/process-scenario';
import { MemoryDisk, systemError } from '../memory-disk';
import { isRefused, lockedBy, parts } from './lock-scenario';

describe('The lock of the job directory', () => {
  it('is there while it is held, and gone afterwards', async () => {
    const disk = new MemoryDisk();
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    assert.deepEqual(disk.files, ['jobs.lock']);
    await lock.release();
    assert.deepEqual(disk.files, []);
  });

  it('stays released even if a look at it by its holder takes longer than a beat', async () => {
    const disk = new MemoryDisk();
    const modified = disk.modified.bind(disk);
    let looks = 0;
    disk.modified = async (file) => {
      if (looks++ === 0) await new Promise((resolve) => setTimeout(resolve, 80));
      return modified(file);
    };
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await lock.release();
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.deepEqual(disk.files, []);
  });

  it('is refused while its process lives, with the number of that process and what to do', async () => {
    const disk = lockedBy({});
    await isRefused(DirectoryLock.take('d', parts(disk, processes({ 7: '300' }))), /Another Node-RED \(process 7\) uses d\..*user directory of its own/);
    await isRefused(DirectoryLock.take('d', parts(disk, processes({ 7: '300' }))), /If that was copied from the other one's, delete soil-data in the copy/);
    assert.match(disk.contents('jobs.lock')?.toString() ?? '', /n-7/);
    assert.deepEqual(disk.files, ['jobs.lock']);
  });

  const stale: [string, Partial<ProcessMark>, ProcessTable][] = [
    ['is dead', {}, processes({})],
    ['is dead and its number was given to another', {}, processes({ 7: '999' })],
    ['ran before the machine was started again', { boot: 'boot 0' }, processes({ 7: '300' })],
  ];
  for (const [what, holder, table] of stale) {
    it(`is taken over from a process that ${what}`, async () => {
      const disk = lockedBy(holder);
      const given = parts(disk, table);
      const lock = await DirectoryLock.take('d', given);
      assert.match(given.lines.join(), /Process 7 ended without closing the job directory/);
      assert.deepEqual(disk.files, ['jobs.lock']);
      await lock.release();
      assert.deepEqual(disk.files, []);
    });
  }

  it('is taken, and has its file, if it was released just as it was looked at', async () => {
    const disk = lockedBy({});
    const read = disk.read.bind(disk);
    disk.read = async (file) => {
      disk.read = read;
      await disk.remove(file);
      return read(file);
    };
    const lock = await DirectoryLock.take('d', parts(disk, processes({ 7: '300' })));
    assert.match(disk.contents('jobs.lock')?.toString() ?? '', new RegExp(`"pid":${own.pid},`));
    await lock.release();
  });

  it('names the machine of its holder if that is another one', async () => {
    const disk = lockedBy({ space: 'pid:[2]', host: 'other' });
    let beats = 0;
    disk.modified = () => Promise.resolve(beats++);
    await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), /Another Node-RED \(process 7 on other\) uses d\./);
    await isRefused(DirectoryLock.take('d', parts(lockedBy({}), processes({ 7: '300' }))), /Another Node-RED \(process 7\) uses d\./);
  });

  it('clears away what dead starters left once it is held, and nothing before', async () => {
    const disk = lockedBy({});
    disk.put('jobs.lock.7-draft', '{');
    disk.put('jobs.lock.n-6', '{');
    disk.put('jobs.journal', 'not ours');
    await isRefused(DirectoryLock.take('d', parts(disk, processes({ 7: '300' }))), /process 7/);
    assert.deepEqual(disk.files, ['jobs.journal', 'jobs.lock', 'jobs.lock.7-draft', 'jobs.lock.n-6']);
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    assert.deepEqual(disk.files, ['jobs.journal', 'jobs.lock']);
    await lock.release();
  });

  it('has its content on the disk before it has its name', async () => {
    const disk = new MemoryDisk();
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    const steps = disk.calls.map((call) => call.replace(/ jobs\.lock.+/, ' draft'));
    assert.deepEqual(steps, ['open draft', 'write draft', 'sync draft', 'close draft', 'link jobs.lock', 'remove draft']);
    await lock.release();
  });

  const malformed = [
    '{}',
    'null',
    JSON.stringify({ ...own, pid: '7', nonce: 'n' }),
    JSON.stringify({ ...own, host: 5, nonce: 'n' }),
    JSON.stringify({ ...own, nonce: 5 }),
    JSON.stringify({ ...own, nonce: '../../elsewhere' }),
    JSON.stringify({ ...own, nonce: 'here/../../elsewhere' }),
    JSON.stringify({ ...own, started: 5, nonce: 'n' }),
    JSON.stringify({ ...own, boot: 5, nonce: 'n' }),
    JSON.stringify({ ...own, space: {}, nonce: 'n' }),
  ];
  for (const content of malformed) {
    it(`counts as left by a crash where its file says ${content}`, async () => {
      const disk = new MemoryDisk();
      disk.put('jobs.lock', content);
      // The process lives, whatever its number: only an unreadable lock is taken over after a while.
      const table: ProcessTable = { own: () => own, exists: () => true, started: () => '5000' };
      const given = { ...parts(disk, table), beatMs: 2 };
      const lock = await DirectoryLock.take('d', given);
      assert.match(given.lines[0] ?? '', /does not say which process has it/, 'nothing that it says is believed');
      await lock.release();
      assert.deepEqual(disk.files, []);
    });
  }

  it('waits for the content of a file that is there already', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.lock', '');
    const read = disk.read.bind(disk);
    let reads = 0;
    disk.read = (file) => {
      if (++reads === 5) disk.put('jobs.lock', JSON.stringify({ ...own, pid: 7, started: '300', nonce: 'n-7' }));
      return read(file);
    };
    await isRefused(DirectoryLock.take('d', parts(disk, processes({ 7: '300' }))), /process 7/);
  });

  it('says what is wrong if its file cannot be read', async () => {
    const disk = lockedBy({});
    disk.read = () => Promise.reject(systemError('EACCES'));
    await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), /Cannot lock the job directory/);
  });

  it('is taken over if its file is still empty once there was time to write it, and names no process', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.lock', '');
    const given = parts(disk, processes({}));
    const lock = await DirectoryLock.take('d', given);
    assert.deepEqual(given.lines, [
      `The lock of the job directory, ${path.join('d', 'jobs.lock')}, does not say which process has it: watching for a sign of life.`,
      'The Node-RED that had the job directory gave no sign of life: its jobs are taken over.',
    ]);
    await lock.release();
    assert.deepEqual(disk.files, []);
  });

  it('is refused, and names no process, if its file is unreadable and its holder gives a sign of life', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.lock', '{"pid": 12}');
    let beats = 0;
    disk.modified = () => Promise.resolve(beats++);
    await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), /^Another Node-RED uses d\. Two of them/);
  });

  it('holds on a file system without hard links', async () => {
    for (const code of ['ENOTSUP', 'EISDIR', 'EACCES']) {
      const disk = new MemoryDisk();
      disk.fault = (call) => (call.startsWith('link') ? systemError(code) : undefined);
      const lock = await DirectoryLock.take('d', parts(disk, processes({ 100: '5000' })));
      await isRefused(DirectoryLock.take('d', parts(disk, processes({ 100: '5000' }))), /process 100/);
      await lock.release();
      assert.deepEqual(disk.files, []);
    }
  });

  it('goes to another starter that is quicker on such a file system', async () => {
    const disk = new MemoryDisk();
    disk.fault = (call) => {
      if (!call.startsWith('link')) return undefined;
      disk.put('jobs.lock', JSON.stringify({ ...own, pid: 7, started: '300', nonce: 'n-7' }));
      return systemError('EPERM');
    };
    await isRefused(DirectoryLock.take('d', parts(disk, processes({ 7: '300' }))), /process 7/);
  });

  it('says what is wrong if its file cannot be made, with hard links or without', async () => {
    for (const [failure, words] of [
      [(call: string) => (/^(link|open) jobs.lock$/.test(call) ? systemError('EIO') : undefined), /the disk reported an error/],
      [(call: string) => (call.startsWith('link') ? systemError('EPERM') : call === 'open jobs.lock' ? systemError('ENOSPC') : undefined), /the disk is full/],
    ] as const) {
      const disk = new MemoryDisk();
      disk.fault = failure;
      await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), words);
      assert.deepEqual(disk.files, []);
    }
  });

  it('is released without a word if somebody has removed its file', async () => {
    const disk = new MemoryDisk();
    const given = parts(disk, processes({}));
    const lock = await DirectoryLock.take('d', given);
    await disk.remove('jobs.lock');
    await lock.release();
    assert.deepEqual(given.lines, []);
  });

  it('does not take the lock of another process along when it is released', async () => {
    const disk = new MemoryDisk();
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    disk.put('jobs.lock', JSON.stringify({ ...own, pid: 8, nonce: 'n-8' }));
    await lock.release();
    assert.deepEqual(disk.files, ['jobs.lock']);
  });

  it('says what is wrong if the directory cannot be written', async () => {
    for (const [code, advice] of [['EROFS', 'Mount it for writing.'], ['EACCES', 'Give that user read and write permission there.'], ['ENOTDIR', 'Move that file away.']] as const) {
      const disk = new MemoryDisk();
      disk.fault = () => systemError(code);
      const taken = DirectoryLock.take('d', parts(disk, processes({})));
      await isRefused(taken, new RegExp(`^Cannot lock the job directory at d: [^.]+ \\(${code}\\)\\. ${advice}$`));
    }
  });
});
