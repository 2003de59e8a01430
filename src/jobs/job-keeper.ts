import { storageError } from '../errors/storage-error';
import { machineProcesses } from '../processes/process-mark';
import type { Job } from '../service/job';
import { systemClock } from '../time/clock';
import { JobFiles, type FileWork } from './files/job-files';
import { Departures } from './handover/departures';
import { UNKNOWN_WORK, type FlowWork } from './handover/flow-work';
import { HANDOVER_MS, Handovers, messageOf, PARTING_MS } from './handover/handovers';
import { JobStore, type JobStoreParts } from './job-store';
import { diskFileSystem } from './journal/file-system';
import type { KeeperContext } from './keeper-context';
import type { JobSummary } from './ledger/job-summary';
import type { FlowMessage } from './messages/flow-message';
import type { JobService } from './polls/job-service';
import { SubmissionOutcomes, type SubmissionListener } from './submissions/submission-outcomes';
import { Submissions } from './submissions/submissions';
import type { SubmitRequest } from './submissions/submit-request';
import { jobList } from './waits/job-list';
import { JobWaits } from './waits/job-waits';
import type { WaitListener } from './waits/wait-listener';
import type { WaitRequest } from './waits/wait-request';

/** What comes in from outside: given by tests, the machine's own otherwise. */
export interface JobKeeperParts extends JobStoreParts, Pick<KeeperContext, 'random' | 'departures'> {
  /** What nodes are at work on. */
  work: FlowWork;
}

/** Node-RED waits 15 s for a node to close: requests that are under way have this much of it to come back. */
const LANDING_MS = 10_000;

/**
 * Keeps the jobs of one directory: submits them, reads their status, and hands over the messages that wait for them, or for their files.
 * What it has accepted is on the disk: it goes on after a redeploy, a restart or a crash. A message is handed over once; only where a crash, or
 * a stop of all flows, falls into the moment after that, it is handed over again with `job.redelivered`.
 */
export class JobKeeper {
  private static readonly keepers = new Map<string, Promise<JobKeeper>>();

  private holders = 0;
  private isLost = false;
  private hasWaits = false;
  private closing: Promise<void> | undefined;
  private readonly submissions: Submissions;
  private readonly outcomes: SubmissionOutcomes;
  private readonly waits: JobWaits;
  private readonly files: JobFiles;
  /** Messages of completed jobs, from soil-wait to soil-download. */
  private readonly handovers: Handovers;
  /** Messages on their way to nodes that keep nothing. */
  private readonly partings: Handovers;

  private constructor(
    private readonly directory: string,
    private readonly parts: JobKeeperParts,
    private readonly store: JobStore,
  ) {
    const { ledger, journal, unstored } = store;
    const handovers = new Handovers(parts.clock, HANDOVER_MS, parts.departures, parts.work);
    const partings = new Handovers(parts.clock, PARTING_MS, parts.departures, parts.work);
    this.handovers = handovers;
    this.partings = partings;
    const arrived = (job: string, { _msgid }: FlowMessage): void => {
      for (const onTheirWay of [handovers, partings]) onTheirWay.arrive(messageOf(job, _msgid));
    };
    const context: KeeperContext = { ...parts, ledger, journal, unstored, partings, arrived };
    this.outcomes = new SubmissionOutcomes({ ...context, hasWaits: () => this.hasWaits });
    this.submissions = new Submissions({ ...context, outcomes: this.outcomes });
    const toDownloads = (): Handovers | undefined => (this.files.hasDownloaders ? handovers : undefined);
    this.waits = new JobWaits({ ...context, handovers: toDownloads });
    this.files = new JobFiles(context);
    void store.lost.then(({ message }) => this.giveWay(message));
  }

  /**
   * The keeper of a directory: one for each directory and process, however often it is acquired. Every acquiring needs its {@link release};
   * the parts of the first one count.
   *
   * @throws SoilError `SOIL_STORAGE` where the directory cannot be used, or another process uses it
   */
  static async acquire(directory: string, parts: Partial<JobKeeperParts> = {}): Promise<JobKeeper> {
    const fileSystem = parts.fileSystem ?? diskFileSystem;
    let real: string;
    try {
      await fileSystem.makeDirectory(directory);
      real = await fileSystem.realPath(directory);
    } catch (error) {
      throw storageError(error, 'make the job directory', directory, false);
    }
    const machine = { clock: systemClock, random: Math.random, log: () => undefined, processes: machineProcesses, departures: new Departures(), work: UNKNOWN_WORK };
    const opening = JobKeeper.keepers.get(real) ?? JobKeeper.open(real, { ...machine, ...parts, fileSystem });
    JobKeeper.keepers.set(real, opening);
    try {
      const keeper = await opening;
      // It may have been closed in the same turn: then it is opened anew.
      if (keeper.closing) return await JobKeeper.acquire(directory, parts);
      keeper.holders++;
      return keeper;
    } catch (error) {
      if (JobKeeper.keepers.get(real) === opening) JobKeeper.keepers.delete(real);
      throw error;
    }
  }

  private static async open(directory: string, parts: JobKeeperParts): Promise<JobKeeper> {
    return new JobKeeper(directory, parts, await JobStore.open(directory, parts));
  }

  /**
   * Gives the keeper back. With the last holder it closes: waits stay on the disk, and a request that is under way has some seconds to come
   * back. One that takes longer keeps the directory locked until its outcome is on the disk.
   *
   * @param node gives back what it held for its own requests: these have as long also where others go on, since what they are sent with ends now
   */
  async release(node?: string): Promise<void> {
    const isLast = --this.holders === 0;
    if (!isLast && node === undefined) return;
    const landed = this.submissions.landed(isLast ? undefined : node);
    const closed = landed.then(() => this.closeIfUnused());
    let callOff: (() => void) | undefined;
    const patience = new Promise<void>((resolve) => (callOff = this.parts.clock.after(LANDING_MS, resolve)));
    await Promise.race([closed, patience]);
    callOff?.();
  }

  /**
   * Gives the job of a request: a new one, or with `reuse` the one that an identical request has made (`job.reused`). Its address is on the
   * disk before this resolves.
   *
   * @throws SoilError what the service throws; `SOIL_SUBMIT_UNKNOWN` where the request was sent and not answered; `SOIL_STORAGE`
   */
  async submit(request: SubmitRequest): Promise<Job> {
    return this.submissions.submit(request);
  }

  /** A message that was given back as unsent is not submitted again: its flow was told an error instead. */
  giveUp(message: FlowMessage): void {
    this.outcomes.giveUp(message);
  }

  /**
   * A `soil-submit` node came up: `listener` has the outcomes of its submissions that nobody waited for. The returned function detaches it.
   */
  attachSubmissions(node: string, listener: SubmissionListener): () => void {
    return this.outcomes.attach(node, listener);
  }

  /** A `soil-wait` node is there: messages of new jobs may be on their way to it until it has them here. */
  expectWaits(): void {
    this.hasWaits = true;
  }

  /**
   * A `soil-wait` node came up: its waits go on, and `listener` has the news of them. The returned function detaches it; the waits stay.
   */
  attach(node: string, service: JobService, listener: WaitListener): () => void {
    return this.waits.attach(node, service, listener);
  }

  /**
   * Makes a message wait for a job. Resolves once that is on the disk; the rest goes to the node's listener.
   *
   * A wait ends when the job is completed or failed, when the service refuses to know it, when its time is over, or when it is cancelled.
   * It does not end because the service is down, answers rubbish or refuses the credentials: it goes on trying, and its listener is told.
   *
   * @throws SoilError `SOIL_STORAGE` where the message cannot be stored, `SOIL_CONFIG` for a time that is none
   */
  async wait(request: WaitRequest): Promise<void> {
    await this.waits.accept(request);
  }

  /** How many messages wait in a node. */
  countWaits(node: string): number {
    return this.waits.count(node);
  }

  /**
   * Ends the waits of a node for one job, or for all: their messages fail with `SOIL_CANCELLED`. The jobs go on at the service. Gives how
   * many there were.
   */
  async cancel(node: string, jobId?: string): Promise<number> {
    return this.waits.cancel(node, jobId);
  }

  /** Ends one wait, as {@link cancel} does. Gives whether there was one. */
  async stop(waitId: string): Promise<boolean> {
    return this.waits.stop(waitId);
  }

  /** Reads a job's status now instead of at its planned time. Gives whether anyone waits for it. */
  pollNow(jobId: string): boolean {
    return this.waits.pollNow(jobId);
  }

  /**
   * A `soil-download` node came up, or one that `reads`: `takeUp` has the messages whose work was broken off, each to be given to {@link carryOut}
   * again. The returned function detaches it; the messages stay.
   */
  attachFiles(node: string, takeUp: (message: FlowMessage) => void, reads = false): () => void {
    return this.files.attach(node, takeUp, reads);
  }

  /**
   * Downloads a message's file, or reads it, and hands the message over, with the message in the journal meanwhile.
   *
   * @throws what the work throws; the reason of its signal: then the message is kept for the node's next life
   */
  async carryOut<Result>(work: FileWork<Result>): Promise<void> {
    await this.files.carryOut(work);
  }

  /**
   * Takes a job out of the list and out of reuse; an `unknown` one, which has no identifier, goes by that of its submission
   * ({@link JobSummary.wait}). Gives whether there was one; a job that is awaited stays.
   */
  async forget(jobId: string): Promise<boolean> {
    const { past, jobs } = this.store.ledger;
    const hasEnded = [...past.values()].some(({ job, wait }) => (job || wait) === jobId);
    if (this.waits.waitsFor(jobId) || !(hasEnded || jobs.has(jobId))) return false;
    // What is written of its messages must stand before that.
    for (const onTheirWay of [this.handovers, this.partings]) onTheirWay.finishJob(jobId);
    await this.store.journal.note({ change: 'forgotten', job: jobId });
    return true;
  }

  /** What waits, the latest of what nobody waits for, and the latest of what has ended. */
  list(): JobSummary[] {
    return jobList(this.waits.summaries(), this.outcomes.jobsOnTheirWay(), this.store.ledger, this.parts.clock);
  }

  /** Drops what belongs to nodes that are no longer there. Gives a line for the log for each. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    return [...(await this.waits.retain(exists)), ...(await this.outcomes.retain(exists)), ...(await this.files.retain(exists))];
  }

  /** Its directory is another process's: that one polls and hands over. Who opens the directory here from now on is told so. */
  private giveWay(why: string): void {
    if (this.closing) return;
    this.parts.log(why);
    this.isLost = true;
    JobKeeper.keepers.delete(this.directory);
    this.waits.close();
  }

  private async closeIfUnused(): Promise<void> {
    if (this.holders > 0) return;
    this.closing ??= this.close();
    await this.closing;
  }

  private close(): Promise<void> {
    if (!this.isLost) JobKeeper.keepers.delete(this.directory);
    this.waits.close();
    this.handovers.finishAll();
    this.partings.finishAll();
    this.outcomes.close();
    return this.store.close();
  }
}
