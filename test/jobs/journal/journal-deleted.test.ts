import assert from 'node:assert/strict';
import { until } from '../../time/until';
import { MemoryDisk, systemError } from '../memory-disk';
import { open, storageError, valuesOn } from './journal-scenario';

describe('A journal that is deleted while it is used, on a disk that fails', () => {
  it('promises nothing in it, even if the new one cannot be made at first', async () => {
    const disk = new MemoryDisk();
    const { journal, log, clock } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await disk.remove('folder/jobs.journal');
    disk.fault = (call) => (call.startsWith('create') || call.startsWith('open') ? systemError('ENOSPC') : undefined);
    journal.renew();
    await storageError(journal.append({ key: 'b', value: 2 }));
    disk.fault = () => undefined;
    await journal.append({ key: 'c', value: 3 });
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, c: 3 });
    await disk.remove('folder/jobs.journal');
    journal.renew();
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, c: 3 }, 'it is there again after a stop, too');
    assert.deepEqual([log.length, clock.pending], [2, 0], log.join('\n'));
  });

  it('says so if it cannot be written again before the end', async () => {
    for (const isFirst of [true, false]) {
      const disk = new MemoryDisk();
      const { journal, log, clock } = await open(disk);
      await disk.remove('folder/jobs.journal');
      disk.fault = (call) => (call.startsWith('create') || call.startsWith('open') ? systemError('ENOSPC') : undefined);
      journal.renew();
      if (isFirst) await storageError(journal.append({ key: 'b', value: 2 }));
      await journal.close();
      assert.match(log.at(-1) ?? '', /was deleted and could not be written again before the stop/);
      assert.equal(clock.pending, 0);
    }
  });

  it('is written again at the stop if it could not be at once', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await disk.remove('folder/jobs.journal');
    disk.fault = (call) => (call.startsWith('open') ? systemError('ENOSPC') : undefined);
    journal.renew();
    await storageError(journal.append({ key: 'b', value: 2 }));
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterKill()), { a: 1 });
    assert.doesNotMatch(log.join('\n'), /could not be written again/);
  });

  it('is written again by itself if it is found to be deleted in the middle of a write', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    const written = journal.append({ key: 'a', value: 1 });
    disk.fault = (call) => {
      if (call === 'sync jobs.journal') {
        disk.fault = () => undefined;
        void disk.remove('folder/jobs.journal').then(() => journal.renew());
      }
      return undefined;
    };
    await written;
    await until(async () => (await valuesOn(disk.afterKill())).a === 1, 'it is there again');
    await journal.close();
  });

  it('is tried again after a pause, not at once, while the disk takes no new one', async () => {
    const disk = new MemoryDisk();
    const { journal, clock } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await disk.remove('folder/jobs.journal');
    let tries = 0;
    disk.fault = (call) => (call.startsWith('create') || call.startsWith('open') ? (tries++, systemError('ENOSPC')) : undefined);
    journal.renew();
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    assert.equal(tries, 1);
    await clock.advance(2_000);
    assert.equal(tries, 2);
    disk.fault = () => undefined;
    await journal.close();
  });
});
