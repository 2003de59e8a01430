import assert from 'node:assert/strict';
import fc from 'fast-check';
import { atOnce, byTurns, madeInSteps, sortedInSteps, type Steps } from '../../src/time/steps';
import { onSlowMachine, turnsDuring } from './counted-turns';

function* sum(numbers: number[]): Steps<number> {
  let all = 0;
  for (const number of numbers) {
    all += number;
    yield;
  }
  return all;
}

describe('Work in steps', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => at);

  it('has the same result at once or in turns', async () => {
    assert.equal(atOnce(sum(numbers)), 4950);
    assert.equal(await byTurns(sum(numbers)), 4950);
    await assert.rejects(byTurns((function* (): Steps<never> { yield; throw new RangeError('of a step'); })()), /of a step/);
  });

  it('gives other work its turn once it has taken long enough', async () => {
    const turns = await turnsDuring(() => onSlowMachine(() => byTurns(sum(numbers))));
    assert.ok(turns >= 100, `${turns} turns`);
  });

  it('makes something of each of many items, in their order', () => {
    const many = Array.from({ length: 5000 }, (_, at) => at);
    assert.deepEqual(atOnce(madeInSteps(many, (at) => -at)), many.map((at) => -at));
    let steps = 0;
    for (const work = madeInSteps(many, (at) => at); !work.next().done; ) steps++;
    assert.equal(steps, 2);
  });

  it('sorts like the language does, stably, over more than one run', () => {
    const compare = (a: [number, number], b: [number, number]): number => a[0] - b[0];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 5_000 }), (length, kinds) => {
        const items = Array.from({ length }, (_, at): [number, number] => [(at * 7919) % kinds, at]);
        const before = [...items];
        assert.deepEqual(atOnce(sortedInSteps(items, compare)), [...items].sort(compare));
        assert.deepEqual(items, before);
      }),
      { numRuns: 20 },
    );
  });

  it('sorts many items with rests, not after each item', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => -at);
    const turns = await onSlowMachine(() => turnsDuring(() => byTurns(sortedInSteps(items, (a, b) => a - b))));
    assert.ok(turns > 100 && turns < 2_000, `${turns} turns`);
  });

  it('ends with the reason of its signal', async () => {
    await assert.rejects(byTurns(sum(numbers), AbortSignal.abort(new Error('not wanted any more'))), /not wanted/);
  });
});
