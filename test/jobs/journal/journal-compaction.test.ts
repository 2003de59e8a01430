import assert from 'node:assert/strict';
import { MemoryDisk, systemError } from '../memory-disk';
import { open, valuesOn } from './journal-scenario';

describe('A journal that grows', () => {
  it('stays small: it is rewritten when it has outgrown what it says', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk, 1000);
    for (let value = 0; value < 1000; value++) await journal.append({ key: 'a', value });
    assert.ok((disk.contents('jobs.journal')?.length ?? 0) < 2000);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 999 });
  });

  it('stays small on Windows too, where no file can replace one that is open', async () => {
    const disk = new MemoryDisk();
    disk.fault = (call) => (call === 'rename jobs.journal' && disk.isOpen('jobs.journal') ? systemError('EPERM') : undefined);
    disk.hold = (call) => (call === 'close jobs.journal' ? new Promise((resolve) => setImmediate(resolve)) : undefined);
    const { journal, log } = await open(disk, 1000);
    for (let value = 0; value < 300; value++) await journal.append({ key: 'a', value });
    assert.ok((disk.contents('jobs.journal')?.length ?? 0) < 2000);
    assert.deepEqual(log, []);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 299 });
  });

  it('goes on with the old file if the new one cannot replace it', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk, 300);
    disk.fault = (call) => (call === 'rename jobs.journal' ? systemError('EBUSY') : undefined);
    for (let value = 0; value < 40; value++) await journal.append({ key: 'a', value });
    assert.match(log[0] ?? '', /Cannot compact the job journal.*another program holds the file.*The journal goes on growing until then/);
    assert.deepEqual(disk.files, ['jobs.journal']);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 39 });
  });

  it('is rewritten in order, however long each write takes', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk, 1000);
    disk.hold = (call) => (call === 'write jobs.journal.new' && disk.calls.at(-1) === 'open jobs.journal.new' ? new Promise((resolve) => setTimeout(resolve, 5)) : undefined);
    const keys = Array.from({ length: 6 }, (_, at) => `${at}`.repeat(100_000));
    for (const value of [1, 2, 3]) for (const key of keys) await journal.append({ key, value });
    await journal.close();
    const again = await open(disk);
    assert.deepEqual([[...again.state.values.values()], again.log], [[3, 3, 3, 3, 3, 3], []]);
    await again.journal.close();
  });

  it('is rewritten in few writes, however many lines it has', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await Promise.all(Array.from({ length: 4000 }, (_, at) => journal.append({ key: `${at} ${'x'.repeat(300)}`, value: at })));
    await journal.close();
    assert.ok(disk.calls.includes('rename jobs.journal'));
    const writes = disk.calls.filter((call) => call === 'write jobs.journal.new').length;
    // One in the beginning, for a journal that was not there.
    assert.ok(writes > 2 && writes < 10, `${writes} writes`);
  });

  it('is rewritten over what a killed process left of a rewriting, even if that takes long to go', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk, 1000);
    await (await disk.open('folder/jobs.journal.new', 'create')).close();
    disk.hold = (call) => (call === 'remove jobs.journal.new' ? new Promise((resolve) => setImmediate(resolve)) : undefined);
    for (let value = 0; value < 100; value++) await journal.append({ key: 'a', value });
    assert.ok(disk.calls.includes('remove jobs.journal.new'));
    await journal.close();
    const again = await open(disk);
    assert.deepEqual([again.state.values.get('a'), disk.files, log], [99, ['jobs.journal'], []]);
    await again.journal.close();
  });

  it('is rewritten less and less often as its content grows', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk, 1000);
    for (let value = 0; value < 2000; value++) await journal.append({ key: `key ${value}`, value });
    const rewritten = disk.calls.filter((call) => call === 'rename jobs.journal').length;
    assert.ok(rewritten >= 4 && rewritten <= 9, `${rewritten} times`);
    assert.equal(disk.calls.filter((call) => call.startsWith('open')).length - disk.calls.filter((call) => call.startsWith('close')).length, 1);
    await journal.close();
    assert.equal(Object.keys(await valuesOn(disk)).length, 2000);
  });

  it('stays small over restarts too', async () => {
    const disk = new MemoryDisk();
    for (let life = 0; life < 50; life++) {
      const { journal } = await open(disk, 1000);
      for (let value = 0; value < 30; value++) await journal.append({ key: 'a', value });
      await journal.close();
    }
    assert.ok((disk.contents('jobs.journal')?.length ?? 0) < 5000);
  });

  it('goes on with the old file if a new one cannot be written', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk, 300);
    disk.fault = (call) => (call === 'write jobs.journal.new' ? systemError('ENOSPC') : undefined);
    for (let value = 0; value < 40; value++) await journal.append({ key: 'a', value });
    assert.match(log[0] ?? '', /Cannot compact the job journal.*the disk is full.*then try again\. The journal goes on growing until then/);
    assert.ok(log.length < 5, 'it is not tried with every change');
    assert.equal(disk.calls.filter((call) => call === 'close jobs.journal.new').length, log.length);
    assert.deepEqual(disk.files, ['jobs.journal']);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 39 });
  });

  it('does not trust a new file whose name may not last', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk, 300);
    disk.fault = (call) => (call.startsWith('sync directory') ? systemError('EIO') : undefined);
    let refused = 0;
    for (let value = 0; value < 40; value++) await journal.append({ key: 'a', value }).catch(() => refused++);
    assert.ok(refused > 0, 'nothing is promised on it');
    assert.match(log.join(), /Cannot compact the job journal.*written to it\. What happens to jobs in the meantime is kept in memory/);
    assert.equal(clock.pending, 1, 'it is tried again');
    disk.fault = () => undefined;
    await journal.append({ key: 'b', value: 1 });
    assert.equal((await valuesOn(disk.afterPowerCut())).b, 1);
    await journal.close();
    assert.equal(disk.calls.filter((call) => call.startsWith('open')).length, disk.calls.filter((call) => call.startsWith('close')).length);
  });
});
