import assert from 'node:assert/strict';
import { JobKeeper } from '../../../src/jobs/job-keeper';
import { PastDurations, sortOf } from '../../../src/jobs/ledger/past-durations';
import { LearnedPollPlan } from '../../../src/jobs/polls/learned-poll-plan';
import type { Job, JobStatus } from '../../../src/service/job';
import { normal } from '../../random/normal';
import { seeded } from '../../random/seeded';
import { SimulatedClock } from '../../time/simulated-clock';
import { MemoryDisk } from '../memory-disk';
import { completed, running, ScriptedService } from '../scripted-service';
import { waitListener } from '../wait-listener';

/** Jobs by size: how large, their median duration (s), how much they differ (standard deviation of the logarithm), how frequent. */
const mix = [
  { hectares: 15, median: 12, spread: 0.3, share: 0.3 },
  { hectares: 120, median: 35, spread: 0.3, share: 0.3 },
  { hectares: 1_500, median: 110, spread: 0.25, share: 0.2 },
  { hectares: 20_000, median: 400, spread: 0.25, share: 0.15 },
  { hectares: 300_000, median: 1_500, spread: 0.3, share: 0.05 },
];

const FIXED_GAP = 5;

interface Measured {
  jobs: number;
  /** Sums over all jobs: seconds from completion to message, and polls. */
  delay: number;
  polls: number;
  fixedDelay: number;
  fixedPolls: number;
}

/** Runs jobs one after another through a keeper, on a clock of their own. */
async function run(jobs: number, seed: number, learnFrom: number): Promise<Measured> {
  const random = seeded(seed);
  const clock = new SimulatedClock();
  const service = new ScriptedService();
  const ends = new Map<string, number>();
  service.pollJob = (address) => {
    service.read.push(address.id);
    const end = ends.get(address.id) as number;
    const ended: JobStatus = { phase: 'completed', status: 'Completed', description: '', endTime: new Date(end).toISOString(), result: { url: 'https://f.example/x' } };
    return Promise.resolve(clock.now() >= end ? ended : running);
  };
  const keeper = await JobKeeper.acquire(`mix ${seed}`, { clock, random, fileSystem: new MemoryDisk() });
  const measured: Measured = { jobs: 0, delay: 0, polls: 0, fixedDelay: 0, fixedPolls: 0 };
  let counting = false;
  let pending = 0;
  keeper.waits.attach('wait', service, waitListener({
    failed: (_message, error) => assert.fail(error),
    completed: (_message, job: Job) => {
      pending--;
      if (!counting) return;
      const end = ends.get(job.id) as number;
      const took = (end - Date.parse(job.submittedAt as string)) / 1000;
      measured.jobs++;
      measured.delay += (clock.now() - end) / 1000;
      measured.polls += job.polls;
      measured.fixedPolls += Math.ceil(took / FIXED_GAP);
      measured.fixedDelay += Math.ceil(took / FIXED_GAP) * FIXED_GAP - took;
    },
  }));
  for (let at = 0; at < learnFrom + jobs; at++) {
    if (at === learnFrom) {
      while (pending > 0) await clock.advance(60_000);
      counting = true;
    }
    const drawn = random();
    let sum = 0;
    // While learning, each size has its turn.
    const size = at < learnFrom ? mix[at % mix.length] : mix.find(({ share }) => (sum += share) > drawn);
    const { hectares, median, spread } = size as (typeof mix)[number];
    const message = { soil: { area: { hectares: hectares * (0.9 + 0.2 * random()) } } };
    const job = await keeper.submissions.submit({ service, kind: 'geometry', query: { geometry: `POINT (0 ${at / 1000})` }, reuse: false, options: {}, node: 'submit', message });
    ends.set(job.id, clock.now() + 1000 * median * Math.exp(spread * normal(random)));
    pending++;
    await keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 1440, firstPollSeconds: 2, maxPollSeconds: 60 });
    await clock.advance(1000 * 20 * random());
  }
  while (pending > 0) await clock.advance(60_000);
  await keeper.release();
  assert.equal(clock.pending, 0);
  return measured;
}

describe('The learned schedule', () => {
  it('brings a message within half the time of polling every 5 seconds, with no more polls', async () => {
    const measured = await run(250, 7, 150);
    assert.equal(measured.jobs, 250);
    assert.ok(measured.delay <= measured.fixedDelay / 2, `${measured.delay} s against ${measured.fixedDelay} s`);
    assert.ok(measured.polls <= measured.fixedPolls, `${measured.polls} polls against ${measured.fixedPolls}`);
  }).timeout(300_000);

  for (const minutes of [-3000, 10]) {
    it(`is as good if another machine, whose clock is ${minutes} minutes off, submitted the jobs`, async () => {
      const clock = new SimulatedClock();
      const service = new ScriptedService();
      const keeper = await JobKeeper.acquire(`off by ${minutes}`, { clock, random: seeded(3), fileSystem: new MemoryDisk() });
      const polls: number[] = [];
      keeper.waits.attach('wait', service, waitListener({ failed: (_message, error) => assert.fail(error), completed: (_message, job: Job) => void polls.push(job.polls) }));
      for (let number = 0; number < 12; number++) {
        const [startedAt, end] = [clock.now(), clock.now() + 60_000 + 1000 * (number % 7)];
        service.pollJob = () => {
          const answeredAt = 1000 * Math.floor(clock.now() / 1000);
          const dated = { startTime: new Date(startedAt).toISOString(), answeredAt };
          return Promise.resolve(clock.now() < end ? { ...running, ...dated } : completed('1', { ...dated, endTime: new Date(end).toISOString() }));
        };
        const submittedAt = new Date(startedAt + 60_000 * minutes).toISOString();
        const job = { ...service.jobAddress(String(number)), submittedAt };
        await keeper.waits.accept({ service, job, node: 'wait', message: {}, timeoutMinutes: 1440, firstPollSeconds: 2, maxPollSeconds: 60 });
        await clock.advance(130_000);
      }
      assert.equal(polls.length, 12);
      assert.ok(polls.slice(6).every((count) => count <= 30), `${polls.join(', ')} polls`);
      await keeper.release();
    });
  }

  it('says nothing before there is a record', () => {
    const durations = new PastDurations();
    const plan = new LearnedPollPlan(durations);
    for (const took of [1000, 1100, 1200, 1300]) durations.add('sort', took);
    assert.equal(plan.gap('sort', 0, () => 0.5), undefined);
    durations.add('sort', 1250);
    assert.ok((plan.gap('sort', 0, () => 0.5) as number) > 500);
    assert.equal(plan.gap('other', 0, () => 0.5), undefined);
  });

  it('reads most where the end is likely, and by the age of a job once it has outlasted the record', () => {
    const durations = new PastDurations();
    const plan = new LearnedPollPlan(durations);
    for (let at = 0; at < 30; at++) durations.add('sort', 100_000 + 500 * at);
    const gap = (elapsed: number): number => plan.gap('sort', elapsed, () => 0.5) as number;
    assert.ok(gap(1000) > 50_000, 'long before');
    assert.ok(gap(105_000) < 2_000, 'when they end');
    assert.ok(gap(400_000) >= 80_000, 'long after');
  });

  /** Durations of 64 jobs, ms: they differ as those of one size do. */
  const recordOf = (median: number, seed: number, spread = 0.3): number[] => {
    const random = seeded(seed);
    return Array.from({ length: 64 }, () => median * Math.exp(spread * normal(random)));
  };
  /** How many polls jobs take on average, and how long they wait for the last of them, ms. */
  const cost = (plan: LearnedPollPlan, sort: string, record: readonly number[]): { polls: number; delay: number } => {
    let polls = 0;
    let delay = 0;
    for (const took of record) {
      let at = 0;
      for (; at < took; polls++) at += plan.gap(sort, at, () => 0.5) as number;
      delay += at - took;
    }
    return { polls: polls / record.length, delay: delay / record.length };
  };
  const meanOf = (record: readonly number[]): number => record.reduce((sum, took) => sum + took, 0) / record.length;

  it('costs 0.85 times as many polls as polling every 5 seconds, and far less time', () => {
    for (const [median, spread, seed] of [
      [60_000, 0.3, 1],
      [200_000, 0.3, 2],
      [200_000, 0.1, 3],
      [1_500_000, 0.5, 4],
    ] as const) {
      const durations = new PastDurations();
      const record = recordOf(median, seed, spread);
      for (const took of record) durations.add('sort', took);
      const { polls, delay } = cost(new LearnedPollPlan(durations), 'sort', record);
      const allowed = (0.85 * meanOf(record)) / 5000;
      // The last poll comes after the end: half a poll more, on average.
      assert.ok(Math.abs(polls - 0.5 - allowed) < 0.06 * allowed + 0.25, `${polls} polls of ${allowed}, ${median} ms`);
      assert.ok(delay < 2500, `${delay} ms, where polling every 5 seconds takes 2500`);
    }
  });

  /** The gap after a time, by the theory: the same integrals on a grid 25 times as fine, one sort by itself. */
  const gapByTheory = (record: readonly number[], elapsed: number): number => {
    const logs = record.map((took) => Math.log(took)).sort((one, other) => one - other);
    const count = logs.length;
    const mean = logs.reduce((sum, log) => sum + log, 0) / count;
    const deviation = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1));
    const quartile = (share: number): number => logs[Math.floor(share * (count - 1))] as number;
    const between = quartile(0.75) - quartile(0.25);
    // Silverman's rule for the deviation of a logistic kernel.
    const scale = Math.max(0.02, (0.9 * Math.min(deviation, between > 0 ? between / 1.34 : Infinity) * count ** -0.2 * Math.sqrt(3)) / Math.PI);
    const [first, last] = [Math.min(...record) / 3, Math.max(...record) * 3];
    const factor = (last / first) ** (1 / 4000);
    const polls: { time: number; sum: number }[] = [{ time: first, sum: 0 }];
    let cost = 0;
    for (let time = first * factor, sum = 0; time <= last * 1.00001; time *= factor) {
      const still = logs.map((log) => 1 / (1 + Math.exp((Math.log(time) - log) / scale)));
      const running = still.reduce((all, each) => all + each, 0) / count;
      const hazard = still.reduce((all, each) => all + (each * (1 - each)) / scale, 0) / count / running / time;
      const step = Math.sqrt(hazard) * (time - time / factor);
      polls.push({ time, sum: (sum += step) });
      cost += running * step;
    }
    const length = cost / ((0.85 * meanOf(record)) / 5000);
    /** The one quantity at a value of the other, between two points of the grid. */
    const where = (known: 'time' | 'sum', value: number, wanted: 'time' | 'sum'): number | undefined => {
      const above = polls.findIndex((point) => point[known] >= value);
      const [low, high] = [polls[Math.max(above - 1, 0)], polls[above]];
      if (!low || !high) return undefined;
      return low === high ? low[wanted] : low[wanted] + ((high[wanted] - low[wanted]) * (value - low[known])) / (high[known] - low[known]);
    };
    const from = where('time', Math.max(elapsed, first), 'sum');
    const next = from === undefined ? undefined : where('sum', from + length, 'time');
    return next === undefined ? 0.2 * elapsed : next - elapsed;
  };

  it('reads at equal steps of the root of the hazard, at any age of a job', () => {
    // Where jobs differ little, the steps are as fine as the plan's own grid.
    const records: [tolerance: number, record: number[]][] = [
      [0.05, recordOf(60_000, 11)],
      [0.15, recordOf(300_000, 12, 0.1)],
      [0.05, recordOf(20_000, 13, 0.8)],
      [0.05, [40_000, 40_000, 40_000, 40_000, 40_000, 90_000]],
      [0.15, [30_000, 30_000, 30_000, 30_000, 30_000]],
    ];
    for (const [number, [tolerance, record]] of records.entries()) {
      const durations = new PastDurations();
      for (const took of record) durations.add('sort', took);
      const plan = new LearnedPollPlan(durations);
      for (const share of [0, 0.2, 0.5, 0.8, 0.95, 1, 1.05, 1.3, 2, 2.9, 4, 10]) {
        const elapsed = share * meanOf(record);
        const [gap, theory] = [plan.gap('sort', elapsed, () => 0.5) as number, gapByTheory(record, elapsed)];
        assert.ok(Math.abs(gap - theory) <= tolerance * theory, `record ${number} at ${share}: ${gap} ms, by the theory ${theory} ms`);
      }
    }
  });

  it('is not spoilt by one job that took a day, such as one during which a service stood still or a clock was set', () => {
    const record = recordOf(60_000, 14);
    const pollsWith = (more: number[]): number => {
      const durations = new PastDurations();
      for (const took of [...record.slice(more.length), ...more]) durations.add('sort', took);
      return cost(new LearnedPollPlan(durations), 'sort', record).polls;
    };
    const usual = pollsWith([]);
    for (const odd of [86_400_000, 1e12]) assert.ok(pollsWith([odd]) < 1.2 * usual, `${pollsWith([odd])} polls of ${usual}, one job of ${odd} ms`);
  });

  it('makes a poll worth the same for all sorts, as far as their mix can be trusted', () => {
    const durations = new PastDurations();
    const [short, long] = [recordOf(20_000, 5), recordOf(600_000, 6)];
    for (const [at, took] of short.entries()) {
      durations.add('short', took);
      durations.add('long', long[at] as number);
    }
    const plan = new LearnedPollPlan(durations);
    for (const sort of ['short', 'long', 'short']) plan.gap(sort, 0, () => 0.5);
    const [few, many] = [cost(plan, 'short', short), cost(plan, 'long', long)];
    const allowed = (0.85 * (meanOf(short) + meanOf(long))) / 5000;
    assert.ok(Math.abs(few.polls + many.polls - 1 - allowed) < 0.1 * allowed, `${few.polls} and ${many.polls} of ${allowed}`);
    assert.ok(few.polls > 1.2 * ((0.85 * meanOf(short)) / 5000), 'a short job, whose end is easier to meet, has more than it would have alone');
  });

  it('is blurred by a twentieth of a step in either direction', () => {
    const durations = new PastDurations();
    for (const took of recordOf(100_000, 7)) durations.add('sort', took);
    const plan = new LearnedPollPlan(durations);
    const at = (chance: number): number => plan.gap('sort', 100_000, () => chance) as number;
    assert.ok(Math.abs(at(0) / at(0.5) - 0.95) < 0.01 && Math.abs(at(1) / at(0.5) - 1.05) < 0.01, `${at(0)} ${at(0.5)} ${at(1)}`);
  });

  it('is recomputed when more than an eighth of its record is new', () => {
    const durations = new PastDurations();
    for (const took of recordOf(100_000, 8)) durations.add('sort', took);
    const plan = new LearnedPollPlan(durations);
    const gap = (): number => plan.gap('sort', 100_000, () => 0.5) as number;
    const drawn = gap();
    for (let added = 0; added < 8; added++) {
      durations.add('sort', 300_000);
      assert.equal(gap(), drawn, `${added + 1} of 64 are new`);
      assert.equal(gap(), drawn);
    }
    durations.add('sort', 300_000);
    assert.notEqual(gap(), drawn);
  });

  it('is read no more often than ten times a second for jobs that took no time', () => {
    const durations = new PastDurations();
    for (let count = 0; count < 8; count++) durations.add('sort', 0);
    assert.ok(new LearnedPollPlan(durations).gap('sort', 0, () => 0.5)! >= 100);
  });

  it('sets jobs of different services, operations and sizes apart', () => {
    const job = { service: 's', kind: 'geometry' as const, hectares: 100 };
    for (const [one, other] of [[100, 110], [0.01, 1]] as const) assert.equal(sortOf({ ...job, hectares: one }), sortOf({ ...job, hectares: other }));
    const others = [{ ...job, service: 't' }, { ...job, kind: 'area' as const }, { ...job, hectares: 300 }, { service: 's', kind: 'geometry' as const }];
    assert.equal(new Set([job, ...others].map(sortOf)).size, 5);
  });

  it('keeps a bounded record', () => {
    const durations = new PastDurations();
    for (let at = 0; at < 10_000; at++) durations.add(`sort ${at % 300}`, at);
    const kept = [...durations];
    assert.equal(kept.length, 200);
    assert.ok(kept.every(([, took]) => took.length <= 64));
  });
});
