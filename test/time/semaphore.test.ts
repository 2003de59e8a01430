import assert from 'node:assert/strict';
import { Semaphore } from '../../src/time/semaphore';

describe('A place of a semaphore', () => {
  let semaphore: Semaphore;
  beforeEach(() => (semaphore = new Semaphore(1)));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  /** Work that goes on until it is told to end. */
  function someWork(): { work: () => Promise<string>; begun: () => boolean; end: (error?: Error) => void } {
    let begun = false;
    let end!: (error?: Error) => void;
    const done = new Promise<string>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve('file'))));
    return { work: () => ((begun = true), done), begun: () => begun, end };
  }

  it('comes at once if nobody is at work, and gives the result of the work', async () => {
    let waits = 0;
    assert.equal(await semaphore.hold({ onWait: () => waits++ }, () => Promise.resolve('file')), 'file');
    assert.equal(waits, 0);
  });

  it('comes when the work before has ended, well or not, and those who wait are told', async () => {
    const [one, two, three] = [someWork(), someWork(), someWork()];
    let waits = 0;
    const visitor = { onWait: (): void => void waits++ };
    const all = [semaphore.hold({}, one.work), semaphore.hold(visitor, two.work), semaphore.hold({}, three.work)];
    await settle();
    assert.deepEqual([one.begun(), two.begun(), three.begun()], [true, false, false]);
    assert.equal(waits, 1);
    one.end(new Error('broken'));
    await assert.rejects(all[0] as Promise<string>, /broken/);
    await settle();
    assert.deepEqual([two.begun(), three.begun()], [true, false]);
    two.end();
    assert.equal(await all[1], 'file');
    await settle();
    assert.ok(three.begun());
    three.end();
    await all[2];
  });

  it('is free again after its holder, and counts as taken until then', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const { work, end } = someWork();
      assert.equal(semaphore.isBusy, false);
      const held = semaphore.hold({}, work);
      assert.equal(semaphore.isBusy, true);
      end();
      assert.equal(await held, 'file');
    }
  });

  it('comes to the flows in turn', async () => {
    const [running, first, second, other] = [someWork(), someWork(), someWork(), someWork()];
    const all = [
      semaphore.hold({}, running.work),
      semaphore.hold({ flow: 'a' }, first.work),
      semaphore.hold({ flow: 'a' }, second.work),
      semaphore.hold({ flow: 'b' }, other.work),
    ];
    for (const each of [running, first]) {
      each.end();
      await settle();
    }
    assert.deepEqual([first.begun(), second.begun(), other.begun()], [true, false, true]);
    other.end();
    second.end();
    await Promise.all(all);
  });

  it('never comes for one that is stopped before, or while it waits, and goes to the next', async () => {
    const stop = new AbortController();
    const [running, stopped, next] = [someWork(), someWork(), someWork()];
    const first = semaphore.hold({}, running.work);
    const waiting = semaphore.hold({ signal: stop.signal }, stopped.work);
    const last = semaphore.hold({}, next.work);
    stop.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    running.end();
    next.end();
    await Promise.all([first, last]);
    await assert.rejects(semaphore.hold({ signal: stop.signal }, stopped.work), /stopped/);
    assert.equal(stopped.begun(), false);
  });
});
