import assert from 'node:assert/strict';
import { ReadingTurns } from '../../src/jobs/reading-turns';
import { later } from './scripted-service';

const AT_A_TIME = 4;
/** More turns of the microtasks than there are from the end of one reading to the beginning of the next. */
const STEPS = 12;

describe('The turns of readings', () => {
  it('go to the next one where one is aborted in any step of its beginning', async () => {
    for (let steps = 0; steps < STEPS; steps++) {
      const turns = new ReadingTurns();
      const never = new AbortController().signal;
      const others = Array.from({ length: AT_A_TIME }, () => later<void>());
      const ended = others.map(({ promise }) => turns.inTurn('read', never, () => promise));
      const closing = new AbortController();
      const aborted = turns.inTurn('read', closing.signal, () => Promise.resolve()).catch(() => undefined);
      const last = turns.inTurn('read', never, () => Promise.resolve('read'));
      others[0]?.resolve();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      closing.abort();
      await aborted;
      assert.equal(await last, 'read');
      for (const other of others) other.resolve();
      await Promise.all(ended);
    }
  });
});
