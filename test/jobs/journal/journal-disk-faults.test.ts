import assert from 'node:assert/strict';
import { MemoryDisk, systemError } from '../memory-disk';
import { open, storageError, valuesOn } from './journal-scenario';

describe('A journal on a disk that fails', () => {
  it('goes on after a write that took only a part', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'write jobs.journal' ? { takes: 7 } : undefined);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 1 });
  });

  for (const code of ['ENOSPC', 'EROFS', 'EIO', 'EDQUOT']) {
    it(`refuses a change with SOIL_STORAGE if the disk says ${code}, and takes the next one when the disk is well again`, async () => {
      const disk = new MemoryDisk();
      const { journal, state } = await open(disk);
      await journal.append({ key: 'a', value: 1 });
      disk.fault = (call) => (call.startsWith('write') ? systemError(code) : undefined);
      await storageError(journal.append({ key: 'b', value: 2 }));
      assert.deepEqual([...state.values.keys()], ['a']);
      disk.fault = () => undefined;
      await journal.append({ key: 'c', value: 3 });
      await journal.close();
      assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, c: 3 });
    });
  }

  it('takes back a line that was half written before the disk was full', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    let writes = 0;
    disk.fault = (call) => (call !== 'write jobs.journal' ? undefined : ++writes === 1 ? { takes: 9 } : systemError('ENOSPC'));
    await storageError(journal.append({ key: 'b', value: 2 }));
    disk.fault = () => undefined;
    const { log, journal: next } = await open(disk.afterKill());
    assert.deepEqual(log, []);
    await next.close();
    await journal.close();
  });

  it('does not try for ever if the disk takes nothing and reports no error', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'write jobs.journal' ? { takes: 0 } : undefined);
    await assert.rejects(journal.append({ key: 'a', value: 1 }), /the disk is full/);
    await journal.close();
  });

  it('cuts the file back to its previous end, even one that was there at the start, and makes that last', async () => {
    const disk = new MemoryDisk();
    const first = await open(disk);
    await first.journal.append({ key: 'a', value: 1 });
    await first.journal.close();
    const whole = disk.contents('jobs.journal');
    const { journal } = await open(disk);
    let writes = 0;
    disk.fault = (call) => (call !== 'write jobs.journal' ? undefined : ++writes === 1 ? { takes: 9 } : systemError('ENOSPC'));
    const before = disk.calls.length;
    await storageError(journal.append({ key: 'b', value: 2 }));
    assert.deepEqual(disk.contents('jobs.journal'), whole);
    assert.deepEqual(disk.calls.slice(before).slice(-2), ['truncate jobs.journal', 'sync jobs.journal']);
    await journal.close();
  });

  it('does not trust a file that cannot be taken back to its good part', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    let writes = 0;
    disk.fault = (call) =>
      call.startsWith('truncate') ? systemError('EIO') : call !== 'write jobs.journal' ? undefined : ++writes === 1 ? { takes: 9 } : systemError('ENOSPC');
    await storageError(journal.append({ key: 'b', value: 2 }));
    assert.ok(disk.calls.includes('close jobs.journal'), 'it is closed');
    disk.fault = () => undefined;
    await journal.append({ key: 'c', value: 3 });
    const { log, journal: next } = await open(disk.afterKill());
    assert.deepEqual(log, []);
    await next.close();
    await journal.close();
  });

  it('does not trust a file whose sync has failed: the next change begins with a new one', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await storageError(journal.append({ key: 'b', value: 2 }));
    disk.fault = () => undefined;
    const before = disk.calls.length;
    await journal.append({ key: 'c', value: 3 });
    assert.deepEqual(disk.calls.slice(before), [
      'open jobs.journal.new', 'write jobs.journal.new', 'sync jobs.journal.new', 'rename jobs.journal', 'sync directory folder',
      'write jobs.journal', 'sync jobs.journal',
    ]);
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, c: 3 });
    await journal.close();
  });

  it('does not trust that file even if no new one could be made at first, and no refused change comes back', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await storageError(journal.append({ key: 'b', value: 2 }));
    assert.deepEqual(await valuesOn(disk.afterKill()), { a: 1 });
    disk.fault = (call) => (call === 'open jobs.journal.new' ? systemError('EMFILE') : undefined);
    await storageError(journal.append({ key: 'c', value: 3 }));
    disk.fault = () => undefined;
    const before = disk.calls.length;
    await journal.append({ key: 'd', value: 4 });
    assert.ok(disk.calls.slice(before).includes('rename jobs.journal'));
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, d: 4 });
  });

  it('has what has happened only once in a new file, even if it was owed', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await journal.noteAnyway({ key: 'a', value: 1 });
    disk.fault = () => undefined;
    await journal.append({ key: 'b', value: 2 });
    await journal.close();
    assert.deepEqual(disk.contents('jobs.journal')?.toString().match(/"key":"."/g), ['"key":"a"', '"key":"b"']);
  });

  it('refuses everything while no new file can be opened, and keeps what has happened until one can', async () => {
    const disk = new MemoryDisk();
    const { journal, state, log, clock } = await open(disk);
    disk.fault = (call) => (call.startsWith('sync') ? systemError('EIO') : call.startsWith('open') ? systemError('EMFILE') : undefined);
    await storageError(journal.note({ key: 'a', value: 1 }));
    await storageError(journal.append({ key: 'b', value: 2 }));
    assert.deepEqual([...state.values.keys()], ['a']);
    assert.equal(log.length, 1);
    disk.fault = () => undefined;
    await clock.advance(60_000);
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1 });
    await journal.close();
    assert.equal(clock.pending, 0);
  });

  it('writes what has happened by itself as soon as a full disk has room', async () => {
    const disk = new MemoryDisk();
    const { journal, clock } = await open(disk);
    disk.fillUp();
    await storageError(journal.note({ key: 'a', value: 1 }));
    await clock.advance(30_000);
    assert.deepEqual(await valuesOn(disk.afterKill()), {});
    disk.fault = () => undefined;
    await clock.advance(60_000);
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1 });
    await journal.close();
  });

  it('is rewritten by itself after its sync has failed, though nothing is owed: the next change finds it open', async () => {
    const disk = new MemoryDisk();
    const { journal, clock } = await open(disk);
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await storageError(journal.append({ key: 'a', value: 1 }));
    disk.fault = () => undefined;
    const before = disk.calls.length;
    await clock.advance(60_000);
    assert.ok(disk.calls.slice(before).includes('rename jobs.journal'), disk.calls.slice(before).join());
    assert.ok(disk.isOpen('jobs.journal'));
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), {});
  });

  it('tries again after 2 s, then ever less often up to a minute, and at once with the next change', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk);
    const tries: number[] = [];
    const full = (call: string): NodeJS.ErrnoException | undefined => {
      if (!call.startsWith('write')) return undefined;
      tries.push(clock.monotonic() / 1000);
      return systemError('ENOSPC');
    };
    disk.fault = full;
    await storageError(journal.note({ key: 'a', value: 1 }));
    await clock.advance(200_000);
    assert.deepEqual(tries, [0, 2, 6, 14, 30, 62, 122, 182]);
    await storageError(journal.note({ key: 'b', value: 2 }));
    assert.equal(tries.length, 9);
    disk.fault = () => undefined;
    await clock.advance(60_000);
    assert.equal(log.length, 1, 'it may not last');
    await clock.advance(60_000);
    assert.equal(clock.pending, 0, 'nothing is owed any more');
    assert.equal(log.length, 2, 'a line when it begins and one when it is over, however long that takes');
    assert.match(log.join('\n'), /the disk is full.*kept in memory.*\nThe job journal can be written again/);
    const lines = disk.contents('jobs.journal')?.toString() ?? '';
    await journal.append({ key: 'c', value: 3 });
    assert.equal(disk.contents('jobs.journal')?.toString().slice(lines.length).split('\n').length, 2, 'and nothing is written twice');
    assert.equal(log.length, 2);
    tries.length = 0;
    disk.fault = full;
    await storageError(journal.note({ key: 'd', value: 4 }));
    await clock.advance(3_000);
    assert.equal(tries.length, 2, 'it begins with 2 s again');
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, b: 2, c: 3, d: 4 });
    assert.equal(log.length, 4);
  });

  it('says once that a nearly full disk is behind, however often it takes something, and that it has caught up a minute after its last refusal', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk);
    for (let round = 0; round < 20; round++) {
      disk.fillUp();
      await storageError(journal.note({ key: 'a', value: round }));
      disk.fault = () => undefined;
      await clock.advance(5_000);
      disk.fillUp();
      await storageError(journal.append({ key: 'b', value: round }));
      await clock.advance(50_000);
    }
    assert.equal(log.length, 1);
    disk.fault = () => undefined;
    for (const value of [20, 21]) await journal.append({ key: 'a', value });
    await clock.advance(9_000);
    assert.equal(log.length, 1, 'it may still be full');
    await clock.advance(1_000);
    assert.equal(log.length, 2);
    await clock.advance(60_000);
    assert.equal(clock.pending, 0);
    await journal.close();
    assert.equal(log.length, 2);
    assert.deepEqual(await valuesOn(disk), { a: 21 });
  });

  it('says at a stop that the disk has caught up, if it has not said so yet', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk);
    disk.fillUp();
    await storageError(journal.note({ key: 'a', value: 1 }));
    disk.fault = () => undefined;
    await clock.advance(2_000);
    assert.equal(log.length, 1);
    await journal.close();
    assert.match(log.at(-1) ?? '', /can be written again/);
    assert.deepEqual([log.length, clock.pending], [2, 0]);
  });

  it('does not come back to a change that was refused', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk);
    disk.fillUp();
    await storageError(journal.append({ key: 'a', value: 1 }));
    assert.deepEqual([clock.pending, log], [0, []]);
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk), {});
  });

  it('says so if it is closed with changes that the disk has not taken', async () => {
    const disk = new MemoryDisk();
    const { journal, log, clock } = await open(disk);
    disk.fillUp();
    await storageError(journal.note({ key: 'a', value: 1 }));
    await journal.close();
    assert.match(log.at(-1) ?? '', /^1 change could not be written/);
    assert.equal(clock.pending, 0);
    await storageError(journal.append({ key: 'b', value: 2 }));
  });

  it('does not try again once it is closed, even if the disk refuses only then', async () => {
    const disk = new MemoryDisk();
    const { journal, log, clock } = await open(disk);
    disk.fillUp();
    const noted = storageError(journal.note({ key: 'a', value: 1 }));
    await Promise.all([noted, journal.close()]);
    assert.deepEqual([clock.pending, log.length], [0, 1], log.join('\n'));
    assert.match(log[0] ?? '', /^1 change could not be written/);
  });

  it('promises nothing in a file that an earlier life made until the name of that file lasts', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'sync jobs.journal' || call.startsWith('sync directory') ? systemError('EIO') : undefined);
    for (const key of ['a', 'b']) await storageError(journal.append({ key, value: 1 }));
    await journal.close();
    await storageError(open(disk));
    assert.equal(disk.isOpen('jobs.journal'), false);
    disk.fault = () => undefined;
    const { journal: next } = await open(disk);
    await next.append({ key: 'c', value: 3 });
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { c: 3 });
    await next.close();
  });

  it('says what to do if the folder cannot be read', async () => {
    const disk = new MemoryDisk();
    disk.read = () => Promise.reject(systemError('EACCES'));
    await assert.rejects(open(disk), /Cannot open the job journal at folder\/jobs\.journal: the user that Node-RED runs as lacks the permission/);
  });
});
