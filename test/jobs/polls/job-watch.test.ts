import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { Wait } from '../../../src/jobs/ledger/ledger';
import { JobWatch, type ActiveWait } from '../../../src/jobs/polls/job-watch';
import { completed, refusal, running, unreachable } from '../scripted-service';

const address = { id: '1', url: 'https://api.example/geometry/1', kind: 'geometry' } as const;

function watchOf(more: Partial<Wait> = {}): JobWatch {
  return new JobWatch({ job: '1', url: address.url, kind: 'geometry', submittedAt: 0, firstPollMs: 2000, maxPollMs: 60_000, ...more } as Wait, 0);
}

/** What is reported of a job after polls that all failed alike, each so many ms after the submission. */
function afterFailures(error: unknown, at: number[], watch = watchOf()): string {
  return at.map((sinceSubmission) => watch.fail(address, error, sinceSubmission).found).at(-1) ?? '';
}

describe('A job whose status is read', () => {
  it('is given up after three refusals in a row, and after nothing else', () => {
    for (const status of [400, 410]) {
      assert.equal(afterFailures(refusal(status), [5, 6]), 'trouble');
      assert.equal(afterFailures(refusal(status), [5, 6, 7]), 'failed');
    }
    for (const error of [unreachable, new SoilError('SOIL_AUTH', 'Refused.', { status: 401 }), new SoilError('SOIL_REQUEST', 'Never sent.'), new TypeError('broken')]) {
      assert.equal(afterFailures(error, [0, 30_000, 60_000, 90_000]), 'trouble');
    }
    const watch = watchOf();
    assert.equal(afterFailures(refusal(410), [5, 6], watch), 'trouble');
    watch.read(address, running, 7);
    assert.equal(afterFailures(refusal(410), [8, 9], watch), 'trouble', 'what came in between makes it three anew');
  });

  it('may not be found, or not be shown, for a minute: straight after its submission, or while its service restarts', () => {
    for (const status of [403, 404]) {
      assert.equal(afterFailures(refusal(status), [5, 60_005]), 'trouble', 'three in any case');
      assert.equal(afterFailures(refusal(status), [5, 6, 7, 8, 60_004]), 'trouble');
      assert.equal(afterFailures(refusal(status), [9_000_000, 9_012_000, 9_059_999]), 'trouble');
      assert.equal(afterFailures(refusal(status), [5, 6, 60_005]), 'failed');
      assert.equal(afterFailures(refusal(status), [5, 6, 7], watchOf({ submittedAt: undefined })), 'failed', 'nobody knows that it was ever submitted');
    }
    const watch = watchOf();
    assert.equal(afterFailures(refusal(404), [0, 50_000], watch), 'trouble');
    watch.read(address, running, 51_000);
    assert.equal(afterFailures(refusal(404), [60_000, 61_000, 119_999], watch), 'trouble', 'the minute begins anew');
    assert.equal(afterFailures(refusal(404), [120_000], watch), 'failed');
  });

  it('is as old as the service says if its submission was dated by another clock', () => {
    const [startTime, day] = ['2026-01-01T00:00:00.000Z', 24 * 3_600_000];
    const at = (seconds: number) => ({ ...running, startTime, answeredAt: Date.parse(startTime) + 1000 * seconds });
    const watch = watchOf();
    watch.read(address, running, day);
    watch.read(address, at(5), day + 9_000);
    assert.deepEqual([watch.submitted, watch.lastRunning, watch.began], [day + 4_000, 5_000, Date.parse(startTime)]);
    watch.read(address, at(6), 60_000);
    assert.deepEqual([watch.submitted, watch.lastRunning], [day + 4_000, 60_000], 'from then on, our own time counts');
    const ended = watchOf();
    ended.read(address, running, day);
    ended.read(address, { ...at(10), ...completed() }, day + 10_000);
    assert.equal(ended.lastRunning, 0, 'when it was last seen running is told by that clock, too');
    const queued = [at(60), day + 59_999] as const;
    for (const [polled, since] of [queued, [at(60), 51_000], [at(-60), 0], [at(-90_000), 0], [{ ...at(60), startTime: undefined }, day]] as const) {
      const other = watchOf();
      other.read(address, polled, since);
      assert.deepEqual([other.submitted, other.lastRunning, other.began], [0, since, 0]);
    }
    const ahead = watchOf();
    ahead.read(address, at(60), 50_000);
    assert.deepEqual([ahead.submitted, ahead.lastRunning], [-10_000, 60_000]);
  });

  it('may lack its link for three polls and for a minute after it is completed', () => {
    const linkless = { ...completed(), result: undefined };
    /** What the last of several polls reports that find it completed and without a link, each so many ms after the submission. */
    const afterPolls = (at: number[], watch = watchOf()): string => at.map((sinceSubmission) => watch.read(address, linkless, sinceSubmission).found).at(-1) ?? '';
    assert.equal(afterPolls([9_000_000, 9_000_200, 9_000_400, 9_059_999]), 'again');
    assert.equal(afterPolls([5, 70_005]), 'again', 'three in any case');
    const hasty = watchOf();
    hasty.add({ wait: { firstPollMs: 10, maxPollMs: 200 } } as ActiveWait);
    assert.equal(afterPolls([5, 205, 1_004], hasty), 'again', 'five of its longest pauses');
    assert.equal(afterPolls([1_005], hasty), 'failed');
    const watch = watchOf();
    assert.equal(afterPolls([5, 6, 60_004], watch), 'again');
    watch.fail(address, unreachable, 60_005);
    const finding = watch.read(address, linkless, 61_005);
    assert.match(finding.found === 'failed' ? finding.error.message : finding.found, /after 4 polls in 61 seconds/);
    assert.equal(afterPolls([61_500], watch), 'failed');
    watch.read(address, running, 62_000);
    assert.equal(afterPolls([63_000, 64_000, 122_999], watch), 'again', 'the minute begins anew');
    assert.equal(afterPolls([123_000], watch), 'failed');
  });

  it('has its minute for the link even if the service tells its age meanwhile', () => {
    const [startTime, day] = ['2026-01-01T00:00:00.000Z', 24 * 3_600_000];
    const linkless = { ...completed(), result: undefined };
    const watch = watchOf();
    watch.read(address, linkless, day);
    watch.read(address, { ...linkless, startTime, answeredAt: Date.parse(startTime) + 5_000 }, day + 5_000);
    assert.equal(watch.read(address, linkless, day + 59_999 - watch.submitted).found, 'again');
    assert.equal(watch.read(address, linkless, day + 60_000 - watch.submitted).found, 'failed');
  });

  it('counts as last running when it was last seen to be', () => {
    const watch = watchOf();
    assert.equal(watch.read(address, running, 5000).found, 'again');
    assert.equal(watch.read(address, { ...running, phase: 'completed' }, 7000).found, 'again', 'its link may come later');
    assert.equal(watch.lastRunning, 5000);
    assert.equal(watch.read(address, completed(), 9000).found, 'completed');
    assert.deepEqual([watch.lastRunning, watch.polls, watch.status], [5000, 3, 'Completed']);
  });

  it('is reported to flows without the clock of the service', () => {
    const finding = watchOf().read(address, { ...completed(), answeredAt: 1 }, 9000);
    assert.deepEqual(finding, watchOf().read(address, completed(), 9000));
  });

  it('is read as often as the most impatient of its waits wants it', () => {
    const watch = watchOf();
    const waiting = (firstPollMs: number, maxPollMs: number): ActiveWait => ({ wait: { firstPollMs, maxPollMs } as Wait, watch, from: 0, again: false, ending: false });
    const [patient, first, impatient] = [waiting(5000, 60_000), waiting(2000, 90_000), waiting(9000, 30_000)];
    watch.add(patient);
    watch.add(first);
    assert.deepEqual(watch.bounds, { firstPollMs: 2000, maxPollMs: 60_000 });
    watch.add(impatient);
    assert.deepEqual(watch.bounds, { firstPollMs: 2000, maxPollMs: 30_000 });
    watch.remove(first);
    assert.deepEqual([watch.bounds, watch.waits], [{ firstPollMs: 5000, maxPollMs: 30_000 }, [patient, impatient]]);
    watch.waits = Array<ActiveWait>(200_000).fill(patient);
    watch.remove(patient);
    assert.deepEqual(watch.bounds, { firstPollMs: 5000, maxPollMs: 60_000 }, 'however many there are');
  });
});
