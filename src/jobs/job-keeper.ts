import { storageError } from '../errors/storage-error';
import { getOrInsert } from '../maps/get-or-insert';
import { machineProcesses } from '../processes/process-mark';
import { systemClock } from '../time/clock';
import { DELIVERY_MS, DeliveryTracker, SETTLING_MS, type Sender } from './delivery/delivery-tracker';
import { FlowGate } from './delivery/flow-gate';
import { UNKNOWN_WORK } from './delivery/flow-work';
import { JobFiles } from './files/job-files';
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
type JobKeeperParts = JobStoreParts & Pick<KeeperContext, 'random' | 'flowGate' | 'work'>;

/** Node-RED waits 15 s for a node to close: requests under way get this much of it to come back. */
const LANDING_MS = 10_000;

/**
 * Keeps the jobs of one directory: submits them, reads their status, and hands over the messages that wait for them, or for their files.
 * What it has accepted is on the disk: it goes on after a redeploy, a restart or a crash. A message is handed over once; only if a crash, or a
 * stop of all flows, comes right after that is it handed over again, with `job.redelivered`.
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
  private closing: Promise<void> | undefined;
  /** Messages of completed jobs, from soil-wait to soil-download. */
  private readonly toDownload: DeliveryTracker;
  /** Messages on their way to nodes that keep nothing. */
  private readonly toOthers: DeliveryTracker;
  private readonly endRestarts: () => void;

  private constructor(
    private readonly directory: string,
    private readonly parts: JobKeeperParts,
    private readonly store: JobStore,
  ) {
    const { ledger, journal, unstored } = store;
    this.toDownload = new DeliveryTracker(parts.clock, DELIVERY_MS, parts.flowGate, parts.work);
    this.toOthers = new DeliveryTracker(parts.clock, SETTLING_MS, parts.flowGate, parts.work);
    const arrived = (job: string, { _msgid: messageId }: FlowMessage, before?: Sender): void => {
      const acknowledge = (by?: Sender): boolean => [this.toDownload, this.toOthers].some((tracker) => tracker.acknowledge({ job, messageId }, by));
      // A flow with two lines may have another one like it on its way, from another kind of node: only if none has left the usual kind, any counts.
      if (before === undefined || !acknowledge(before)) acknowledge();
    };
    const context: KeeperContext = { ...parts, ledger, journal, unstored, toOthers: this.toOthers, arrived };
    this.outcomes = new SubmissionOutcomes(context);
    this.submissions = new Submissions({ ...context, outcomes: this.outcomes });
    this.waits = new JobWaits({
      ...context,
      toDownload: () => (this.files.hasDownloaders ? this.toDownload : undefined),
      submissionOf: (...message) => this.outcomes.arriveAtWait(...message),
    });
    this.files = new JobFiles(context);
    this.endRestarts = parts.work.onRestart(() => this.restart());
    void store.lost.then(({ message }) => this.giveWay(message));
  }

  /**
   * The keeper of a directory: one for each directory and process, however often it is acquired. Every call needs its own {@link release};
   * the parts of the first one count.
   *
   * @throws SoilError `SOIL_STORAGE` if the directory cannot be used, or another process uses it
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
    const machine = { clock: systemClock, random: Math.random, log: () => undefined, processes: machineProcesses, flowGate: new FlowGate(), work: UNKNOWN_WORK };
    const all: JobKeeperParts = { ...machine, ...parts, fileSystem };
    const opening = getOrInsert(JobKeeper.keepers, real, async () => new JobKeeper(real, all, await JobStore.open(real, all)));
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

  /**
   * Gives the keeper back. With the last holder it closes: waits stay on the disk, and a request under way gets some seconds to come back. One
   * that takes longer keeps the directory locked until its outcome is on the disk.
   *
   * @param node the node that gives it back: its own requests get as long even if others go on, since what they are sent with ends now
   */
  async release(node?: string): Promise<void> {
    const isLast = --this.holders === 0;
    if (!isLast && node === undefined) return;
    // Only the last one closes it: when the requests of another node have come back, those of the others may still be under way.
    const ended = isLast ? this.submissions.landed().then(() => this.closeIfUnused()) : this.submissions.landed(node);
    let callOff: (() => void) | undefined;
    const patience = new Promise<void>((resolve) => (callOff = this.parts.clock.after(LANDING_MS, resolve)));
    await Promise.race([ended, patience]);
    callOff?.();
  }

  /**
   * Takes a job out of the list and out of reuse; an `unknown` one, which has no identifier, is named by that of its submission
   * ({@link JobSummary.wait}). Gives whether there was one; a job that is awaited stays.
   */
  async forget(jobId: string): Promise<boolean> {
    const { past, jobs } = this.store.ledger;
    const hasEnded = [...past.values()].some(({ job, wait }) => (job || wait) === jobId);
    if (this.waits.waitsFor(jobId) || !(hasEnded || jobs.has(jobId))) return false;
    const { journal } = this.store;
    // What is written about a message when it has arrived lists its job again, at the next start.
    const forgetAgain = (): void => void journal.noteAnyway({ change: 'forgotten', job: jobId });
    for (const tracker of [this.toDownload, this.toOthers]) tracker.whenArrived(jobId, forgetAgain);
    await journal.note({ change: 'forgotten', job: jobId });
    return true;
  }

  /** Whether a message waits for the job, or one of the latest to come out did so with the job completed. */
  hasTakenIn(jobId: string): boolean {
    return this.waits.waitsFor(jobId) || [...this.store.ledger.past.values()].some(({ job, state }) => job === jobId && state === 'completed');
  }

  /** What waits, the latest of what nobody waits for, and the latest of what has ended. */
  list(): JobSummary[] {
    return jobList(this.waits.summaries(), this.outcomes.jobsOnTheirWay(), this.store.ledger, this.parts.clock);
  }

  /**
   * How many messages are kept for nodes that are there: those of requests yet to be answered, those that wait for jobs, and those of files yet to be
   * downloaded or read.
   */
  kept(exists: (node: string) => boolean): { requests: number; jobs: number; files: number } {
    const count = (those: ReadonlyMap<string, { node: string }>): number => [...those.values()].filter(({ node }) => exists(node)).length;
    const { submissions, waits, files } = this.store.ledger;
    return { requests: count(submissions), jobs: count(waits), files: count(files) };
  }

  /** Drops what belongs to nodes that are no longer there. Gives a line for the log for each. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    return [...(await this.waits.retain(exists)), ...(await this.outcomes.retain(exists)), ...(await this.files.retain(exists))];
  }

  /** The directory belongs to another process now, which polls and hands over. Whoever opens it here from now on is told so. */
  private giveWay(why: string): void {
    if (this.closing) return;
    this.parts.log(why);
    this.isLost = true;
    this.endRestarts();
    JobKeeper.keepers.delete(this.directory);
    this.waits.close();
  }

  /**
   * If something else holds it, such as a slow request or the sidebar, it stays open through a stop of all flows: then no next life finds in the journal
   * what was stopped.
   */
  private restart(): void {
    for (const tracker of [this.toDownload, this.toOthers]) tracker.restart();
    this.outcomes.restart();
  }

  private async closeIfUnused(): Promise<void> {
    if (this.holders > 0) return;
    this.closing ??= this.close();
    await this.closing;
  }

  private close(): Promise<void> {
    if (!this.isLost) JobKeeper.keepers.delete(this.directory);
    this.endRestarts();
    this.waits.close();
    this.toDownload.acknowledgeAll();
    this.toOthers.acknowledgeAll();
    this.files.close();
    this.outcomes.close();
    return this.store.close();
  }
}
