import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import { MemoryDisk } from '../memory-disk';
import { later } from '../scripted-service';
import { open, valuesOn } from './journal-scenario';

const why = new SoilError('SOIL_STORAGE', 'Another Node-RED has taken over.');

/** Holds up the next calls of that name, in order: each of the returned functions lets one go on. */
function standStill(disk: MemoryDisk, name: string, times: number): { reached: Promise<void>; goOn: () => void }[] {
  const stops = Array.from({ length: times }, () => ({ reached: later<void>(), gate: later<void>() }));
  let calls = 0;
  disk.hold = (call) => {
    const stop = call === name ? stops[calls++] : undefined;
    stop?.reached.resolve();
    return stop?.gate.promise;
  };
  return stops.map(({ reached, gate }) => ({ reached: reached.promise, goOn: () => gate.resolve() }));
}

/** A journal whose rewriting has just begun, and stands still before the new file replaces the old one. */
async function stoodStill(confirm?: () => Promise<void>): Promise<{ disk: MemoryDisk; first: Awaited<ReturnType<typeof open>>; goOn: () => Promise<void>; theirs: { reached: Promise<void>; goOn: () => void } }> {
  const disk = new MemoryDisk();
  const first = await open(disk, 300, confirm);
  const [ours, theirs] = standStill(disk, 'sync jobs.journal.new', 2);
  assert.ok(ours && theirs);
  const filled = first.journal.append({ key: 'a'.repeat(1000), value: 1 });
  await ours.reached;
  const goOn = async (): Promise<void> => {
    ours.goOn();
    await filled;
    await first.journal.close();
  };
  return { disk, first, goOn, theirs };
}

describe("A journal that belongs to another process by now", () => {
  it('is not replaced by what this process began to write before it stood still', async () => {
    const { disk, first, goOn } = await stoodStill();
    const second = await open(disk);
    await second.journal.append({ key: 'b', value: 2 });
    first.journal.seal(why);
    await goOn();
    await second.journal.append({ key: 'c', value: 3 });
    const { b, c } = await valuesOn(disk.afterKill());
    assert.deepEqual([b, c, first.log, first.clock.pending], [2, 3, [], 0]);
    await second.journal.close();
  });

  it('may be rewritten there meanwhile, through a file of the same name: that file stays, and this process does not rename it', async () => {
    const { disk, first, goOn, theirs } = await stoodStill();
    const second = await open(disk, 300);
    const filled = second.journal.append({ key: 'b'.repeat(1000), value: 2 });
    await theirs.reached;
    first.journal.seal(why);
    const renamed = disk.calls.filter((call) => call === 'rename jobs.journal').length;
    await goOn();
    assert.ok(disk.files.includes('jobs.journal.new'));
    assert.equal(disk.calls.filter((call) => call === 'rename jobs.journal').length, renamed);
    theirs.goOn();
    await filled;
    await second.journal.close();
    assert.deepEqual([Object.values(await valuesOn(disk)).sort(), second.log], [[1, 2], []]);
  });

  it('is not replaced even if nobody has noticed yet: whether it is still ours is checked first', async () => {
    let isLost = false;
    const { disk, first, goOn } = await stoodStill(() => (isLost ? Promise.reject(why) : Promise.resolve()));
    isLost = true;
    const second = await open(disk);
    await second.journal.append({ key: 'b', value: 2 });
    await goOn();
    assert.equal((await valuesOn(disk.afterKill())).b, 2);
    await assert.rejects(first.journal.append({ key: 'c', value: 3 }), why);
    assert.deepEqual([first.log, first.clock.pending], [[], 0]);
    await second.journal.close();
  });

  it('is not begun afresh if the loss was noticed while its last lines were being written', async () => {
    const disk = new MemoryDisk();
    const { journal } = await open(disk, 300);
    const [stop] = standStill(disk, 'sync jobs.journal', 1);
    const filled = journal.append({ key: 'a'.repeat(1000), value: 1 });
    await stop?.reached;
    const before = disk.calls.length;
    journal.seal(why);
    stop?.goOn();
    await filled;
    await journal.close();
    assert.deepEqual(disk.calls.slice(before), ['sync jobs.journal', 'close jobs.journal']);
  });

  it('says nothing at its end of what the disk has not taken: the process that has the file goes on with the jobs', async () => {
    const disk = new MemoryDisk();
    const { journal, log, clock } = await open(disk);
    disk.fillUp();
    await journal.noteAnyway({ key: 'a', value: 1 });
    const before = log.length;
    disk.fault = () => undefined;
    journal.seal(why);
    await journal.close();
    assert.deepEqual([log.slice(before), clock.pending, await valuesOn(disk)], [[], 0, {}]);
  });
});
