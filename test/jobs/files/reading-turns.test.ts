import assert from 'node:assert/strict';
import { ReadingTurns } from '../../../src/jobs/files/reading-turns';
import { later } from '../scripted-service';

const AT_A_TIME = 4;
/** More microtasks than lie between the end of one reading and the beginning of the next. */
const STEPS = 12;

describe('The turns of readings', () => {
  it('pass to the next reading if one is aborted at any step of its beginning', async () => {
    for (let steps = 0; steps < STEPS; steps++) {
      const turns = new ReadingTurns();
      const never = new AbortController().signal;
      const others = Array.from({ length: AT_A_TIME }, () => later<void>());
      const ended = others.map(({ promise }) => turns.hold({ signal: never }, () => promise));
      const closing = new AbortController();
      const aborted = turns.hold({ signal: closing.signal }, () => Promise.resolve()).catch(() => undefined);
      const last = turns.hold({ signal: never }, () => Promise.resolve('read'));
      others[0]?.resolve();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      closing.abort();
      await aborted;
      assert.equal(await last, 'read');
      for (const other of others) other.resolve();
      await Promise.all(ended);
    }
  });

  it('are no more at a time for readings that come later', async () => {
    const turns = new ReadingTurns();
    const never = new AbortController().signal;
    const readings = Array.from({ length: 2 * AT_A_TIME }, () => later<void>());
    let begun = 0;
    const read = ({ promise }: (typeof readings)[number]): Promise<void> => {
      begun += 1;
      return promise;
    };
    const inTurn = (some: typeof readings): Promise<void>[] => some.map((reading) => turns.hold({ signal: never }, () => read(reading)));
    const ended = inTurn(readings.slice(0, AT_A_TIME));
    readings[0]?.resolve();
    await ended[0];
    ended.push(...inTurn(readings.slice(AT_A_TIME)));
    await Promise.resolve();
    assert.equal(begun, AT_A_TIME + 1);
    for (const reading of readings) reading.resolve();
    await Promise.all(ended);
    assert.equal(begun, 2 * AT_A_TIME);
  });
});
