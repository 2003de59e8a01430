import { isSoilError, SoilError } from '../errors/soil-error';
import type { Job, JobAddress, JobKind, JobReading } from '../service/job';
import type { SoilQuery } from '../service/query';
import type { CallOptions } from '../service/soil-service';
import { systemClock, type Clock } from '../time/clock';
import type { JobService } from './job-service';
import type { JobSummary } from './job-summary';
import type { WaitingMessage, WaitListener } from './wait-listener';

export type { WaitingMessage, WaitListener, WaitProgress } from './wait-listener';
export type { JobSummary } from './job-summary';

/** What comes in from outside: given by tests, the machine's own otherwise. */
export interface JobKeeperParts {
  clock: Clock;
  /** Between 0 and 1. */
  random: () => number;
  log: (line: string) => void;
}

export interface SubmitRequest {
  service: JobService;
  kind: JobKind;
  query: SoilQuery;
  /** Answer an identical request with the job that is pending or finished already. */
  reuse: boolean;
  /** Identifier of the `soil-submit` node. */
  node: string;
  message: WaitingMessage;
  options?: CallOptions;
}

export interface WaitRequest {
  service: JobService;
  job: Job | JobAddress;
  /** Identifier of the `soil-wait` node. */
  node: string;
  message: WaitingMessage;
  timeoutMinutes: number;
  firstPollSeconds: number;
  maxPollSeconds: number;
}

/** A submission whose outcome nobody was told of. */
export interface OpenSubmission {
  id: string;
  message: WaitingMessage;
  kind: JobKind;
  /** SHA-256 over service, kind and canonical query. */
  hash: string;
  /** ISO 8601 UTC: when it was about to be sent. */
  at: string;
}

interface Wait extends WaitRequest {
  id: string;
  acceptedAt: number;
  polls: number;
  status: string;
  description: string;
  callOff: () => void;
}

interface Attached {
  service: JobService;
  listener: WaitListener;
}

/** Keeps the jobs of one directory: submits them, reads their status, and hands over the messages that wait for them. */
export class JobKeeper {
  private static readonly keepers = new Map<string, JobKeeper>();
  private holders = 0;
  private nextId = 1;
  private readonly waits = new Map<string, Wait>();
  private readonly attached = new Map<string, Attached>();
  private readonly watchers = new Set<() => void>();

  private constructor(
    private readonly directory: string,
    private readonly parts: JobKeeperParts,
  ) {}

  /** The keeper of a directory: one for each directory and process, however often it is acquired. */
  static async acquire(directory: string, parts: Partial<JobKeeperParts> = {}): Promise<JobKeeper> {
    const keeper = JobKeeper.keepers.get(directory) ?? new JobKeeper(directory, { clock: systemClock, random: Math.random, log: () => undefined, ...parts });
    JobKeeper.keepers.set(directory, keeper);
    keeper.holders++;
    return keeper;
  }

  async release(): Promise<void> {
    if (--this.holders > 0) return;
    JobKeeper.keepers.delete(this.directory);
    for (const wait of this.waits.values()) wait.callOff();
  }

  async submit(request: SubmitRequest): Promise<Job> {
    const address = await request.service.createJob(request.kind, request.query, request.options);
    return { ...address, status: 'submitted', description: '', submittedAt: this.time(), polls: 0 };
  }

  async wait(request: WaitRequest): Promise<void> {
    const wait: Wait = {
      ...request,
      id: `w${this.nextId++}`,
      acceptedAt: this.parts.clock.monotonic(),
      polls: 0,
      status: '',
      description: '',
      callOff: () => undefined
    };
    this.waits.set(wait.id, wait);
    this.schedule(wait, request.firstPollSeconds);
  }

  attach(node: string, service: JobService, listener: WaitListener): () => void {
    const attached = { service, listener };
    this.attached.set(node, attached);
    for (const wait of this.waits.values()) if (wait.node === node) this.schedule(wait, this.parts.random());
    return () => {
      if (this.attached.get(node) === attached) this.attached.delete(node);
    };
  }

  async cancel(node: string, jobId?: string): Promise<number> {
    const chosen = [...this.waits.values()].filter((wait) => wait.node === node && (jobId === undefined || wait.job.id === jobId));
    for (const wait of chosen) this.cancelWait(wait);
    return chosen.length;
  }

  /** Stops one wait. Gives whether there was one. */
  async stop(waitId: string): Promise<boolean> {
    const wait = this.waits.get(waitId);
    if (wait) this.cancelWait(wait);
    return wait !== undefined;
  }

  /** Reads a job's status now instead of at its planned time. Gives whether anyone waits for it. */
  pollNow(jobId: string): boolean {
    const chosen = [...this.waits.values()].filter((wait) => wait.job.id === jobId);
    for (const wait of chosen) this.schedule(wait, 0);
    return chosen.length > 0;
  }

  /** Takes an ended job out of the list and out of reuse. Gives whether there was one; a job that is awaited stays. */
  async forget(_jobId: string): Promise<boolean> {
    return false;
  }

  list(): JobSummary[] {
    return [...this.waits.values()].map((wait) => ({
      wait: wait.id,
      job: wait.job.id,
      kind: wait.job.kind,
      node: wait.node,
      state: this.attached.has(wait.node) ? 'waiting' : 'paused',
      status: wait.status,
      description: wait.description,
      acceptedAt: new Date(this.parts.clock.now() - this.elapsed(wait) * 1000).toISOString(),
      age: this.elapsed(wait),
      polls: wait.polls
    }));
  }

  onChange(callback: () => void): () => void {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  }

  /** Submissions of a node that were sent, or may have been, before the process ended, and whose fate is unknown. */
  unknownSubmissions(_node: string): OpenSubmission[] {
    return [];
  }

  /** Jobs of a node that were created while the node was away: their messages have not gone on yet. */
  unsentJobs(_node: string): (OpenSubmission & { job: Job })[] {
    return [];
  }

  /** Says that a submission was brought to the flow's notice, so that it is not brought again. */
  async reported(_submission: string): Promise<void> {}

  /** Drops what belongs to nodes that are no longer there. Gives a line for the log for each. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    const dropped = [...this.waits.values()].filter((wait) => !exists(wait.node));
    return dropped.map((wait) => {
      this.end(wait);
      return `The node ${wait.node} was deleted: nobody waits for job ${wait.job.id} any more.`;
    });
  }

  private schedule(wait: Wait, seconds: number): void {
    wait.callOff();
    wait.callOff = this.parts.clock.after(seconds * 1000, () => void this.poll(wait));
  }

  private async poll(wait: Wait): Promise<void> {
    const attached = this.attached.get(wait.node);
    if (!attached) return;
    try {
      const reading = await attached.service.readJob(wait.job, { flow: wait.node });
      if (!this.waits.has(wait.id)) return;
      wait.polls++;
      this.read(wait, attached.listener, reading);
    } catch (error) {
      if (!this.waits.has(wait.id)) return;
      if (isSoilError(error)) attached.listener.troubled?.(error, wait.maxPollSeconds);
      this.schedule(wait, wait.maxPollSeconds);
    }
    this.changed();
  }

  private read(wait: Wait, listener: WaitListener, reading: JobReading): void {
    wait.status = reading.status;
    wait.description = reading.description;
    const { phase, ...fields } = reading;
    const job: Job = { ...wait.job, ...fields, polls: wait.polls };
    if (phase === 'completed') {
      this.end(wait);
      listener.completed(wait.message, job);
    } else if (phase === 'failed') {
      this.end(wait);
      listener.failed(wait.message, new SoilError('SOIL_JOB_FAILED', `The service ended job ${job.id} with "${job.status}": ${job.description}`), job);
    } else if (this.elapsed(wait) > wait.timeoutMinutes * 60) {
      this.end(wait);
      listener.failed(wait.message, new SoilError('SOIL_JOB_TIMEOUT', `Job ${job.id} is still running after ${wait.timeoutMinutes} minutes.`), job);
    } else {
      const next = Math.min(wait.maxPollSeconds, wait.firstPollSeconds * 1.4 ** wait.polls);
      this.schedule(wait, next);
      listener.poll({ id: job.id, status: job.status, description: job.description, polls: wait.polls, elapsed: this.elapsed(wait), next }, wait.message);
    }
  }

  private cancelWait(wait: Wait): void {
    this.end(wait);
    const job: Job = { ...wait.job, status: wait.status, description: wait.description, polls: wait.polls };
    this.attached.get(wait.node)?.listener.failed(wait.message, new SoilError('SOIL_CANCELLED', `Waiting for job ${job.id} was stopped.`), job);
  }

  private end(wait: Wait): void {
    wait.callOff();
    this.waits.delete(wait.id);
    this.changed();
  }

  private elapsed(wait: Wait): number {
    return (this.parts.clock.monotonic() - wait.acceptedAt) / 1000;
  }

  private time(): string {
    return new Date(this.parts.clock.now()).toISOString();
  }

  private changed(): void {
    for (const watcher of this.watchers) watcher();
  }
}
