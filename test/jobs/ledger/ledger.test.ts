import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Journal } from '../../../src/jobs/journal/journal';
import { Ledger } from '../../../src/jobs/ledger/ledger';
import type { LedgerChange } from '../../../src/jobs/ledger/ledger-change';
import { SimulatedClock } from '../../time/simulated-clock';
import { MemoryDisk } from '../memory-disk';

const id = fc.constantFrom('a', 'b', 'c');
const at = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 });
const owner = { node: fc.constantFrom('n1', 'n2'), service: fc.constantFrom('s1', 's2'), kind: fc.constantFrom('geometry' as const, 'area' as const) };
const job = fc.constantFrom('j1', 'j2', 'j3');
const messageId = fc.constantFrom('m1', 'm2');
/** No two kinds of entries share an identifier. */
const download = fc.constantFrom('d1', 'd2');
const message = fc.constantFrom('{}', '{"payload":"field"}');

/** Any change, in any order: more than a keeper would make. */
const change: fc.Arbitrary<LedgerChange> = fc.oneof(
  fc.record(
    { change: fc.constant('intended' as const), id, ...owner, hash: fc.constantFrom('h1', 'h2'), at, message, messageId, joined: fc.constant(true as const), sent: fc.constant(true as const) },
    { requiredKeys: ['change', 'id', 'node', 'service', 'kind', 'hash', 'at', 'message'] },
  ),
  fc.record({ change: fc.constant('created' as const), id, job, url: fc.constant('https://a.example/j'), at }),
  fc.record({ change: fc.constant('unanswered' as const), id, detail: fc.constant('ECONNRESET') }),
  fc.record({ change: fc.constant('sending' as const), id }),
  fc.record({ change: fc.constant('unsent' as const), id }),
  fc.record({ change: fc.constant('settled' as const), id }),
  fc.record({ change: fc.constant('settled' as const), id, unknown: fc.constant(true as const) }),
  fc.record({ change: fc.constant('gone' as const), hash: fc.constantFrom('h1', 'h2') }),
  fc.record({
    change: fc.constant('accepted' as const), id, ...owner, job, url: fc.constant('https://a.example/j'), at, message,
    submission: fc.option(id, { nil: undefined }),
    timeoutMs: fc.nat(), firstPollMs: fc.nat(), maxPollMs: fc.nat(), hectares: fc.double({ min: 0, max: 1e6, noNaN: true }),
  }),
  fc.record({ change: fc.constant('delivering' as const), id: fc.oneof(id, download) }),
  fc.record({
    change: fc.constant('ended' as const), id, at, state: fc.constantFrom('completed' as const, 'failed' as const),
    status: fc.constant('Completed'), description: fc.constant(''), polls: fc.nat(), tookMs: fc.nat(),
  }),
  fc.record({ change: fc.constant('dropped' as const), id }),
  fc.record({ change: fc.constant('downloading' as const), id: download, node: owner.node, job, at, message }),
  fc.record({ change: fc.constant('downloading' as const), id: download, node: owner.node, reads: fc.constant(true as const), job, at, message }),
  fc.record({ change: fc.constant('begun' as const), id: download, processes: fc.nat(3) }),
  fc.record({ change: fc.constant('downloaded' as const), id: download }),
  fc.record({ change: fc.constant('forgotten' as const), job }),
);

function ledgerOf(changes: Iterable<LedgerChange>): Ledger {
  const ledger = new Ledger();
  for (const each of changes) ledger.apply(each);
  return ledger;
}

function said(ledger: Ledger): string {
  return JSON.stringify([...ledger.snapshot()]);
}

/** What it holds, looked at from outside: a snapshot that leaves something out would leave it out twice. */
function heldBy({ submissions, waits, files, jobs, past, durations }: Ledger): unknown {
  const entries = [...submissions.values(), ...waits.values(), ...files.values()].map(({ held, ...known }) => ({ ...known, message: held.text() }));
  return JSON.parse(JSON.stringify({ entries, jobs: [...jobs], past: [...past], durations: [...durations] }));
}

describe('The ledger', () => {
  it('is the same again from its snapshot, and the snapshot of that is the same', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const ledger = ledgerOf(changes);
        const again = ledgerOf(JSON.parse(said(ledger)) as LedgerChange[]);
        assert.deepEqual(heldBy(again), heldBy(ledger));
        assert.equal(said(again), said(ledger));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same if a snapshot is followed by changes that it already contains', () => {
    // A change that is noted while the journal is compacted is in the snapshot and after it.
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), change, (changes, last) => {
        const ledger = ledgerOf([...changes, last]);
        const again = ledgerOf([...(JSON.parse(said(ledger)) as LedgerChange[]), last]);
        assert.equal(again.waits.size, ledger.waits.size);
        assert.deepEqual([...again.past.keys()].sort(), [...ledger.past.keys()].sort());
        assert.deepEqual([...again.submissions.keys()].sort(), [...ledger.submissions.keys()].sort());
        assert.deepEqual([...again.files.keys()].sort(), [...ledger.files.keys()].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('is what it was at some moment, from any prefix of its journal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 15 }), fc.double({ min: 0, max: 1, noNaN: true }), async (changes, share) => {
        const parts = { fileSystem: new MemoryDisk(), clock: new SimulatedClock(), log: () => undefined, confirm: () => Promise.resolve() };
        const ledger = new Ledger();
        const moments = [said(ledger)];
        const journal = await Journal.open('d/jobs.journal', ledger, parts);
        for (const each of changes) {
          await journal.append(each);
          moments.push(said(ledger));
        }
        await journal.close();
        const bytes = parts.fileSystem.contents('jobs.journal') as Buffer;
        parts.fileSystem.put('jobs.journal', bytes.subarray(0, Math.round(share * bytes.length)));
        const found = new Ledger();
        await (await Journal.open('d/jobs.journal', found, parts)).close();
        assert.ok(moments.includes(said(found)), said(found));
      }),
      { numRuns: 150 },
    );
  });

  it('ignores changes that it does not know', () => {
    const ledger = ledgerOf([{ change: 'of a later version' } as unknown as LedgerChange]);
    assert.equal(said(ledger), '[]');
  });
});
