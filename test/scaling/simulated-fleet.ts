import assert from 'node:assert/strict';
import { JobKeeper } from '../../src/jobs/job-keeper';
import type { JobAddress } from '../../src/service/job';
import { OriginGate } from '../../src/transport/origin-gate';
import { MemoryDisk } from '../jobs/memory-disk';
import { running, ScriptedService } from '../jobs/scripted-service';
import { waitListener } from '../jobs/wait-listener';
import { normal } from '../random/normal';
import { seeded } from '../random/seeded';
import { SimulatedClock } from '../time/simulated-clock';

interface FleetOptions {
  instances: number;
  /** Of all instances together. */
  fieldsPerDay: number;
  /** What each instance allows itself. */
  requestsPerSecondOfEach: number;
  /** Measured after an equally long time for filling up and learning. */
  minutes: number;
  seed: number;
  /** What fields there are; {@link SIZES} by default. */
  sizes?: readonly FieldSize[];
}

export interface FieldSize {
  hectares: number;
  /** How long its job takes, s: the median, and the standard deviation of the logarithm. */
  median: number;
  spread: number;
  /** Its share; all together are 1. */
  share: number;
}

/** What polling at fixed intervals would have cost for the same jobs. */
export const FIXED_GAP_SECONDS = 5;

/** Figures of the measured time. */
export interface FleetFigures {
  completedPerDay: number;
  requestsPerSecond: number;
  pollsPerJob: number;
  /** Jobs held by an instance at a time, on average. */
  pendingInEach: number;
  /** Seconds from the completion of a job to its message. */
  delay: number;
  /** The same two with a poll every {@link FIXED_GAP_SECONDS}. */
  fixedPolls: number;
  fixedDelay: number;
}

const SIZES: readonly FieldSize[] = [
  { hectares: 12, median: 12, spread: 0.3, share: 0.5 },
  { hectares: 100, median: 35, spread: 0.3, share: 0.5 },
];

/** Several Node-RED, each with the real job keeper (journal, scheduler, learned plan) and the real gate, on one clock. The service answers at once. */
export async function simulateFleet(options: FleetOptions): Promise<FleetFigures> {
  const clock = new SimulatedClock();
  const random = seeded(options.seed);
  const instances = await Promise.all(Array.from({ length: options.instances }, (_, at) => Instance.start(at, options, clock, random)));
  const end = 2 * options.minutes * 60_000;
  const gap = (86_400 * 1000) / options.fieldsPerDay;
  const sums = { pending: 0, samples: 0 };
  const orders: Promise<void>[] = [];
  let taken = 0;
  let begun = instances.map((instance) => instance.figures());
  for (let at = 0, next = 0; at < end; at += gap, next++) {
    await clock.advance(gap);
    if (taken === 0 && at >= end / 2) {
      taken = at;
      begun = instances.map((instance) => instance.figures());
    }
    if (taken > 0) {
      sums.samples++;
      sums.pending += instances.reduce((sum, { pending }) => sum + pending, 0) / instances.length;
    }
    // Nothing waits for it here: behind the gate it takes its time.
    orders.push((instances[next % instances.length] as Instance).order());
  }
  const ended = instances.map((instance) => instance.figures());
  const seconds = (end - taken) / 1000;
  const grown = (name: keyof Counts): number => ended.reduce((sum, one, at) => sum + one[name] - (begun[at] as Counts)[name], 0);
  for (const instance of instances) await instance.stop();
  await clock.advance(1);
  await Promise.all(orders);
  const completed = grown('completed');
  return {
    completedPerDay: (completed / seconds) * 86_400,
    requestsPerSecond: grown('requests') / seconds,
    pollsPerJob: grown('polls') / completed,
    pendingInEach: sums.pending / sums.samples,
    delay: grown('delay') / completed,
    fixedPolls: grown('fixedPolls') / completed,
    fixedDelay: grown('fixedDelay') / completed,
  };
}

interface Counts {
  completed: number;
  requests: number;
  polls: number;
  delay: number;
  fixedPolls: number;
  fixedDelay: number;
}

class Instance {
  pending = 0;
  private readonly counts: Counts = { completed: 0, requests: 0, polls: 0, delay: 0, fixedPolls: 0, fixedDelay: 0 };
  private readonly stopping = new AbortController();
  private ordered = 0;

  private constructor(
    private readonly keeper: JobKeeper,
    private readonly service: ScriptedService,
    private readonly random: () => number,
    private readonly sizes: readonly FieldSize[],
  ) {}

  static async start(number: number, { requestsPerSecondOfEach, seed, sizes = SIZES }: FleetOptions, clock: SimulatedClock, random: () => number): Promise<Instance> {
    const gate = new OriginGate({ requestsPerSecond: requestsPerSecondOfEach, maxConcurrent: Infinity, patienceMs: Infinity, clock });
    const service = new ScriptedService();
    const ends = new Map<string, number>();
    const keeper = await JobKeeper.acquire(`fleet ${seed} ${number}`, { clock, random, fileSystem: new MemoryDisk() });
    const instance = new Instance(keeper, service, random, sizes);
    const { counts, stopping } = instance;
    const through = async (flow: string): Promise<void> => {
      stopping.signal.throwIfAborted();
      await gate.enter({ flow, urgent: false, again: false, patienceMs: Infinity, signal: stopping.signal });
      counts.requests++;
      gate.leave(false);
    };
    let created = 0;
    service.createJob = async (kind, query): Promise<JobAddress> => {
      await through('submit');
      const address = service.jobAddress(`${number}-${++created}`, kind);
      const size = sizes[query.datasets?.[0] ?? 0] as FieldSize;
      ends.set(address.id, clock.now() + 1000 * size.median * Math.exp(size.spread * normal(random)));
      return address;
    };
    service.pollJob = async (address) => {
      await through('wait');
      const end = ends.get(address.id) as number;
      if (clock.now() < end) return running;
      return { phase: 'completed', status: 'Completed', description: '', endTime: new Date(end).toISOString(), result: { url: 'https://files.example/x' } };
    };
    keeper.waits.attach('wait', service, waitListener({
      failed: (_message, error) => assert.ok(stopping.signal.aborted, String(error)),
      completed: (_message, job) => {
        const end = ends.get(job.id) as number;
        ends.delete(job.id);
        instance.pending--;
        counts.completed++;
        counts.polls += job.polls;
        const took = (end - Date.parse(job.submittedAt as string)) / 1000;
        counts.fixedPolls += Math.ceil(took / FIXED_GAP_SECONDS);
        counts.fixedDelay += Math.ceil(took / FIXED_GAP_SECONDS) * FIXED_GAP_SECONDS - took;
        counts.delay += (clock.now() - end) / 1000;
      },
    }));
    return instance;
  }

  figures(): Counts {
    return { ...this.counts };
  }

  async order(): Promise<void> {
    let drawn = this.random();
    const found = this.sizes.findIndex(({ share }) => (drawn -= share) < 0);
    const size = found < 0 ? this.sizes.length - 1 : found;
    const message = { soil: { area: { hectares: (this.sizes[size] as FieldSize).hectares } } };
    const { keeper, service } = this;
    try {
      // The dataset tells the service how large the field is: nothing else of the query is looked at.
      const query = { geometry: `POINT (0 ${++this.ordered / 1e6})`, datasets: [size] };
      const job = await keeper.submissions.submit({ service, kind: 'geometry', query, reuse: false, options: {}, node: 'submit', message });
      this.pending++;
      await keeper.waits.accept({ service, job, node: 'wait', message, timeoutMinutes: 1440, firstPollSeconds: 2, maxPollSeconds: 60 });
    } catch (error) {
      if (!this.stopping.signal.aborted) throw error;
    }
  }

  stop(): Promise<void> {
    this.stopping.abort(new Error('The simulation is over.'));
    return this.keeper.release();
  }
}
