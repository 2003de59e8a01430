import assert from 'node:assert/strict';
import { Journal } from '../../../src/jobs/journal/journal';
import { Ledger, type Wait } from '../../../src/jobs/ledger/ledger';
import type { LedgerChange } from '../../../src/jobs/ledger/ledger-change';
import { SimulatedClock } from '../../time/simulated-clock';
import { MemoryDisk } from '../memory-disk';

const at = Date.UTC(2026, 4, 4);
/** A file of several parts of 256 kB, between which other work gets its turn. */
const JOBS = 3_000;

const openOn = async (fileSystem: MemoryDisk): Promise<{ ledger: Ledger; journal: Journal<LedgerChange> }> => {
  const ledger = new Ledger();
  const parts = { fileSystem, clock: new SimulatedClock(), log: () => undefined, confirm: () => Promise.resolve(), slackBytes: 1 };
  return { ledger, journal: await Journal.open('folder/jobs.journal', ledger, parts) };
};

const url = (number: number): string => `https://api.example/${'path/'.repeat(10)}${number}`;

const known = (number: number): LedgerChange => ({
  change: 'known', hash: `hash ${number}`, service: 'soil', kind: 'geometry', node: 'submit', job: `job ${number}`, url: url(number), at,
});

const accepted = (number: number): LedgerChange => ({
  change: 'accepted', id: `wait ${number}`, node: 'wait', service: 'soil', kind: 'geometry', job: `job ${number}`, url: url(number), at,
  timeoutMs: 1000, firstPollMs: 1, maxPollMs: 1, message: '{}',
});

const completed = (number: number): LedgerChange => ({
  change: 'ended', id: `wait ${number}`, at: at + 1, state: 'completed', status: 'Completed', description: '', polls: 1,
});

describe('A journal that is rewritten while jobs are completed', () => {
  it('still has each of them, even if its wait ends between two parts of the file', async () => {
    const disk = new MemoryDisk();
    const { ledger, journal } = await openOn(disk);
    // The first and the last of the jobs: the snapshot has passed the former, and not reached the latter.
    const ended = [0, JOBS - 1];
    await Promise.all(ended.map((number) => journal.append(accepted(number))));
    const writeEnds: (() => Promise<void>)[] = [];
    let parts = 0;
    disk.hold = (call) => {
      if (call !== 'write jobs.journal.new' || ++parts !== 2) return undefined;
      for (const number of ended) {
        ledger.leave(ledger.waits.get(`wait ${number}`) as Wait);
        writeEnds.push(journal.noteLater(completed(number)));
      }
      return undefined;
    };
    for (let number = 0; number < JOBS; number++) void journal.append(known(number));
    await journal.append({ change: 'durations', sort: 'soil geometry 1', took: [1] });
    // Waits until the compaction that this began is over.
    await journal.append({ change: 'durations', sort: 'soil geometry 1', took: [1] });
    assert.equal(writeEnds.length, 2);
    assert.ok(parts > 2, `the file has ${parts} parts`);

    const killed = await openOn(disk.afterKill());
    assert.deepEqual(ended.filter((number) => !killed.ledger.jobs.ofRequest(`hash ${number}`)), [], 'after a crash before the ends are written');
    assert.deepEqual([...killed.ledger.waits.keys()], ['wait 0', `wait ${JOBS - 1}`]);
    await killed.journal.close();

    await Promise.all(writeEnds.map((writeEnd) => writeEnd()));
    await journal.close();
    const next = await openOn(disk.afterKill());
    assert.deepEqual(ended.map((number) => next.ledger.jobs.ofRequest(`hash ${number}`)?.completed), [true, true], 'each once, as completed');
    assert.equal([...next.ledger.jobs].length, JOBS);
    assert.equal(next.ledger.waits.size, 0);
    await next.journal.close();
  });
});
