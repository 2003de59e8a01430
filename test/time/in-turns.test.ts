import assert from 'node:assert/strict';
import { inTurns, madeInTurns } from '../../src/time/in-turns';
import { onSlowMachine, turnsDuring } from './counted-turns';

describe('Work on many items', () => {
  it('takes each once, in their order', async () => {
    const items = Array.from({ length: 1000 }, (_, at) => at);
    assert.deepEqual(
      await madeInTurns(items, (item) => item * 2),
      items.map((item) => item * 2),
    );
  });

  it('gives other work its turn when it takes long, not after each item', async () => {
    const items = Array.from({ length: 20_000 }, (_, at) => -at);
    const turns = await onSlowMachine(() => turnsDuring(() => inTurns(items, () => undefined)));
    assert.ok(turns > 100 && turns < 2_000, `${turns} turns`);
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
