import assert from 'node:assert/strict';
import { encodeLine } from '../../../src/jobs/journal/journal-line';
import { turnsDuring } from '../../time/counted-turns';
import { MemoryDisk } from '../memory-disk';
import { open, valuesOn } from './journal-scenario';

const lineOf = (record: unknown): Buffer => Buffer.from(encodeLine(record));

describe('A journal', () => {
  it('gives its state back when it is opened again', async () => {
    const disk = new MemoryDisk();
    const { journal, state } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.note({ key: 'b', value: 2 });
    await journal.append({ key: 'a', value: null });
    await journal.close();
    assert.deepEqual(Object.fromEntries(state.values), { b: 2 });
    assert.deepEqual(await valuesOn(disk), { b: 2 });
  });

  it('makes a change only once it is on the disk, and notes at once one that has happened', async () => {
    const disk = new MemoryDisk();
    const { journal, state } = await open(disk);
    const appended = journal.append({ key: 'a', value: 1 });
    const noted = journal.note({ key: 'b', value: 2 });
    assert.deepEqual([...state.values.keys()], ['b']);
    await appended;
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, b: 2 });
    await noted;
    await journal.close();
  });

  it('writes what comes together with one write and one sync', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    const before = disk.calls.length;
    await Promise.all(Array.from({ length: 500 }, (_, at) => journal.append({ key: `k${at}`, value: at })));
    assert.deepEqual(disk.calls.slice(before), ['write jobs.journal', 'sync jobs.journal']);
    await journal.close();
  });

  it('goes on with the file that is there: no new one is made at a start', async () => {
    const disk = new MemoryDisk();
    await (await open(disk)).journal.close();
    const before = disk.calls.length;
    const { journal, log } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.deepEqual(disk.calls.slice(before), ['open jobs.journal', 'sync directory folder', 'write jobs.journal', 'sync jobs.journal', 'close jobs.journal']);
    assert.deepEqual(log, []);
  });

  it('takes nothing more once it is closed', async () => {
    const { journal, state, log } = await open(new MemoryDisk());
    await journal.close();
    await assert.rejects(journal.append({ key: 'a', value: 1 }), /^The job journal is closed/);
    assert.deepEqual([state.values.size, log], [0, []]);
  });

  it('has everything on the disk that was given before it is closed', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    const given = [journal.append({ key: 'a', value: 1 }), journal.note({ key: 'b', value: 2 })];
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, b: 2 });
    await Promise.all(given);
  });

  it('writes a few megabytes at a time, in the order given', async () => {
    const disk = new MemoryDisk();
    const { journal, state } = await open(disk, 1e9);
    const before = disk.calls.length;
    const long = 'x'.repeat(1_500_000);
    await Promise.all(Array.from({ length: 7 }, (_, at) => journal.append({ key: long, value: at })));
    assert.deepEqual(disk.calls.slice(before).filter((call) => call.startsWith('write')).length, 3);
    assert.equal(state.values.get(long), 6);
    await journal.close();
    assert.equal((await valuesOn(disk))[long], 6);
  });

  it('refuses a file of a later format and leaves it untouched', async () => {
    const disk = new MemoryDisk();
    const bytes = Buffer.concat([lineOf({ journal: 'soil-jobs', format: 2 }), lineOf({ key: 'a', value: 1 })]);
    disk.put('jobs.journal', bytes);
    await assert.rejects(open(disk), /^The job journal at folder\/jobs\.journal was written by a later version/);
    assert.deepEqual(disk.contents('jobs.journal'), bytes);
    assert.deepEqual(disk.calls, []);
  });

  it('is read and written in slices, so that other work has its turn', async () => {
    const disk = new MemoryDisk();
    const bytes = Buffer.concat([lineOf({ journal: 'soil-jobs', format: 1 }), ...Array.from({ length: 30_000 }, (_, at) => lineOf({ key: `key ${at}`, value: at }))]);
    disk.put('jobs.journal', Buffer.concat([bytes, Buffer.from('torn')]));
    let opened: Awaited<ReturnType<typeof open>> | undefined;
    const turns = await turnsDuring(async () => (opened = await open(disk)));
    const { journal, state } = opened!;
    assert.equal(state.values.size, 30_000);
    assert.ok(turns >= 3, `${turns} turns`);
    assert.ok(disk.calls.filter((call) => call === 'write jobs.journal.new').length >= 4);
    await journal.close();
    assert.equal(disk.contents('jobs.journal')?.toString().split('\n').length, 30_002);
  });
});
