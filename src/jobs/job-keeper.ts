import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { storageError } from '../errors/storage-error';
import type { Job } from '../service/job';
import { systemClock, type Clock } from '../time/clock';
import { DirectoryLock } from './directory-lock';
import { diskFileSystem, type FileSystem } from './file-system';
import { HandedOver } from './handed-over';
import { HeldMessage } from './held-message';
import { JobDownloads, type DownloadWork } from './job-downloads';
import type { JobService } from './job-service';
import type { JobSummary } from './job-summary';
import { JobWaits } from './job-waits';
import { Journal } from './journal';
import { Ledger, type Download } from './ledger';
import type { LedgerChange } from './ledger-change';
import { machineProcesses, type ProcessTable } from './process-mark';
import { Submissions, type OpenSubmission, type SubmissionListener, type SubmitRequest } from './submissions';
import type { WaitingMessage, WaitListener } from './wait-listener';
import type { WaitRequest } from './wait-request';

export type { DownloadOrigin, DownloadWork } from './job-downloads';
export type { JobService } from './job-service';
export type { JobState, JobSummary } from './job-summary';
export type { OpenSubmission, SubmissionListener, SubmitRequest } from './submissions';
export type { WaitingMessage, WaitListener, WaitProgress } from './wait-listener';
export type { WaitRequest } from './wait-request';

/** What comes in from outside: given by tests, the machine's own otherwise. */
export interface JobKeeperParts {
  clock: Clock;
  /** Between 0 and 1. */
  random: () => number;
  log: (line: string) => void;
  fileSystem: FileSystem;
  processes: ProcessTable;
}

const JOURNAL_NAME = 'jobs.journal';
/** Node-RED waits 15 s for a node to close: requests that are under way have this much of it to come back. */
const LANDING_MS = 10_000;
/** The list shows the latest of the jobs that nobody waits for. */
const MOST_UNAWAITED = 200;

/** What is not on the disk, and outlives a redeploy that closes every node. */
interface LeftBehind {
  /** Messages of entries of the journal, with the parts that are not on the disk. */
  messages: ReadonlyMap<string, WaitingMessage>;
  /** Downloads that are not in the journal. */
  downloads: Map<string, Download>;
}

/**
 * Keeps the jobs of one directory: submits them, reads their status, and hands over the messages that wait for them, or for their files.
 * What it has accepted is on the disk: it goes on after a redeploy, a restart or a crash. A message is handed over once; only where a crash
 * falls between handing it over and noting that, it is handed over again with `job.redelivered`.
 */
export class JobKeeper {
  private static readonly keepers = new Map<string, Promise<JobKeeper>>();
  /** By directory. */
  private static readonly leftBehind = new Map<string, LeftBehind>();
  private static readonly closings = new Map<string, Promise<void>>();

  private holders = 0;
  private closing: Promise<void> | undefined;
  private readonly watchers = new Set<() => void>();
  private readonly submissions: Submissions;
  private readonly waits: JobWaits;
  private readonly downloads: JobDownloads;
  private readonly handedOver: HandedOver;

  private constructor(
    private readonly directory: string,
    private readonly parts: JobKeeperParts,
    private readonly lock: DirectoryLock,
    private readonly ledger: Ledger,
    private readonly journal: Journal<LedgerChange>,
    left: LeftBehind | undefined,
  ) {
    const newId = (): string => randomBytes(9).toString('base64url');
    const roomParts = { ...parts, newId, changed: () => this.watchers.forEach((watcher) => watcher()) };
    this.submissions = new Submissions(ledger, journal, roomParts);
    this.handedOver = new HandedOver(parts.clock);
    const { handedOver } = this;
    this.waits = new JobWaits(ledger, journal, { ...roomParts, handedOver: () => (this.downloads.isAttached ? handedOver : undefined) });
    this.downloads = new JobDownloads(ledger, journal, { ...roomParts, handedOver }, left?.downloads ?? new Map<string, Download>());
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
      throw storageError(error, 'make the job directory', directory);
    }
    const machine = { clock: systemClock, random: Math.random, log: () => undefined, processes: machineProcesses };
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
    await JobKeeper.closings.get(directory);
    const lock = await DirectoryLock.take(directory, parts);
    try {
      const ledger = new Ledger();
      const journal = await Journal.open(path.join(directory, JOURNAL_NAME), ledger, parts);
      const left = JobKeeper.leftBehind.get(directory);
      JobKeeper.leftBehind.delete(directory);
      for (const entry of entriesOf(ledger)) {
        const message = left?.messages.get(entry.id);
        if (message) entry.held = HeldMessage.live(message, true);
      }
      return new JobKeeper(directory, parts, lock, ledger, journal, left);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /**
   * Gives the keeper back. With the last holder it closes: waits stay on the disk, and a request that is under way has some seconds to come
   * back. One that takes longer keeps the directory locked until its outcome is on the disk.
   */
  async release(): Promise<void> {
    if (--this.holders > 0) return;
    const closed = this.submissions.landed().then(() => this.closeIfUnused());
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

  /**
   * A `soil-submit` node came up: `listener` has the outcomes of its submissions that nobody waited for. The returned function detaches it.
   */
  attachSubmissions(node: string, listener: SubmissionListener): () => void {
    return this.submissions.attach(node, listener);
  }

  /** Submissions of a node that were sent, or may have been, before the process ended, whose fate is unknown and not reported yet. */
  unknownSubmissions(node: string): OpenSubmission[] {
    return this.submissions.unknown(node);
  }

  /** Jobs of a node that were created while nobody waited for them: their messages have not gone on yet. */
  unsentJobs(node: string): (OpenSubmission & { job: Job })[] {
    return this.submissions.unsent(node);
  }

  /** Says that an open submission, by its `id`, was brought to the flow's notice, so that it is not brought again. */
  async reported(submission: string): Promise<void> {
    await this.submissions.reported(submission);
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

  /** Whether messages wait in a node. */
  hasWaits(node: string): boolean {
    return this.waits.count(node) > 0;
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
    return this.waits.readNow(jobId);
  }

  /**
   * A `soil-download` node came up: `takeUp` has the messages whose downloads were broken off, each to be given to {@link download} again.
   * The returned function detaches it; the messages stay.
   */
  attachDownloads(node: string, takeUp: (message: WaitingMessage) => void): () => void {
    return this.downloads.attach(node, takeUp);
  }

  /**
   * Downloads a message's file and hands the message over, with the message in the journal meanwhile.
   *
   * @throws what the work throws; the reason of its signal: then the message is kept for the node's next life
   */
  async download<File>(work: DownloadWork<File>): Promise<void> {
    await this.downloads.carryOut(work);
  }

  /**
   * Takes a job out of the list and out of reuse; an `unknown` one, which has no identifier, goes by that of its submission
   * ({@link JobSummary.wait}). Gives whether there was one; a job that is awaited stays.
   */
  async forget(jobId: string): Promise<boolean> {
    const hasEnded = [...this.ledger.past.values()].some(({ job, wait }) => (job || wait) === jobId);
    if (this.waits.waitsFor(jobId) || !(hasEnded || this.ledger.jobs.has(jobId))) return false;
    await this.journal.note({ change: 'forgotten', job: jobId });
    for (const watcher of this.watchers) watcher();
    return true;
  }

  /** What waits, the latest of what nobody waits for, and the latest of what has ended. */
  list(): JobSummary[] {
    const waiting = this.waits.summaries();
    const awaited = new Set(waiting.map(({ job }) => job));
    const unawaited = [...this.ledger.jobs].filter(({ completed, job }) => !completed && !awaited.has(job)).slice(-MOST_UNAWAITED);
    const now = this.parts.clock.now();
    const submitted = unawaited.map(({ job, kind, node, at }): JobSummary => {
      const submittedAt = new Date(at).toISOString();
      const age = Math.max(0, now - at) / 1000;
      const times = { submittedAt, acceptedAt: submittedAt, age, polls: 0 };
      return { wait: '', job, kind, node, state: 'submitted', status: '', description: '', ...times };
    });
    return [...waiting, ...submitted, ...this.ledger.past.values()];
  }

  /** Calls back after every change of the list. The returned function ends that. */
  onChange(callback: () => void): () => void {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  }

  /** Drops what belongs to nodes that are no longer there. Gives a line for the log for each. */
  async retain(exists: (node: string) => boolean): Promise<string[]> {
    return [...(await this.waits.retain(exists)), ...(await this.submissions.retain(exists)), ...(await this.downloads.retain(exists))];
  }

  private async closeIfUnused(): Promise<void> {
    if (this.holders > 0 || this.closing) return this.closing;
    this.closing = this.close().finally(() => JobKeeper.closings.delete(this.directory));
    JobKeeper.keepers.delete(this.directory);
    JobKeeper.closings.set(this.directory, this.closing);
    return this.closing;
  }

  private async close(): Promise<void> {
    this.waits.close();
    this.handedOver.close();
    this.submissions.close();
    await this.journal.close();
    const partly = entriesOf(this.ledger).filter(({ held }) => held.partlyStored);
    const downloads = this.downloads.unstored;
    if (partly.length > 0 || downloads.size > 0) {
      JobKeeper.leftBehind.set(this.directory, { messages: new Map(partly.map(({ id, held }) => [id, held.message])), downloads });
    }
    await this.lock.release();
  }
}

function entriesOf({ waits, submissions, downloads }: Ledger): { id: string; held: HeldMessage }[] {
  return [...waits.values(), ...submissions.values(), ...downloads.values()];
}
