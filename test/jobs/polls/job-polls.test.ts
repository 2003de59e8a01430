import assert from 'node:assert/strict';
import { SoilError } from '../../../src/errors/soil-error';
import type { Wait } from '../../../src/jobs/ledger/ledger';
import { JobPolls, type JobPollsParts } from '../../../src/jobs/polls/job-polls';
import { JobWatch } from '../../../src/jobs/polls/job-watch';
import type { LearnedPollPlan } from '../../../src/jobs/polls/learned-poll-plan';
import type { Delay } from '../../../src/transport/http-exchange';
import { SimulatedClock } from '../../time/simulated-clock';
import { later, running, ScriptedService, unreachable } from '../scripted-service';

/** Polls by hand: one job, a plan that has learned what the test says, and a list of what was followed up. */
class Bench {
  readonly clock = new SimulatedClock();
  readonly service = new ScriptedService();
  readonly followed: string[] = [];
  readonly delays: Delay[] = [];
  readonly failures: unknown[] = [];
  asked: JobPollsParts['serviceFor'] = () => this.service;
  learned: number | undefined;
  learnedFor: unknown[] = [];
  deadline = Infinity;
  /** How often it was worked out, which takes a look at all waits of the job. */
  deadlines = 0;
  readonly polls = new JobPolls({
    clock: this.clock,
    random: () => 0.5,
    learned: { gap: (_sort: string, elapsedMs: number) => (this.learnedFor.push(elapsedMs), this.learned) } as unknown as LearnedPollPlan,
    serviceFor: (watch) => this.asked(watch),
    deadline: () => (this.deadlines++, this.deadline),
    delayed: (_watch, delay) => void this.delays.push(delay),
    follow: (_watch, _address, { found }) => this.follow(found),
    failed: (_watch, error) => void this.failures.push(error),
  });

  follow = (found: string): Promise<void> => Promise.resolve(void this.followed.push(found));

  watch({ submittedAt = 0, firstPollMs = 2000, maxPollMs = 60_000 }: { submittedAt?: number | undefined; firstPollMs?: number; maxPollMs?: number } = {}, isDated = true): JobWatch {
    const wait = { job: '1', url: 'https://api.example/geometry/1', kind: 'geometry', node: 'wait', firstPollMs, maxPollMs, ...(isDated && { submittedAt }) } as unknown as Wait;
    const watch = new JobWatch(wait, 0);
    watch.waits = [{ wait, watch, from: 0, again: false, ending: false }];
    return watch;
  }
}

describe('The gap before a poll', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));

  it('is what was learned, for the time since the submission, within the bounds of the wait', async () => {
    await bench.clock.advance(1000);
    for (const [learned, first, next] of [
      [10_000, 10_000, 10_000],
      [500, 2000, 500],
      [600_000, 60_000, 60_000],
    ] as const) {
      bench.learned = learned;
      const watch = bench.watch();
      assert.equal(bench.polls.gap(watch), first);
      watch.polls = 1;
      assert.equal(bench.polls.gap(watch), next);
    }
    assert.equal(bench.learnedFor.at(-1), 1000);
  });

  it('is zero for a job that comes late: its first poll would have been made by now', async () => {
    await bench.clock.advance(40_000);
    for (const [learned, first] of [[undefined, 0], [30_000, 0], [50_000, 50_000]] as const) {
      bench.learned = learned;
      assert.equal(bench.polls.gap(bench.watch()), first);
    }
    bench.learned = undefined;
    assert.ok(bench.polls.gap(bench.watch({ firstPollMs: 50_000 })) >= 50_000);
    assert.equal(bench.polls.gap(bench.watch({}, false)), 2200);
    const watch = bench.watch();
    watch.polls = 1;
    assert.ok(bench.polls.gap(watch) > 2000);
  });

  it('is the plain one if nothing was learned, the submission has no date, or the link is missing', () => {
    const watch = bench.watch();
    assert.equal(bench.polls.gap(watch), 2200);
    bench.learned = 10_000;
    assert.equal(bench.polls.gap(bench.watch({}, false)), 2200);
    watch.polls = 9;
    watch.linkless = 1;
    assert.equal(bench.polls.gap(watch), 2520);
  });

  it('is longer after each failure, and after a refusal of the credentials the longest there is', () => {
    const watch = bench.watch();
    watch.failures = 1;
    assert.equal(bench.polls.planNext(watch, unreachable), 3.6);
    assert.equal(bench.polls.planNext(bench.watch(), new SoilError('SOIL_AUTH', 'Refused.')), 54);
    const limited = new SoilError('SOIL_RATE_LIMITED', 'Later.', { retryAfter: 100 });
    assert.equal(Math.round(bench.polls.planNext(bench.watch(), limited)), 110);
    const byMistake = new SoilError('SOIL_RATE_LIMITED', 'Later.', { retryAfter: 1e9 });
    assert.equal(Math.round(bench.polls.planNext(bench.watch(), byMistake)), 3960, 'an hour, and the jitter');
  });
});

describe('The poll of a job', () => {
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  const reads = async (ms: number): Promise<number> => {
    await bench.clock.advance(ms);
    return bench.service.read.length;
  };

  it('stays as planned when a wait comes to the job later, without a look at the others, unless the new wait wants it sooner', async () => {
    const watch = bench.watch();
    bench.polls.join(watch, 10_000, 3_600_000);
    assert.equal(watch.due, 10_000);
    const before = bench.deadlines;
    for (let wait = 0; wait < 100; wait++) bench.polls.join(watch, 10_000 + wait, 3_600_000);
    assert.deepEqual([watch.due, bench.deadlines], [10_000, before]);
    bench.polls.join(watch, 8_000, 3_600_000);
    assert.equal(watch.due, 8_000);
    bench.deadline = 5_000;
    bench.polls.join(watch, 10_000, 5_000);
    assert.equal(watch.due, 5_000, 'its time is over sooner');
    assert.equal(await reads(5_000), 1);
  });

  it('takes neither another poll nor Node-RED down if what follows it throws', async () => {
    const defect = new Error('not by design');
    bench.follow = () => Promise.reject(defect);
    bench.polls.planAfter(bench.watch(), 1000);
    assert.equal(await reads(1000), 1);
    assert.deepEqual(bench.failures, [defect]);
    bench.follow = (found) => Promise.resolve(void bench.followed.push(found));
    bench.polls.planAfter(bench.watch(), 1000);
    assert.equal(await reads(1000), 2);
    assert.deepEqual(bench.followed, ['again']);
  });

  it('comes at its time, or sooner if it is replanned, and not later', async () => {
    const watch = bench.watch();
    bench.polls.planAfter(watch, 10_000);
    bench.polls.planAfter(watch, 5000);
    bench.polls.planAfter(watch, 20_000);
    assert.equal(await reads(4999), 0);
    assert.equal(await reads(1), 1);
    assert.deepEqual(bench.followed, ['again']);
    assert.equal(await reads(60_000), 1, 'whoever follows plans the next');
  });

  for (const [retryAfter, seconds] of [[undefined, 1], [300, 300], [100_000, 3600]] as const) {
    it(`does not come before the service allows it, for up to an hour, whichever wait asks: ${String(retryAfter)}`, async () => {
      bench.service.otherwise = { ...running, ...(retryAfter && { retryAfter }) };
      const watch = bench.watch();
      bench.polls.planAfter(watch, 0);
      assert.equal(await reads(1), 1);
      bench.polls.planAfter(watch, 1000);
      assert.equal(Math.round((watch.due - bench.clock.monotonic()) / 1000), seconds);
    });
  }

  it('does not come twice at once', async () => {
    const answer = later<typeof running>();
    bench.service.otherwise = () => answer.promise;
    const watch = bench.watch();
    bench.polls.planAfter(watch, 0);
    assert.equal(await reads(1), 1);
    bench.polls.planAfter(watch, 0);
    bench.polls.resume(watch);
    assert.equal(await reads(10_000), 1);
    answer.resolve(running);
    await bench.clock.advance(0);
    bench.polls.resume(watch);
    assert.equal(await reads(1500), 2);
  });

  it('no longer comes once it is dropped', async () => {
    const watch = bench.watch();
    bench.polls.planAfter(watch, 1000);
    bench.polls.drop(watch);
    assert.equal(await reads(60_000), 0);
    assert.equal(bench.clock.pending, 0);
  });

  it('comes at its time if it is asked for again before then, and soon if that time has passed', async () => {
    const watch = bench.watch();
    bench.asked = () => undefined;
    bench.polls.planAfter(watch, 10_000);
    await bench.clock.advance(5000);
    bench.polls.resume(watch);
    assert.equal(watch.due, 10_000);
    await bench.clock.advance(55_000);
    bench.asked = () => bench.service;
    bench.polls.resume(watch);
    assert.equal(watch.due, 60_750, 'half of the time over which they are spread');
    assert.equal(await reads(751), 1);
  });

  it('comes no later than when the time of the wait is over', async () => {
    bench.deadline = 3000;
    bench.polls.planAfter(bench.watch(), 60_000);
    assert.equal(await reads(2999), 0);
    assert.equal(await reads(2), 1);
  });

  for (const [deadline, ends] of [[3000, 11_000], [11_000, 11_000], [30_000, 30_000]] as const) {
    it(`may take ten seconds, or until the time of the wait is over: ${deadline} ms`, async () => {
      bench.deadline = deadline;
      bench.service.otherwise = () => new Promise<never>(() => undefined);
      const watch = bench.watch();
      bench.polls.planAfter(watch, 1000);
      await bench.clock.advance(ends - 1);
      assert.deepEqual(bench.followed, []);
      await bench.clock.advance(2);
      assert.deepEqual(bench.followed, ['trouble']);
      assert.match(watch.trouble?.first.message ?? '', /No answer about job 1 in time\./);
      assert.equal(bench.clock.pending, 0);
    });
  }

  it('is asked for in the name of the node that waits, and of the first one if none waits any more', async () => {
    const flows: (string | undefined)[] = [];
    bench.service.pollJob = (_address, options) => (flows.push(options?.flow), Promise.resolve(running));
    const watch = bench.watch();
    watch.waits = [{ ...watch.waits[0], wait: { ...watch.of, node: 'second' } } as (typeof watch.waits)[0]];
    bench.polls.planAfter(watch, 0);
    await bench.clock.advance(1);
    watch.waits = [];
    bench.polls.planAfter(watch, 0);
    await bench.clock.advance(1);
    assert.deepEqual(flows, ['second', 'wait']);
  });

  it('reports that it waits on the service, not that others come first', async () => {
    const delays: Delay[] = [{ reason: 'queue', seconds: 9 }, { reason: 'rate-limit', seconds: 30 }, { reason: 'retry', seconds: 1 }];
    bench.service.pollJob = (_address, options) => (delays.forEach((delay) => options?.onDelay?.(delay)), Promise.resolve(running));
    bench.polls.planAfter(bench.watch(), 0);
    await bench.clock.advance(1);
    assert.deepEqual(bench.delays, delays.slice(1));
  });

  it('that fails because its service was closed for a redeploy is repeated by the next service', async () => {
    const answer = later<never>();
    bench.service.otherwise = () => answer.promise;
    const watch = bench.watch();
    bench.polls.planAfter(watch, 0);
    await bench.clock.advance(1);
    const next = new ScriptedService();
    bench.asked = () => next;
    answer.reject(unreachable);
    await bench.clock.advance(0);
    assert.deepEqual(bench.followed, []);
    await bench.clock.advance(1500);
    assert.deepEqual([next.read, bench.followed], [['1'], ['again']]);
  });

  it('that succeeds counts even if its service was closed meanwhile', async () => {
    const answer = later<typeof running>();
    bench.service.otherwise = () => answer.promise;
    bench.polls.planAfter(bench.watch(), 0);
    await bench.clock.advance(1);
    bench.asked = () => new ScriptedService();
    answer.resolve(running);
    await bench.clock.advance(0);
    assert.deepEqual(bench.followed, ['again']);
  });

  it('reports nothing if no wait asks for it any more, and is available to the next that asks', async () => {
    const answer = later<typeof running>();
    bench.service.otherwise = () => answer.promise;
    const watch = bench.watch();
    bench.polls.planAfter(watch, 0);
    await bench.clock.advance(1);
    bench.asked = () => undefined;
    answer.resolve(running);
    await bench.clock.advance(0);
    assert.deepEqual([bench.followed, watch.polling], [[], false]);
  });

  it('is broken off at the close, and none is planned after that', async () => {
    bench.service.otherwise = () => new Promise<never>(() => undefined);
    const watch = bench.watch();
    bench.polls.planAfter(watch, 0);
    bench.polls.planAfter(bench.watch(), 5000);
    await bench.clock.advance(1);
    bench.polls.close();
    await bench.clock.advance(0);
    assert.equal(watch.trouble?.first.code, 'SOIL_CANCELLED');
    bench.polls.planAfter(bench.watch(), 0);
    bench.polls.resume(bench.watch());
    assert.equal(await reads(60_000), 1);
    assert.deepEqual([bench.followed, bench.clock.pending], [[], 0]);
  });
});
