import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSoilError } from '../../src/errors/soil-error';
import { Journal, type JournaledState } from '../../src/jobs/journal';
import { encodeLine } from '../../src/jobs/journal-line';
import { turnsDuring } from '../time/counted-turns';
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

  it('goes on with the file that is there: no new one is made at a start', async () => {
    const disk = new MemoryDisk();
    await (await open(disk)).journal.close();
    const before = disk.calls.length;
    const { journal, log } = await open(disk);
    await journal.append({ key: 'a', value: 1 });
    await journal.close();
    assert.deepEqual(disk.calls.slice(before), ['open jobs.journal', 'write jobs.journal', 'sync jobs.journal', 'close jobs.journal']);
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

  it('does not go on for ever where the disk takes nothing and says nothing', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk);
    disk.fault = (call) => (call === 'write jobs.journal' ? { takes: 0 } : undefined);
    await assert.rejects(journal.append({ key: 'a', value: 1 }), /the disk reported an error/);
    await journal.close();
  });

  it('goes back to where the file ended before, also in a file that was there at the start, and makes that last', async () => {
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
      'write jobs.journal', 'sync jobs.journal'
    ]);
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
    assert.equal(log.length, tries.length);
    await storageError(journal.note({ key: 'b', value: 2 }));
    assert.equal(tries.length, 9);
    disk.fault = () => undefined;
    await clock.advance(60_000);
    assert.equal(clock.pending, 0, 'nothing is owed any more');
    const lines = disk.contents('jobs.journal')?.toString() ?? '';
    await journal.append({ key: 'c', value: 3 });
    assert.equal(disk.contents('jobs.journal')?.toString().slice(lines.length).split('\n').length, 2, 'and nothing is written twice');
    tries.length = 0;
    disk.fault = full;
    await storageError(journal.note({ key: 'd', value: 4 }));
    await clock.advance(3_000);
    assert.equal(tries.length, 2, 'it begins with 2 s again');
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk.afterPowerCut()), { a: 1, b: 2, c: 3, d: 4 });
  });

  it('does not come back to a change that was refused', async () => {
    const disk = new MemoryDisk();
    const { journal, clock, log } = await open(disk);
    disk.fault = (call) => (call.startsWith('write') ? systemError('ENOSPC') : undefined);
    await storageError(journal.append({ key: 'a', value: 1 }));
    assert.deepEqual([clock.pending, log], [0, []]);
    disk.fault = () => undefined;
    await journal.close();
    assert.deepEqual(await valuesOn(disk), {});
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

  it('is written anew ever less often while what it says grows', async () => {
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

  it('goes on with the old file where a new one cannot be written', async () => {
    const disk = new MemoryDisk();
    const { journal, log } = await open(disk, 300);
    disk.fault = (call) => (call === 'write jobs.journal.new' ? systemError('ENOSPC') : undefined);
    for (let value = 0; value < 40; value++) await journal.append({ key: 'a', value });
    assert.match(log[0] ?? '', /Cannot compact the job journal.*the disk is full.*It goes on growing until then/);
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
    assert.match(log.join(), /Cannot compact the job journal.*kept in memory/);
    assert.equal(clock.pending, 1, 'it is tried again');
    disk.fault = () => undefined;
    await journal.append({ key: 'b', value: 1 });
    assert.equal((await valuesOn(disk.afterPowerCut())).b, 1);
    await journal.close();
    assert.equal(disk.calls.filter((call) => call.startsWith('open')).length, disk.calls.filter((call) => call.startsWith('close')).length);
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
    assert.equal(log.length, 1);
    assert.match(log.join(), /1 of its lines cannot be read and are set aside in folder\/jobs\.journal\.damaged-\d+/);
    assert.ok([...disk.afterPowerCut().files].some((name) => name.includes('damaged') && disk.afterPowerCut().contents(name)?.includes('value')));
    assert.deepEqual(disk.calls.filter((call) => call.includes('damaged')).map((call) => call.split(' ')[0]), ['open', 'write', 'sync', 'close']);
    await next.close();
    const copy = disk.files.find((name) => name.includes('damaged')) as string;
    assert.match(disk.contents(copy)?.toString() ?? '', /"value":1/);
    assert.deepEqual(Object.keys(await valuesOn(disk)), ['a', 'c']);
  });

  it('gives a file its heading back', async () => {
    const disk = new MemoryDisk();
    disk.put('jobs.journal', encodeLine({ key: 'a', value: 1 }));
    const { journal, log } = await open(disk);
    await journal.close();
    assert.deepEqual(log, []);
    assert.match(disk.contents('jobs.journal')?.toString() ?? '', /^\w{8} \d+ \{"journal":"soil-jobs","format":1\}\n\w{8} \d+ \{"key":"a","value":1\}\n$/);
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
    await assert.rejects(open(disk), /^The job journal at folder\/jobs\.journal was written by a later version/);
    assert.deepEqual(disk.contents('jobs.journal'), bytes);
    assert.deepEqual(disk.calls, []);
  });

  it('is read and written in slices, so that other work has its turn', async () => {
    const disk = new MemoryDisk();
    const bytes = Buffer.concat([encodeLine({ journal: 'soil-jobs', format: 1 }), ...Array.from({ length: 30_000 }, (_, at) => encodeLine({ key: `key ${at}`, value: at }))]);
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
