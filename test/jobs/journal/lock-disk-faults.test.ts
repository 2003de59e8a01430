import assert from 'node:assert/strict';
import { DirectoryLock } from '../../../src/jobs/journal/directory-lock';
import { own, processes } from '../../processes/process-scenario';
import { MemoryDisk, systemError } from '../memory-disk';
import { isRefused, parts } from './lock-scenario';

describe('The lock of a job directory on a disk that fails', () => {
  it('says so if it cannot be removed', async () => {
    const disk = new MemoryDisk();
    const given = parts(disk, processes({}));
    const lock = await DirectoryLock.take('d', given);
    disk.remove = () => Promise.reject(systemError('EROFS'));
    await lock.release();
    // No setting chooses the place, so none is advised.
    assert.match(given.lines.join(), /Cannot remove the lock of the job directory at d[/\\]jobs\.lock: the file system is read-only \(EROFS\)\. Mount it for writing\.$/);
  });

  it('is taken again by its process if it could not be removed, without a word of another process', async () => {
    const disk = new MemoryDisk();
    const given = parts(disk, processes({ [own.pid]: own.started }));
    disk.fault = (call) => (call === 'remove jobs.lock' ? systemError('EROFS') : undefined);
    await (await DirectoryLock.take('d', given)).release();
    disk.fault = () => undefined;
    await (await DirectoryLock.take('d', given)).release();
    assert.deepEqual([disk.files, given.lines.length], [[], 1]);
  });

  it('does not keep its process out if the folder cannot be listed', async () => {
    const disk = new MemoryDisk();
    disk.list = () => Promise.reject(systemError('EIO'));
    await (await DirectoryLock.take('d', parts(disk, processes({ [own.pid]: own.started })))).release();
    assert.deepEqual(disk.files, []);
  });

  it('leaves nothing behind if the disk is full, with hard links or without', async () => {
    for (const hasLinks of [true, false]) {
      const disk = new MemoryDisk();
      disk.fault = (call) => (call === 'link jobs.lock' ? systemError('EPERM') : call.startsWith('write') && (hasLinks || call === 'write jobs.lock') ? systemError('ENOSPC') : undefined);
      await isRefused(DirectoryLock.take('d', parts(disk, processes({}))), /the disk is full/);
      assert.deepEqual(disk.files, []);
    }
  });
});
