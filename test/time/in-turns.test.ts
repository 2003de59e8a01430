import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inTurns, madeInTurns, sortedInTurns } from '../../src/time/in-turns';
import { onSlowMachine, turnsDuring } from './counted-turns';

describe('Work on many items', () => {
  it('takes each once, in their order', async () => {
    const items = Array.from({ length: 1000 }, (_, at) => at);
    assert.deepEqual(
      await madeInTurns(items, (item) => item * 2),
      items.map((item) => item * 2),
    );
  });

  it('sorts like the language does, stably, over more than one run', async () => {
    const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0];
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 5_000 }), async (length, kinds) => {
        const items = Array.from({ length }, (_, at): [number, number] => [(at * 7919) % kinds, at]);
        const before = [...items];
        assert.deepEqual(await sortedInTurns(items, compare), [...items].sort(compare));
        assert.deepEqual(items, before);
      }),
      { numRuns: 20 },
    );
  });

  it('gives other work its turn when it takes long, not after each item', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => -at);
    for (const work of [() => inTurns(items, () => undefined), () => sortedInTurns(items, (a, b) => a - b)]) {
      const turns = await onSlowMachine(() => turnsDuring(work));
      assert.ok(turns > 100 && turns < 2_000, `${turns} turns`);
    }
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    let taken = 0;
    const work = inTurns(
      Array.from({ length: 10_000 }),
      () => {
        taken += 1;
        if (taken === 100) stop.abort(new Error('closed'));
      },
      stop.signal,
    );
    await assert.rejects(work, /closed/);
    assert.ok(taken < 10_000);
  });
});
