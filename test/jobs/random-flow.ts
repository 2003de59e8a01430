import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { JobService } from '../../src/jobs/polls/job-service';
import { SoilError } from '../../src/errors/soil-error';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { Job, JobAddress, JobKind, JobStatus } from '../../src/service/job';
import type { SoilQuery } from '../../src/service/query';
import type { CallOptions, CreateOptions } from '../../src/service/soil-service';
import { sleep } from '../../src/time/clock';
import type { SimulatedClock } from '../time/simulated-clock';
import { completed, running } from './scripted-service';
import { waitListener } from './wait-listener';

/** A message for a job of its own, or one that identical requests share. */
export interface Sent extends FlowMessage {
  _msgid: string;
  geometry: string;
  reuse: boolean;
}

/** What services and flows of all lives have in common. */
export interface Surroundings {
  clock: SimulatedClock;
  random: () => number;
  /** Whether the service takes and completes everything from now on. */
  isCalm: boolean;
  /** The keeper of the process that runs. */
  acquire(): Promise<JobKeeper>;
  /** A message has come out at the end of the flow, or with an error. */
  ended(message: Sent, how: string, redelivered: boolean): void;
}

/** A service that takes requests, refuses them, puts them off or does not answer, at random. */
export class RandomService {
  /** How often each area was taken. */
  readonly taken = new Map<string, number>();
  /** Areas of requests that it has taken and not answered. */
  readonly unanswered = new Set<string>();
  /** When each job is done, monotonic ms. */
  private readonly jobs = new Map<string, number>();

  constructor(private readonly world: Surroundings) {}

  /** The service as one process sees it, until that is killed. */
  of(flow: { isDead: boolean }): JobService {
    const { world } = this;
    /** Some answers come at once: they coincide with what is done in the same turn. */
    const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      if (world.random() < 0.5) await sleep(world.clock, ms * world.random(), signal);
      if (flow.isDead) await new Promise(() => undefined);
    };
    const jobAddress = (urlOrId: string, kind: JobKind = 'geometry'): JobAddress => {
      const id = urlOrId.split('/').pop()!;
      return { id, url: `https://api.example/${kind}/${id}`, kind };
    };
    const createJob = async (kind: JobKind, { geometry = '' }: SoilQuery, { signal, beforeSending, onNotTaken }: CreateOptions = {}): Promise<JobAddress> => {
      for (;;) {
        await pause(1000, signal);
        await beforeSending?.();
        await pause(500);
        const dice = world.isCalm ? 0 : world.random();
        if (dice < 0.65) this.taken.set(geometry, (this.taken.get(geometry) ?? 0) + 1);
        if (dice < 0.55) return jobAddress(this.made(), kind);
        if (dice < 0.65) {
          this.unanswered.add(geometry);
          throw new SoilError('SOIL_SUBMIT_UNKNOWN', 'No answer came.');
        }
        if (dice < 0.75) throw new SoilError(dice < 0.7 ? 'SOIL_REQUEST' : 'SOIL_UNAVAILABLE', 'Not taken.', { status: 400 });
        onNotTaken?.();
        await pause(3000, signal);
      }
    };
    const pollJob = async ({ id }: JobAddress, { signal }: CallOptions = {}): Promise<JobStatus> => {
      await pause(800, signal);
      if (!world.isCalm && world.random() < 0.1) throw new SoilError('SOIL_UNAVAILABLE', 'It is down.');
      return world.clock.monotonic() < this.jobs.get(id)! ? running : completed(id);
    };
    return { identity: 'random', createJob, pollJob, jobAddress };
  }

  private made(): string {
    const id = `j${this.jobs.size + 1}`;
    this.jobs.set(id, this.world.clock.monotonic() + 20_000 * this.world.random());
    return id;
  }
}

/** A node that is there. */
interface RunningNode {
  /** Each node acquires the keeper for itself. */
  keeper: JobKeeper;
  closing: AbortController;
  detach: () => void;
}

/** The nodes of one process: two lines of soil-submit, soil-wait and soil-download. */
export class RandomFlow {
  /** Whether its process was killed: nothing of it has any effect any more. */
  isDead = false;
  private readonly service: JobService;
  private readonly nodes = new Map<string, RunningNode>();
  /** Downloads, by node. */
  private readonly underWay = new Map<Promise<void>, string>();

  constructor(
    private readonly world: Surroundings,
    service: RandomService,
  ) {
    this.service = service.of(this);
  }

  /** Starts every node that is not there. */
  async start(): Promise<void> {
    for (const line of ['a', 'b']) {
      await this.add(`submit-${line}`, ({ outcomes }, node) =>
        outcomes.attach(node, {
          created: (message, job) => this.forward(line, message as Sent, job),
          unknown: (message, error) => this.end(message as Sent, error.code),
          unsent: (message) => queueMicrotask(() => this.submit(line, message as Sent)),
        }),
      );
      await this.add(`wait-${line}`, ({ outcomes, waits }, node) => {
        outcomes.expectWaits();
        return waits.attach(node, this.service, waitListener({
          completed: (message, job) => setImmediate(() => this.download(line, Object.assign(message as Sent, { soil: { job } }), job.redelivered)),
          failed: (message, error, job) => this.end(message as Sent, error.code, job.redelivered),
        }));
      });
      await this.add(`download-${line}`, ({ files }, node) => files.attach(node, (message) => queueMicrotask(() => this.download(line, message as Sent, true))));
    }
  }

  /** Stops nodes picked at random. */
  async stop(share: number): Promise<void> {
    const closings: Promise<void>[] = [];
    for (const [name, node] of this.nodes) {
      if (this.world.random() >= share) continue;
      await new Promise(setImmediate);
      this.nodes.delete(name);
      closings.push(this.close(name, node));
    }
    await Promise.all(closings);
  }

  submit(line: string, message: Sent): void {
    const { geometry, reuse } = message;
    const node = `submit-${line}`;
    const signal = this.signalOf(node);
    const request = { service: this.service, kind: 'geometry' as const, query: { geometry }, reuse, node, message, options: { signal } };
    this.keeperOf(node)
      .then(({ submissions }) => submissions.submit(request))
      .then((job) => this.forward(line, message, job), (error: unknown) => signal.aborted || this.end(message, codeOf(error)));
  }

  /** Node-RED delivers a turn after the sending. A node that was closed by then takes the message in for its next life. */
  private forward(line: string, message: Sent, job: Job): void {
    setImmediate(() => {
      if (this.isDead) return;
      const node = `wait-${line}`;
      const request = { service: this.service, job, node, message: Object.assign(message, { soil: { job } }), timeoutMinutes: 2, firstPollSeconds: 1, maxPollSeconds: 5 };
      this.keeperOf(node)
        .then(({ waits }) => waits.accept(request))
        .catch((error: unknown) => this.signalOf(node).aborted || this.end(message, codeOf(error)));
    });
  }

  private download(line: string, message: Sent, redelivered = false): void {
    if (this.isDead) return;
    const { clock, random } = this.world;
    const node = `download-${line}`;
    const signal = this.signalOf(node);
    let isAgain = redelivered;
    const fetch = async (origin: { again: boolean }): Promise<void> => {
      isAgain ||= origin.again;
      await sleep(clock, 4000 * random(), signal);
    };
    const work = this.keeperOf(node)
      .then(({ files }) => files.carryOut({ node, message, signal, fetch, handOver: () => this.end(message, 'downloaded', isAgain) }))
      .catch((error: unknown) => void (signal.aborted || this.end(message, codeOf(error), isAgain)))
      .finally(() => this.underWay.delete(work));
    this.underWay.set(work, node);
  }

  private async add(name: string, attach: (keeper: JobKeeper, name: string) => () => void): Promise<void> {
    if (this.nodes.has(name)) return;
    const keeper = await this.world.acquire();
    this.nodes.set(name, { keeper, closing: new AbortController(), detach: attach(keeper, name) });
  }

  private async close(name: string, { keeper, closing, detach }: RunningNode): Promise<void> {
    closing.abort(new Error('The node was closed.'));
    detach();
    await new Promise(setImmediate);
    await Promise.all([...this.underWay].filter(([, node]) => node === name).map(([work]) => work));
    await keeper.release(name);
  }

  /** A node that was closed has the keeper for this turn. */
  private async keeperOf(name: string): Promise<JobKeeper> {
    const { keeper } = this.nodes.get(name) ?? {};
    if (keeper) return keeper;
    const late = await this.world.acquire();
    setImmediate(() => void late.release());
    return late;
  }

  private signalOf(node: string): AbortSignal {
    return this.nodes.get(node)?.closing.signal ?? AbortSignal.abort(new Error('The node was closed.'));
  }

  private end(message: Sent, how: string, redelivered = false): void {
    if (!this.isDead) this.world.ended(message, how, redelivered);
  }
}

function codeOf(error: unknown): string {
  return error instanceof SoilError ? error.code : String(error);
}
