import assert from 'node:assert/strict';
import { atOnce, byTurns, madeInSteps, type Steps } from '../../src/time/steps';
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

  it('ends with the reason of its signal', async () => {
    await assert.rejects(byTurns(sum(numbers), AbortSignal.abort(new Error('not wanted any more'))), /not wanted/);
  });
});
