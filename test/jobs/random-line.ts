import { setMaxListeners } from 'node:events';
import { SoilError } from '../../src/errors/soil-error';
import type { JobKeeper } from '../../src/jobs/job-keeper';
import type { FlowMessage } from '../../src/jobs/messages/flow-message';
import type { JobService } from '../../src/jobs/polls/job-service';
import type { Job, JobStatus } from '../../src/service/job';
import { sleep } from '../../src/time/clock';
import type { SimulatedClock } from '../time/simulated-clock';
import { completed, refusal, running, ScriptedService, unreachable } from './scripted-service';
import { waitListener } from './wait-listener';

/** A message that goes through soil-wait, soil-download and soil-read, or through the last of them. */
export interface Sent extends FlowMessage {
  _msgid: string;
  /** Whether it says that it may have gone out before. */
  again?: true;
}

/** What services and nodes of all lives have in common. */
export interface World {
  clock: SimulatedClock;
  random: () => number;
  /** Whether jobs and files come to their end at once from now on. */
  isCalm: boolean;
  /** A message is on the disk. */
  safe(message: Sent): void;
  /** A message has come out of the last node, or with an error. */
  ended(message: Sent, how: string): void;
}

const words: (() => JobStatus)[] = [
  () => completed(),
  () => completed(),
  () => ({ ...running, phase: 'failed', status: 'Failed' }),
  () => ({ ...running, phase: 'completed', status: 'Completed' }),
];

/** A service whose words change at every poll, as one process sees it. */
function randomService(world: World, identity: string, life: { isDead: boolean }): JobService {
  const { clock, random } = world;
  const service = new ScriptedService(identity);
  service.pollJob = async ({ id }, { signal } = {}) => {
    signal?.throwIfAborted();
    if (random() < 0.5) await sleep(clock, 3000 * random(), signal);
    const dice = random();
    if (world.isCalm) return completed(id);
    if (life.isDead || dice < 0.1) throw unreachable;
    if (dice < 0.2) throw refusal(dice < 0.17 ? 404 : 503);
    if (dice < 0.23) throw new SoilError('SOIL_AUTH', 'The credentials were refused.');
    if (dice < 0.25) throw new TypeError('It is no object.');
    if (dice < 0.6) return dice < 0.55 ? running : { ...running, status: 'Pondering' };
    return words[Math.floor(words.length * random())]!();
  };
  return service;
}

/** The nodes of one life: lines of soil-wait, soil-download and soil-read. */
export class RandomLine {
  /** Whether its process was killed: nothing of it has any effect any more. */
  isDead = false;
  private readonly nodes = new Map<string, { closing: AbortController; detach: () => void }>();
  private readonly underWay = new Map<Promise<void>, string>();

  constructor(
    private readonly world: World,
    private readonly keeper: JobKeeper,
    readonly names: readonly string[],
  ) {}

  isThere(node: string): boolean {
    return this.nodes.has(node);
  }

  /** Starts every node that is not there, with a service picked at random. */
  start(): void {
    for (const node of this.names) {
      if (this.nodes.has(node)) continue;
      const closing = new AbortController();
      setMaxListeners(0, closing.signal);
      const entry = { closing, detach: (): void => undefined };
      this.nodes.set(node, entry);
      entry.detach = node.startsWith('wait') ? this.attachWait(node) : this.keeper.files.attach(node, (message) => this.take(node, message as Sent), node.startsWith('read'));
    }
  }

  /** Stops nodes picked at random, one after another. */
  async stop(share: number): Promise<void> {
    const { random, clock } = this.world;
    const stopped = [...this.nodes].filter(() => random() < share);
    for (const [node, { closing, detach }] of stopped) {
      for (let steps = Math.floor(8 * random()); steps > 0; steps--) await Promise.resolve();
      if (random() < 0.2) await new Promise(setImmediate);
      this.nodes.delete(node);
      closing.abort(new Error('The node was closed.'));
      detach();
    }
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const names = stopped.map(([node]) => node);
    const isBusy = (): boolean => [...this.underWay.values()].some((node) => share === 1 || names.includes(node));
    // Node-RED waits up to 15 s for a node, and then starts its next life.
    for (let ms = 0; isBusy() && (share === 1 || ms < 20); ms++) await clock.advance(1);
  }

  /** Node-RED delivers a turn after the sending. A node that was closed by then takes the message in for its next life. */
  send(node: string | undefined, message: Sent): void {
    setImmediate(() => {
      if (this.isDead) return;
      if (node === undefined) this.world.ended(message, 'out');
      else this.take(node, message);
    });
  }

  private take(node: string, message: Sent): void {
    const signal = this.nodes.get(node)?.closing.signal ?? closed;
    const work = (node.startsWith('wait') ? this.wait(node, message) : this.carryOut(node, message, signal))
      .catch((error: unknown) => this.fail(message, error, signal.reason))
      .finally(() => this.underWay.delete(work));
    this.underWay.set(work, node);
  }

  private async wait(node: string, message: Sent): Promise<void> {
    const { job } = message.soil as { job: Job };
    const times = { timeoutMinutes: 0.1 + 2 * this.world.random(), firstPollSeconds: 1, maxPollSeconds: 5 };
    await this.keeper.waits.accept({ service: new ScriptedService('first'), job, node, message, ...times });
    if (!this.isDead) this.world.safe(message);
  }

  private async carryOut(node: string, message: Sent, signal: AbortSignal): Promise<void> {
    const { world } = this;
    const reads = node.startsWith('read');
    // A node gets its keeper in a later turn.
    if (world.random() < 0.5) await Promise.resolve();
    await this.keeper.files.carryOut({
      node,
      ...(reads && { reads }),
      message,
      signal,
      fetch: async ({ again }, leaving) => {
        if (again) message.again = true;
        if (world.random() < 0.7) await sleep(world.clock, 4000 * world.random(), signal);
        if (reads && world.random() < 0.3) await leaving();
        if (!world.isCalm && world.random() < 0.1) throw new SoilError(world.random() < 0.5 ? 'SOIL_LINK_EXPIRED' : 'SOIL_DOWNLOAD', 'No file.');
      },
      handOver: () => this.send(this.after(node), message),
    });
  }

  private attachWait(node: string): () => void {
    const { world } = this;
    const service = randomService(world, world.isCalm || world.random() < 0.8 ? 'first' : 'second', this);
    const told = (message: FlowMessage, job: Job): Sent => Object.assign(message as Sent, { soil: { job } }, job.redelivered && { again: true as const });
    return this.keeper.waits.attach(
      node,
      service,
      waitListener({
        completed: (message, job) => this.send(this.after(node), told(message, job)),
        failed: (message, error, job) => this.fail(told(message, job), error, undefined),
      }),
    );
  }

  private after(node: string): string | undefined {
    const [sort, line] = node.split('-');
    const next = { wait: 'download', download: 'read' }[sort!];
    return next && `${next}-${line}`;
  }

  private fail(message: Sent, error: unknown, brokenOff: unknown): void {
    if (!this.isDead && error !== brokenOff) this.world.ended(message, error instanceof SoilError ? error.code : String(error));
  }
}

const closed = AbortSignal.abort(new Error('The node was closed.'));
