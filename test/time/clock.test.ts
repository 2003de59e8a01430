import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import { sleep, systemClock } from '../../src/time/clock';
import { SetClock } from '../../src/time/set-clock';
import { SimulatedClock } from './simulated-clock';

describe("The machine's clock", () => {
  it('calls back after the time that was asked for, and never before', async () => {
    const early: number[] = [];
    const waits = Array.from({ length: 200 }, (_, index) => index / 7);
    const begun = systemClock.monotonic();
    await Promise.all(
      waits.map(
        (ms) =>
          new Promise<void>((resolve) => {
            const due = systemClock.monotonic() + ms;
            systemClock.after(ms, () => {
              if (systemClock.monotonic() < due) early.push(ms);
              resolve();
            });
          }),
      ),
    );
    assert.deepEqual(early, []);
    assert.ok(systemClock.monotonic() - begun > 28);
  });

  it('never calls back at once, not even without a wait', async () => {
    for (const ms of [0, -1000]) {
      let called = false;
      const call = new Promise<void>((resolve) => systemClock.after(ms, () => resolve(void (called = true))));
      assert.equal(called, false);
      await call;
    }
  });

  it('waits for months, and for ever, without looking again and again', async () => {
    const called: number[] = [];
    const waits = [2 ** 31, 100 * 24 * 60 * 60 * 1000, Infinity];
    const looks = mock.method(globalThis, 'setTimeout');
    const callOffs = waits.map((ms) => systemClock.after(ms, () => called.push(ms)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    looks.mock.restore();
    for (const callOff of callOffs) callOff();
    assert.deepEqual(called, []);
    assert.ok(looks.mock.callCount() < 10, `${looks.mock.callCount()} looks`);
  });

  it('does not call back once that is cancelled', async () => {
    let calls = 0;
    const callOffs = Array.from({ length: 50 }, (_, index) => systemClock.after(10 + index / 7, () => calls++));
    for (const callOff of callOffs) callOff();
    await sleep(systemClock, 30);
    assert.equal(calls, 0);
  });

  it('says the wall time in milliseconds since 1970', () => {
    const before = Date.now();
    const now = systemClock.now();
    assert.ok(before <= now && now <= Date.now());
  });
});

describe('A wall clock', () => {
  it('counts as set if it is a minute or more off the time that has passed, which is reported once', async () => {
    const clock = new SimulatedClock();
    const setClock = new SetClock(clock);
    await clock.advance(24 * 60 * 60 * 1000);
    assert.equal(setClock.wasSet(), false);
    for (const [by, expected] of [[60_000, true], [-60_000, true], [59_999, false], [1, true]] as const) {
      clock.setWall(clock.now() + by);
      assert.deepEqual([setClock.wasSet(), setClock.wasSet()], [expected, false], String(by));
    }
  });
});

describe('A sleep', () => {
  it('ends in its time, and shares one listener with all others of its signal', async () => {
    const clock = new SimulatedClock();
    const { signal } = new AbortController();
    const asleep = sleep(clock, 1000, signal);
    for (let other = 0; other < 20; other++) void sleep(clock, 500, signal);
    let over = false;
    void asleep.then(() => (over = true));
    await clock.advance(999);
    assert.equal(over, false);
    await clock.advance(1);
    await asleep;
    assert.equal(getEventListeners(signal, 'abort').length, 1);
  });

  it('ends at once with the reason of the signal, and leaves nothing with the clock', async () => {
    const clock = new SimulatedClock();
    const [early, late] = [new AbortController(), new AbortController()];
    early.abort(new Error('before'));
    await assert.rejects(sleep(clock, 1000, early.signal), { message: 'before' });
    const asleep = sleep(clock, 1000, late.signal);
    late.abort(new Error('meanwhile'));
    await assert.rejects(asleep, { message: 'meanwhile' });
    assert.equal(clock.pending, 0);
  });
});
