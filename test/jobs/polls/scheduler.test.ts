import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Scheduler, type Scheduled } from '../../../src/jobs/polls/scheduler';
import { SimulatedClock } from '../../time/simulated-clock';

interface Entry extends Scheduled {
  name: number;
}

function entry(name: number): Entry {
  return { name, due: 0, place: -1 };
}

describe('The scheduler', () => {
  it('calls back in the order of the times, whatever was scheduled, moved and removed', async () => {
    const step = fc.record({ name: fc.nat(19), due: fc.nat(1000), remove: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const clock = new SimulatedClock();
        const called: [number, number][] = [];
        const scheduler = new Scheduler<Entry>(clock, ({ name }) => called.push([clock.monotonic(), name]));
        const entries = Array.from({ length: 20 }, (_, name) => entry(name));
        const expected = new Map<number, number>();
        for (const { name, due, remove } of steps) {
          expected.delete(name);
          if (remove) {
            scheduler.remove(entries[name] as Entry);
          } else {
            scheduler.schedule(entries[name] as Entry, due);
            expected.set(name, due);
          }
        }
        assert.equal(entries.filter(({ place }) => place >= 0).length, expected.size);
        await clock.advance(1000);
        const byTimeAndName = (one: [number, number], other: [number, number]): number => one[0] - other[0] || one[1] - other[1];
        assert.deepEqual(
          called.map(([at]) => at),
          called.map(([at]) => at).sort((one, other) => one - other),
        );
        assert.deepEqual([...called].sort(byTimeAndName), [...expected].map(([name, due]) => [due, name] as [number, number]).sort(byTimeAndName));
        assert.equal(clock.pending, 0);
      }),
      { numRuns: 60 },
    );
  });

  it('calls back in time though an entry is removed and a sooner one, from another branch, takes its place', async () => {
    const clock = new SimulatedClock();
    const called: [number, number][] = [];
    const scheduler = new Scheduler<Entry>(clock, ({ due }) => called.push([clock.monotonic(), due]));
    const entries = [1, 10, 2, 11, 12, 3, 4].map((due) => Object.assign(entry(due), { due }));
    for (const one of entries) scheduler.schedule(one, one.due);
    scheduler.remove(entries[3]!);
    for (let due = 50; due < 55; due++) scheduler.schedule(entry(due), due);
    await clock.advance(100);
    assert.deepEqual(called, [1, 2, 3, 4, 10, 12, 50, 51, 52, 53, 54].map((due) => [due, due]));
  });

  it('takes entries again that it was cleared of, and lets them be removed', async () => {
    const clock = new SimulatedClock();
    const called: number[] = [];
    const scheduler = new Scheduler<Entry>(clock, ({ name }) => called.push(name));
    const entries = [entry(0), entry(1)];
    for (const one of entries) scheduler.schedule(one, 10);
    scheduler.clear();
    scheduler.remove(entries[0]!);
    scheduler.schedule(entries[1]!, 20);
    await clock.advance(20);
    assert.deepEqual(called, [1]);
  });

  it('has one timer, however much waits', () => {
    const clock = new SimulatedClock();
    const scheduler = new Scheduler<Entry>(clock, () => undefined);
    for (let name = 0; name < 10_000; name++) scheduler.schedule(entry(name), 10_000 - name);
    assert.equal(clock.pending, 1);
    scheduler.clear();
    assert.equal(clock.pending, 0);
  });

  it('lets other work have its turn when thousands fall due at once', async () => {
    const clock = new SimulatedClock();
    let turns = 0;
    const perTurn: number[] = [];
    const scheduler = new Scheduler<Entry>(
      {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        after: (ms, callback) =>
          clock.after(ms, () => {
            turns++;
            callback();
          }),
      },
      () => (perTurn[turns] = (perTurn[turns] ?? 0) + 1),
    );
    for (let name = 0; name < 5000; name++) scheduler.schedule(entry(name), 10);
    await clock.advance(10);
    assert.equal(perTurn.reduce((sum, count) => sum + (count ?? 0), 0), 5000);
    assert.ok(Math.max(...perTurn.filter(Boolean)) <= 256);
  });

  it('takes what its callback schedules', async () => {
    const clock = new SimulatedClock();
    const called: number[] = [];
    const again = entry(0);
    const scheduler = new Scheduler<Entry>(clock, () => {
      called.push(clock.monotonic());
      if (called.length < 4) scheduler.schedule(again, clock.monotonic() + 5);
    });
    scheduler.schedule(again, 5);
    await clock.advance(100);
    assert.deepEqual(called, [5, 10, 15, 20]);
  });
});
