import assert from 'node:assert/strict';
import { SoilError } from '../../src/errors/soil-error';
import { JobWatch } from '../../src/jobs/job-watch';
import type { Wait } from '../../src/jobs/ledger';
import { completed, refusal, running, unreachable } from './scripted-service';

const address = { id: '1', url: 'https://api.example/geometry/1', kind: 'geometry' } as const;

function watchOf(more: Partial<Wait> = {}): JobWatch {
  return new JobWatch({ job: '1', url: address.url, kind: 'geometry', submittedAt: 0, firstPollMs: 2000, maxPollMs: 60_000, ...more } as Wait, 0);
}

/** What is said of a job after so many readings that failed alike. */
function afterFailures(count: number, error: unknown, sinceSubmission: number, watch = watchOf()): string {
  const verdicts = Array.from({ length: count }, () => watch.fail(address, error, sinceSubmission).verdict);
  return verdicts.at(-1) ?? '';
}

describe('A job whose status is read', () => {
  it('is given up after three refusals in a row, and after nothing else', () => {
    const minute = 60_000;
    assert.equal(afterFailures(2, refusal(410), minute), 'trouble');
    assert.equal(afterFailures(3, refusal(410), minute), 'failed');
    for (const error of [unreachable, new SoilError('SOIL_AUTH', 'Refused.', { status: 401 }), new SoilError('SOIL_REQUEST', 'Never sent.'), new TypeError('broken')]) {
      assert.equal(afterFailures(9, error, minute), 'trouble');
    }
    const watch = watchOf();
    assert.equal(afterFailures(2, refusal(410), minute, watch), 'trouble');
    watch.read(address, running, minute);
    assert.equal(afterFailures(2, refusal(410), minute, watch), 'trouble', 'what came in between makes it three anew');
  });

  it('may not be found for a minute after its submission', () => {
    assert.equal(afterFailures(9, refusal(404), 59_999), 'trouble');
    assert.equal(afterFailures(3, refusal(404), 60_000), 'failed');
    assert.equal(afterFailures(3, refusal(410), 1000), 'failed', 'gone is gone');
    assert.equal(afterFailures(3, refusal(404), 1000, watchOf({ submittedAt: undefined })), 'failed', 'nobody knows when it was submitted');
  });

  it('is as old as the service says where its submission was dated by another clock', () => {
    const [startTime, day] = ['2026-01-01T00:00:00.000Z', 24 * 3_600_000];
    const at = (seconds: number) => ({ ...running, startTime, answeredAt: Date.parse(startTime) + 1000 * seconds });
    const watch = watchOf();
    watch.read(address, running, day);
    watch.read(address, at(5), day + 9_000);
    assert.deepEqual([watch.submitted, watch.lastRunning, watch.began], [day + 4_000, 5_000, Date.parse(startTime)]);
    watch.read(address, at(6), 60_000);
    assert.deepEqual([watch.submitted, watch.lastRunning], [day + 4_000, 60_000], 'from then on, our own time counts');
    const queued = [at(60), day + 59_999] as const;
    for (const [reading, since] of [queued, [at(60), 51_000], [at(-60), 0], [{ ...at(60), startTime: undefined }, day]] as const) {
      const other = watchOf();
      other.read(address, reading, since);
      assert.deepEqual([other.submitted, other.lastRunning, other.began], [0, since, 0]);
    }
    const ahead = watchOf();
    ahead.read(address, at(60), 50_000);
    assert.deepEqual([ahead.submitted, ahead.lastRunning], [-10_000, 60_000]);
  });

  it('was last running when it was last seen to be', () => {
    const watch = watchOf();
    assert.equal(watch.read(address, running, 5000).verdict, 'again');
    assert.equal(watch.read(address, { ...running, phase: 'completed' }, 7000).verdict, 'again', 'its link may come later');
    assert.equal(watch.lastRunning, 5000);
    assert.equal(watch.read(address, completed(), 9000).verdict, 'completed');
    assert.deepEqual([watch.lastRunning, watch.polls, watch.status], [5000, 3, 'Completed']);
  });

  it('is told of to flows without the clock of the service', () => {
    const verdict = watchOf().read(address, { ...completed(), answeredAt: 1 }, 9000);
    assert.deepEqual(verdict, watchOf().read(address, completed(), 9000));
  });

  it('is read as often as the most impatient of its waits wants it', () => {
    const watch = watchOf();
    watch.waits = [
      [5000, 60_000],
      [2000, 90_000],
      [9000, 30_000]
    ].map(([firstPollMs, maxPollMs]) => ({ wait: { firstPollMs, maxPollMs } as Wait, watch, from: 0, again: false, ending: false }));
    assert.deepEqual(watch.bounds, { firstPollMs: 2000, maxPollMs: 30_000 });
  });
});
