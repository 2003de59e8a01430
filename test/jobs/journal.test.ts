import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import { Journal, type JournaledState } from '../../src/jobs/journal';
import { encodeLine } from '../../src/jobs/journal-line';
import { SimulatedClock } from '../time/simulated-clock';
import { MemoryDisk, systemError } from './memory-disk';

interface Change {
  key: string;
  value: number | null;
}

/** Numbers by name: the smallest state with something to replace and something to remove. */
class Numbers implements JournaledState<Change> {
  readonly values = new Map<string, number>();

  apply({ key, value }: Change): void {
    this.values.delete(key);
    if (value !== null) this.values.set(key, value);
  }

  *snapshot(): Generator<Change> {
    for (const [key, value] of this.values) yield { key, value };
  }
}

interface Opened {
  journal: Journal<Change>;
  state: Numbers;
  log: string[];
  clock: SimulatedClock;
}

const FILE = 'folder/jobs.journal';

async function open(disk: MemoryDisk, slackBytes?: number): Promise<Opened> {
  const state = new Numbers();
  const log: string[] = [];
  const clock = new SimulatedClock();
  const parts = { fileSystem: disk, clock, log: (line: string) => void log.push(line), ...(slackBytes !== undefined && { slackBytes }) };
  return { journal: await Journal.open(FILE, state, parts), state, log, clock };
}

async function valuesOn(disk: MemoryDisk): Promise<Record<string, number>> {
  const { state, journal } = await open(disk);
  await journal.close();
  return Object.fromEntries(state.values);
}

async function storageError(action: Promise<unknown>): Promise<void> {
  await assert.rejects(action, (error) => isSoilError(error, 'SOIL_STORAGE'));
}

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

  it('makes a change only when it is on the disk, and notes one that has happened at once', async () => {
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

  it('goes on after a write that took only a part', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'write jobs.journal' ? { takes: 7 } : undefined);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 1 });
  });

  for (const code of ['ENOSPC', 'EROFS', 'EIO', 'EDQUOT']) {
    it(`refuses a change with SOIL_STORAGE where the disk says ${code}, and takes the next one when the disk is well again`, async () => {
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

  it('does not trust a file whose sync has failed: the next change begins with a new one', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    disk.fault = (call) => (call === 'sync jobs.journal' ? systemError('EIO') : undefined);
    await storageError(journal.append({ key: 'b', value: 2 }));
    disk.fault = () => undefined;
    const before = disk.calls.length;
    await journal.append({ key: 'c', value: 3 });
    const calls = disk.calls.slice(before);
    assert.ok(calls.indexOf('rename jobs.journal') > calls.indexOf('sync jobs.journal.new'), calls.join());
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, c: 3 });
    await journal.close();
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
    disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    await storageError(journal.note({ key: 'a', value: 1 }));
    await clock.advance(30_000);
    assert.deepEqual(await valuesOn(disk.afterKill()), {});
    disk.fault = () => undefined;
    await clock.advance(60_000);
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1 });
    await journal.close();
  });

  it('says so where it is closed with changes that the disk has not taken', async () => {
    const disk = new MemoryDisk();
    const { journal, log, clock } = await open(disk);
    disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    await storageError(journal.note({ key: 'a', value: 1 }));
    await journal.close();
    assert.match(log.at(-1) ?? '', /1 changes could not be written/);
    assert.equal(clock.pending, 0);
    await storageError(journal.append({ key: 'b', value: 2 }));
  });

  it('stays small: it is written anew when it has outgrown what it says', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk, 1000);
    for (let value = 0; value < 1000; value++) await journal.append({ key: 'a', value });
    assert.ok((disk.contents('jobs.journal')?.length ?? 0) < 2000);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 999 });
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

  it('goes on with the old file where a new one cannot be written', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk, 300);
    disk.fault = (call) => (call === 'write jobs.journal.new' ? systemError('ENOSPC') : undefined);
    for (let value = 0; value < 40; value++) await journal.append({ key: 'a', value });
    assert.match(log[0] ?? '', /Cannot compact the job journal.*the disk is full/);
    assert.deepEqual(disk.files, ['jobs.journal']);
    await journal.close();
    assert.deepEqual(await valuesOn(disk), { a: 39 });
  });

  it('loses nothing that was promised and invents nothing, killed or without power at any call, also while it is compacted', async () => {
    const calls = await countCalls();
    assert.ok(calls > 60);
    for (let step = 0; step < 2 * calls; step++) {
      // The last call is not made at all, or, where it is a write, made in part.
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
        const bytes = Buffer.concat([encodeLine({ journal: 'soil-jobs', format: 1 }), ...changes.map(encodeLine)]);
        const disk = new MemoryDisk();
        disk.put('jobs.journal', bytes.subarray(0, Math.round(share * bytes.length)));
        const found = await valuesOn(disk);
        assert.ok(truth.some((moment) => JSON.stringify(moment) === JSON.stringify(found)), JSON.stringify({ found, truth }));
      }),
      { numRuns: 200 },
    );
  });

  it('drops a torn end and says so', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    const whole = disk.contents('jobs.journal') as Buffer;
    disk.put('jobs.journal', Buffer.concat([whole, encodeLine({ key: 'b', value: 2 }).subarray(0, 20)]));
    const { state, log, journal: next } = await open(disk);
    assert.deepEqual(Object.fromEntries(state.values), { a: 1 });
    assert.match(log.join(), /torn by a crash: 20 bytes/);
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
    assert.match(log.join(), /1 of its lines cannot be read and are set aside in folder\/jobs\.journal\.damaged-\d+/);
    await next.close();
    const copy = disk.files.find((name) => name.includes('damaged')) as string;
    assert.match(disk.contents(copy)?.toString() ?? '', /"value":1/);
    assert.deepEqual(Object.keys(await valuesOn(disk)), ['a', 'c']);
  });

  it('begins anew beside a file that is no journal, and keeps that', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', 'something else\nentirely\n');
    const { log, journal } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.match(log.join(), /damaged/);
    assert.equal(disk.contents(disk.files.find((name) => name.includes('damaged')) as string)?.toString(), 'something else\nentirely\n');
    assert.deepEqual(await valuesOn(disk), { a: 1 });
  });

  it('refuses a file of a later format and leaves it untouched', async () => {
    const disk = new MemoryDisk();
    const bytes = Buffer.concat([encodeLine({ journal: 'soil-jobs', format: 2 }), encodeLine({ key: 'a', value: 1 })]);
    disk.put('jobs.journal', bytes);
    await assert.rejects(open(disk), /SoilError: The job journal at folder\/jobs\.journal was written by a later version/);
    assert.deepEqual(disk.contents('jobs.journal'), bytes);
    assert.deepEqual(disk.calls, []);
  });

  it('is read and written in slices, so that other work has its turn', async () => {
    const disk = new MemoryDisk();
    const bytes = Buffer.concat([encodeLine({ journal: 'soil-jobs', format: 1 }), ...Array.from({ length: 30_000 }, (_, at) => encodeLine({ key: `key ${at}`, value: at }))]);
    disk.put('jobs.journal', Buffer.concat([bytes, Buffer.from('torn')]));
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const { journal, state } = await open(disk);
    clearInterval(counting);
    assert.equal(state.values.size, 30_000);
    assert.ok(turns >= 3, `${turns} turns`);
    assert.ok(disk.calls.filter((call) => call === 'write jobs.journal.new').length >= 4);
    await journal.close();
    assert.equal(Object.keys(await valuesOn(disk)).length, 30_000);
  });

  it('removes a draft that a crash has left', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal.new', 'half');
    const { journal } = await open(disk);
    await journal.close();
    assert.deepEqual(disk.files, ['jobs.journal']);
  });

  it('says what to do where the folder cannot be read', async () => {
    const disk = new MemoryDisk();
    disk.read = () => Promise.reject(systemError('EACCES'));
    await assert.rejects(open(disk), /Cannot open the job journal at folder\/jobs\.journal: Node-RED may not write there/);
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
