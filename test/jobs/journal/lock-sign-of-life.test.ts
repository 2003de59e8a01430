import assert from 'node:assert/strict';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import type { FileSystem } from '../../../src/jobs/journal/file-system';
import { isKnownGone } from '../../../src/processes/known-gone';
import type { ProcessMark, ProcessTable } from '../../../src/processes/process-mark';
import { own, processes } from '../../processes/process-scenario';
import { MemoryDisk, systemError } from '../memory-disk';
import { isRefused, lockedBy, parts } from './lock-scenario';

describe('The lock of a job directory whose holder cannot be looked at', () => {
  const hidden: [string, Partial<ProcessMark>, ProcessTable][] = [
    ['in another container', { space: 'pid:[2]', host: 'container' }, processes({ 7: '300' })],
    ['on another machine', { boot: 'boot 9', host: 'barn' }, processes({})],
    ['on a system that says little of its processes', { host: 'phone', started: null, boot: null, space: null }, processes({ 7: null }, { started: null, boot: null, space: null })],
  ];
  for (const [where, holder, table] of hidden) {
    it(`is taken over from a process ${where} only after it has shown no sign of life for a while`, async () => {
      const disk = lockedBy(holder);
      const silent = { ...own, pid: 7, started: '300', ...holder };
      assert.equal(isKnownGone(silent), false);
      const lock = await DirectoryLock.take('d', parts(disk, table));
      assert.ok(isKnownGone(silent), 'what else it left is nobody\'s either');
      await lock.release();

      const living = lockedBy(holder);
      let beats = 0;
      living.modified = () => Promise.resolve(beats++);
      await isRefused(DirectoryLock.take('d', parts(living, table)), /Another Node-RED \(process 7/);
      assert.match(living.contents('jobs.lock')?.toString() ?? '', /n-7/);
    });
  }

  it('says that it watches for a sign of life, and for how long nothing came', async () => {
    const given = parts(lockedBy({ space: 'pid:[2]', host: 'other', nonce: 'n-silent' }), processes({}));
    const order: string[] = [];
    setTimeout(() => order.push('three beats'), 3 * 20);
    const lock = await DirectoryLock.take('d', given);
    order.push('taken');
    assert.deepEqual(order, ['three beats', 'taken']);
    assert.deepEqual(given.lines, [
      'The job directory is locked by process 7 on other, which cannot be checked from here: watching for a sign of life.',
      'Process 7 ended without closing the job directory (it was killed, for example, or stopped while no flows ran): its jobs are taken over.',
    ]);
    await lock.release();
  });

  it('says so once for each holder, however often it is tried', async () => {
    const lines: string[] = [];
    for (const nonce of ['n-a', 'n-a', 'n-a', 'n-b', 'n-b']) {
      const disk = lockedBy({ space: 'pid:[2]', host: 'other', nonce });
      let beats = 0;
      disk.modified = () => Promise.resolve(beats++);
      await isRefused(DirectoryLock.take('d', { ...parts(disk, processes({})), log: (line) => lines.push(line) }), /Another Node-RED/);
    }
    assert.equal(lines.length, 2);
  });

  it('is taken if a holder that cannot be looked at releases it while it is watched', async () => {
    const disk = lockedBy({ space: 'pid:[2]', host: 'other' });
    const modified = disk.modified.bind(disk);
    let looks = 0;
    disk.modified = async (file) => {
      if (++looks === 3) await disk.remove(file);
      return modified(file);
    };
    const lock = await DirectoryLock.take('d', parts(disk, processes({})));
    assert.match(disk.contents('jobs.lock')?.toString() ?? '', new RegExp(`"pid":${own.pid},`));
    await lock.release();
  });

  it('answers every process that asks whether its own lives, and writes nothing while none asks', async () => {
    const disk = new MemoryDisk();
    const [touch, modified] = [disk.touch.bind(disk), disk.modified.bind(disk)];
    let touches = 0;
    disk.touch = (file, time) => (touches++, touch(file, time));
    let looks = 0;
    disk.modified = (file) => (looks++, modified(file));
    const looksMore = async (): Promise<void> => {
      for (const before = looks; looks < before + 5; ) await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const lock = await DirectoryLock.take('d', { ...parts(disk, processes({})), beatMs: 1 });
    await looksMore();
    const atRest = touches;
    await looksMore();
    assert.equal(touches, atRest, 'a machine at rest writes nothing');
    const elsewhere = processes({}, { space: 'pid:[2]', host: 'other' });
    const asking = Array.from({ length: 3 }, () => isRefused(DirectoryLock.take('d', { ...parts(disk, elsewhere), beatMs: 20 }), /Another Node-RED/));
    await Promise.all(asking);
    await lock.release();
    const before = looks;
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(looks, before, 'nobody looks any more');
  });

  it('answers even if it was asked in the very moment of an answer to another process', async () => {
    const disk = new MemoryDisk();
    const touch = disk.touch.bind(disk);
    let answers = 0;
    // The question comes between the answer and the look at it.
    disk.touch = async (file, time) => {
      await touch(file, time);
      if (++answers === 1) await touch(file, new Date(Date.UTC(2000, 0, 1)));
    };
    const lock = await DirectoryLock.take('d', { ...parts(disk, processes({})), beatMs: 1 });
    while (answers < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await lock.release();
  });

  it('is not taken from a process with too many files open, which cannot see whether it was asked', async () => {
    const disk = new MemoryDisk();
    const exhausted: FileSystem = Object.assign(Object.create(disk) as MemoryDisk, { modified: () => Promise.reject(systemError('EMFILE')) });
    const holder = await DirectoryLock.take('d', { ...parts(exhausted, processes({})), beatMs: 1 });
    const elsewhere = processes({}, { space: 'pid:[2]', host: 'other' });
    await isRefused(DirectoryLock.take('d', { ...parts(disk, elsewhere), beatMs: 20 }), /Another Node-RED/);
    await holder.release();
  });

  it('is not taken from a process that answers in the very moment of the question', async () => {
    const disk = lockedBy({ space: 'pid:[2]', host: 'other' });
    const touch = disk.touch.bind(disk);
    let questions = 0;
    disk.touch = async (file) => {
      const answer = (): Promise<void> => touch(file, new Date());
      if (++questions === 1) await answer();
      else setTimeout(() => void answer(), 5);
    };
    await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), /Another Node-RED \(process 7/);
    assert.equal(questions, 2);
  });
});
