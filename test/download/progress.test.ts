import assert from 'node:assert/strict';
import { ProgressReporter, type DownloadProgress } from '../../src/download/progress';
import { SimulatedClock } from '../time/simulated-clock';

describe('progress', () => {
  let clock: SimulatedClock;
  let reports: DownloadProgress[];
  let reporter: ProgressReporter;
  beforeEach(() => {
    clock = new SimulatedClock();
    reports = [];
    reporter = new ProgressReporter(clock, (progress) => reports.push(progress));
  });

  it('is reported twice a second at most', async () => {
    for (let tenth = 1; tenth <= 20; tenth++) {
      await clock.advance(100);
      reporter.add(1000, tenth * 1000, 40_000);
    }
    assert.deepEqual(reports.map(({ bytes }) => bytes), [5000, 10_000, 15_000, 20_000]);
  });

  it('is reported once a second if the length is not known, since the end may come at any time', async () => {
    for (let tenth = 1; tenth <= 21; tenth++) {
      await clock.advance(100);
      reporter.add(1000, tenth * 1000, undefined);
    }
    reporter.finish(21_000);
    assert.deepEqual(reports.map(({ bytes }) => bytes), [10_000, 20_000, 21_000]);
  });

  it('says how much of the whole is there, and how fast it comes', async () => {
    await clock.advance(500);
    reporter.add(1000, 251_000, 1_000_000);
    assert.deepEqual(reports, [{ bytes: 251_000, total: 1_000_000, percent: 25.1, bytesPerSecond: 2000 }]);
  });

  it('has no percentage if the length is not known', async () => {
    await clock.advance(1000);
    reporter.add(4000, 4000, undefined);
    assert.deepEqual(reports, [{ bytes: 4000, total: null, percent: null, bytesPerSecond: 4000 }]);
  });

  it('tells the rate of the last five seconds', async () => {
    let bytes = 0;
    const run = async (seconds: number, rate: number): Promise<void> => {
      for (let half = 0; half < seconds * 2; half++) {
        await clock.advance(500);
        reporter.add(rate / 2, (bytes += rate / 2), 1e9);
      }
    };
    await run(20, 1000);
    assert.equal(reports.at(-1)?.bytesPerSecond, 1000);
    await run(2, 100_000);
    assert.equal(reports.at(-1)?.bytesPerSecond, Math.round((2 * 100_000 + 3 * 1000) / 5));
    await run(5, 100_000);
    assert.equal(reports.at(-1)?.bytesPerSecond, 100_000);
  });

  it('ends with the whole, whatever the length', async () => {
    reporter.finish(0);
    assert.deepEqual(reports.pop(), { bytes: 0, total: 0, percent: 100, bytesPerSecond: 0 });
    await clock.advance(1000);
    reporter.add(10, 10, undefined);
    reporter.finish(10);
    assert.deepEqual(reports.pop(), { bytes: 10, total: 10, percent: 100, bytesPerSecond: 10 });
  });

  it('is not reported just before the end, which is reported itself', async () => {
    for (let tenth = 1; tenth <= 11; tenth++) {
      await clock.advance(100);
      reporter.add(1000, tenth * 1000, 11_000);
    }
    reporter.finish(11_000);
    assert.deepEqual(reports.map(({ bytes }) => bytes), [5000, 11_000]);
  });

  it('is reported if the end is near and the rest comes slowly', async () => {
    await clock.advance(400);
    reporter.add(9000, 9000, 10_000);
    await clock.advance(6000);
    reporter.add(1, 9001, 10_000);
    assert.deepEqual(reports.map(({ bytes }) => bytes), [9001]);
  });

  it('is optional', () => {
    new ProgressReporter(clock, undefined).finish(1);
    new ProgressReporter(clock, undefined).add(1, 1, 1);
  });
});
