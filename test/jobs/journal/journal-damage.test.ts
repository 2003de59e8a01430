import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeLine } from '../../../src/jobs/journal/journal-line';
import { MemoryDisk, systemError } from '../memory-disk';
import { Numbers, open, valuesOn } from './journal-scenario';

const lineOf = (record: unknown): Buffer => Buffer.from(encodeLine(record));

describe('A journal that was cut short or damaged', () => {
  it('by a disk that could neither make a change last nor take it back is rewritten before the next life reads it, once the disk is well again', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    disk.fault = (call) => (/^(sync|truncate)/.test(call) ? systemError('EIO') : undefined);
    await assert.rejects(journal.append({ key: 'b', value: 2 }), /the disk reported an error/);
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 1 });
  });

  it('loses nothing that was promised and invents nothing, killed or without power at any call, even during a compaction', async () => {
    const calls = await countCalls();
    assert.ok(calls > 60);
    for (let step = 0; step < 2 * calls; step++) {
      // The last call is not made at all, or, if it is a write, made in part.
      const last = step >> 1;
      const disk = new MemoryDisk();
      const stopped = systemError('EIO');
      const promised = new Map<string, number>();
      const asked = new Map<string, number>();
      disk.fault = (call, index) => (index > last || (index === last && step % 2 === 0) ? stopped : index === last && call.startsWith('write') ? { takes: 11 } : undefined);
      await work(disk, promised, asked).catch(() => undefined);
      for (const after of [disk.afterKill(), disk.afterPowerCut()]) {
        const found = await valuesOn(after);
        for (const [key, value] of promised) assert.ok((found[key] ?? -1) >= value, `${key} after call ${last}`);
        for (const [key, value] of Object.entries(found)) assert.ok(value <= (asked.get(key) ?? -1), `${key} after call ${last}`);
      }
    }
  });

  it('gives a prefix of the truth for any prefix of its file', async () => {
    const change = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.option(fc.nat(99)) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.double({ min: 0, max: 1, noNaN: true }), async (changes, share) => {
        const truth: Record<string, number>[] = [{}];
        const state = new Numbers();
        for (const each of changes) {
          state.apply(each);
          truth.push(Object.fromEntries(state.values));
        }
        const bytes = Buffer.concat([lineOf({ journal: 'soil-jobs', format: 1 }), ...changes.map(lineOf)]);
        const disk = new MemoryDisk();
        disk.put('jobs.journal', bytes.subarray(0, Math.round(share * bytes.length)));
        const found = await valuesOn(disk);
        assert.ok(truth.some((moment) => JSON.stringify(moment) === JSON.stringify(found)), JSON.stringify({ found, truth }));
      }),
      { numRuns: 200 },
    );
  });

  it('is reported if it is empty: no journal is ever left so', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', Buffer.alloc(0));
    const { log, journal } = await open(disk);
    assert.match(log.join(), /journal was empty/);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.deepEqual((await open(disk)).log, []);
    assert.deepEqual((await open(new MemoryDisk())).log, []);
  });

  it('drops a torn end and says so', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    const whole = disk.contents('jobs.journal') as Buffer;
    disk.put('jobs.journal', Buffer.concat([whole, lineOf({ key: 'b', value: 2 }).subarray(0, 20)]));
    const { state, log, journal: next } = await open(disk);
    assert.deepEqual(Object.fromEntries(state.values), { a: 1 });
    assert.match(log.join(), /it is dropped \(20 bytes\)/);
    await next.append({ key: 'c', value: 3 });
    await next.close();
    assert.deepEqual(await valuesOn(disk), { a: 1, c: 3 });
    assert.deepEqual(disk.files, ['jobs.journal']);
  });

  it('sets damaged lines aside and keeps the rest', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    for (const key of ['a', 'b', 'c']) await journal.append({ key, value: 1 });
    await journal.close();
    const whole = disk.contents('jobs.journal') as Buffer;
    const damaged = Buffer.from(whole);
    damaged[whole.indexOf('"b"') + 1] = 0;
    disk.put('jobs.journal', damaged);
    const { state, log, journal: next } = await open(disk);
    assert.deepEqual([...state.values.keys()], ['a', 'c']);
    assert.equal(log.length, 1);
    assert.match(log.join(), /the part that cannot be read \(1 line\) is set aside in folder\/jobs\.journal\.damaged-\w{8}\./);
    assert.ok([...disk.afterPowerCut().files].some((name) => name.includes('damaged') && disk.afterPowerCut().contents(name)?.includes('value')));
    assert.deepEqual(disk.calls.filter((call) => call.includes('damaged')).map((call) => call.split(' ')[0]), ['open', 'write', 'sync', 'close']);
    await next.close();
    const copy = disk.files.find((name) => name.includes('damaged')) as string;
    assert.match(disk.contents(copy)?.toString() ?? '', /"value":1/);
    assert.deepEqual(Object.keys(await valuesOn(disk)), ['a', 'c']);
  });

  it('is opened however many lines are damaged', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', Buffer.concat([lineOf({ key: 'a', value: 1 }), Buffer.alloc(200_000, '\n'), lineOf({ key: 'b', value: 2 })]));
    const { state, log, journal } = await open(disk);
    assert.deepEqual([...state.values.keys()], ['a', 'b']);
    assert.match(log.join(), /the part that cannot be read \(200000 lines\)/);
    await journal.close();
  });

  it('sets damaged lines aside once, however often the disk has no room for what follows', async () => {
    for (const [full, files] of [['write jobs.journal.new', 2], ['write jobs.journal.damaged', 1]] as const) {
      const disk = new MemoryDisk();
      disk.put('jobs.journal', Buffer.concat([Buffer.from('damaged\n'), lineOf({ key: 'a', value: 1 })]));
      disk.fault = (call) => (call.startsWith(full) ? systemError('ENOSPC') : undefined);
      for (let attempt = 0; attempt < 3; attempt++) await assert.rejects(open(disk), /the disk is full/);
      assert.equal(disk.files.length, files, disk.files.join());
      disk.fault = () => undefined;
      assert.deepEqual(await valuesOn(disk), { a: 1 });
      assert.deepEqual(disk.files.map((name) => disk.contents(name)?.includes('damaged')), [false, true]);
    }
  });

  it('gets its heading back', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', lineOf({ key: 'a', value: 1 }));
    const { journal, log } = await open(disk);
    await journal.close();
    assert.deepEqual(log, []);
    assert.match(disk.contents('jobs.journal')?.toString() ?? '', /^\w{8} \d+ \{"journal":"soil-jobs","format":1\}\n\w{8} \d+ \{"key":"a","value":1\}\n$/);
  });

  it('starts afresh beside a file that is not a journal, and keeps that file', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', 'something else\nentirely\n');
    const { log, journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.match(log.join(), /damaged/);
    assert.equal(disk.contents(disk.files.find((name) => name.includes('damaged')) as string)?.toString(), 'something else\nentirely\n');
    assert.deepEqual(await valuesOn(disk), { a: 1 });
  });

  it('removes a draft that a crash has left', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal.new', 'half');
    const { journal } = await open(disk);
    await journal.close();
    assert.deepEqual(disk.files, ['jobs.journal']);
  });
});

/** Forty changes over a journal that is compacted several times on the way. */
async function work(disk: MemoryDisk, promised: Map<string, number>, asked: Map<string, number>): Promise<void> {
  const { journal } = await open(disk, 200);
  for (let value = 0; value < 40; value++) {
    const key = `k${value % 4}`;
    asked.set(key, value);
    await journal.append({ key, value });
    promised.set(key, value);
  }
}

async function countCalls(): Promise<number> {
  const disk = new MemoryDisk();
  await work(disk, new Map(), new Map());
  return disk.calls.length;
}
