import { storageError } from '../errors/storage-error';
import { machineProcesses } from '../processes/process-mark';
import { systemClock } from '../time/clock';
import { JobFiles } from './files/job-files';
import { Departures } from './handover/departures';
import { UNKNOWN_WORK, type FlowWork } from './handover/flow-work';
import { HANDOVER_MS, Handovers, messageOf, PARTING_MS } from './handover/handovers';
import { JobStore, type JobStoreParts } from './job-store';
import { diskFileSystem } from './journal/file-system';
import type { KeeperContext } from './keeper-context';
import type { JobSummary } from './ledger/job-summary';
import type { FlowMessage } from './messages/flow-message';
import { SubmissionOutcomes } from './submissions/submission-outcomes';
import { Submissions } from './submissions/submissions';
import { jobList } from './waits/job-list';
import { JobWaits } from './waits/job-waits';

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

  /** For `soil-submit` nodes. */
  readonly submissions: Submissions;
  /** For `soil-submit` nodes, too: what became of requests that nobody waited for. */
  readonly outcomes: SubmissionOutcomes;
  /** For `soil-wait` nodes. */
  readonly waits: JobWaits;
  /** For `soil-download` and `soil-read` nodes. */
  readonly files: JobFiles;
  private holders = 0;
  private isLost = false;
  private hasWaits = false;
  private closing: Promise<void> | undefined;
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

  /** A `soil-wait` node is there: messages of new jobs may be on their way to it until it has them here. */
  expectWaits(): void {
    this.hasWaits = true;
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
