import { isSoilError, type SoilError } from '../../errors/soil-error';
import type { Job, JobAddress, JobStatus } from '../../service/job';
import { NotInSandbox, RefusalsInARow } from '../../service/passing-refusals';
import type { Wait } from '../ledger/ledger';
import type { PollBounds } from './plain-poll-plan';
import type { Scheduled } from './scheduler';
import { type FailingPolls, jobFailed, jobRefused, linkMissing, linkUnusable, unreadable } from './wait-errors';

/** A wait while its process lives. */
export interface ActiveWait {
  readonly wait: Wait;
  readonly watch: JobWatch;
  /** Monotonic time from which its elapsed time counts, ms. */
  readonly from: number;
  /** Whether an earlier life began to hand its message over. */
  readonly again: boolean;
  /** Its message is being handed over: nothing else may end it. */
  ending: boolean;
}

/** What a poll says about a job. `again`: it is to be read again. `trouble`: it could not be read. */
export type Finding =
  | { found: 'again'; job: Job }
  | { found: 'trouble'; error: SoilError }
  | { found: 'completed'; job: Job }
  | { found: 'failed'; error: SoilError; job: Job };

/** Polls in a row that it takes to believe that a completed job has no link. */
const PATIENCE_FOR_LINK = 3;
/** How long it may lack its link: a service may set the status first, and a word such as `ExtractionCompleted` may be that of a step. */
const MISSING_LINK_MS = 60_000;
/** Or this many of the longest pauses, if that is sooner: whoever polls a fast service cannot wait a minute for each job. */
const PAUSES_FOR_LINK = 5;
/** The service's word on a job's age counts if that is older by this much: answers take their time, and are dated in whole seconds. */
const OLDER_MS = 10_000;
/** Or younger by this much. Less may be time in a queue, if the service dates a job from when it began to work on it. */
const YOUNGER_MS = 24 * 3_600_000;

/** One job whose status is read, however many messages wait for it. */
export class JobWatch implements Scheduled {
  due = 0;
  place = -1;
  /** Begun with the first one in it: an empty list that grows takes room for seventeen. Changed by {@link add} and {@link remove}. */
  waits: ActiveWait[] = [];
  status = '';
  description = '';
  polls = 0;
  /** Failed polls in a row. */
  failures = 0;
  /** Polls in a row that found it completed and without a link. */
  linkless = 0;
  /** When the first of them came, monotonic ms. */
  private linklessFrom = 0;
  /** Whether a poll is under way or about to be. */
  polling = false;
  /** Milliseconds after the submission at which the job was last seen running. */
  lastRunning = 0;
  /** Where it is looked for next, once it was not found where its first wait says. */
  elsewhere: JobAddress | undefined;
  /** Monotonic time, ms, until which the service wants not to be asked again. */
  pausedUntil = 0;
  /** Why polls have failed since the last success. */
  trouble: FailingPolls | undefined;
  /** When the job began, ms: by the service's clock if its age is the service's, too. */
  began: number | undefined;
  private refusals: RefusalsInARow | undefined;
  private hasServiceAge = false;
  /** The bounds that suit every wait, if they are known. */
  private least: PollBounds | undefined;

  /**
   * @param of its first wait
   * @param submitted monotonic time of the submission, ms; of the acceptance if that of the submission is not known
   */
  constructor(
    readonly of: Wait,
    public submitted: number,
  ) {
    this.began = of.submittedAt;
  }

  /** As it was when the first wait was accepted, unless it is looked for elsewhere. */
  get address(): JobAddress {
    return this.elsewhere ?? { id: this.of.job, url: this.of.url, kind: this.of.kind };
  }

  add(active: ActiveWait): void {
    if (this.waits.length === 0) this.waits = [active];
    else this.waits.push(active);
    if (this.least) this.least = leastOf(this.least, active.wait);
  }

  /** Takes out a wait that is there. */
  remove(active: ActiveWait): void {
    this.waits.splice(this.waits.indexOf(active), 1);
    this.least = undefined;
  }

  get submittedAt(): number | undefined {
    return this.of.submittedAt;
  }

  read(address: JobAddress, polled: JobStatus, sinceSubmission: number): Finding {
    // Before the age of the job is corrected.
    const now = this.submitted + sinceSubmission;
    this.polls++;
    this.failures = 0;
    this.refusals = undefined;
    this.trouble = undefined;
    this.status = polled.status;
    this.description = polled.description;
    const { phase, answeredAt: _, retryAfter: __, unusableLink, ...fields } = polled;
    const job: Job = Object.assign(this.job(address), fields);
    if (phase === 'failed') return { found: 'failed', job, error: jobFailed(job) };
    const age = this.ageOf(polled, sinceSubmission);
    if (phase === 'running') this.lastRunning = age;
    if (phase !== 'completed') {
      this.linkless = 0;
      return { found: 'again', job };
    }
    if (job.result) return { found: 'completed', job };
    if (++this.linkless === 1) this.linklessFrom = now;
    const missingMs = now - this.linklessFrom;
    if (this.linkless < PATIENCE_FOR_LINK || missingMs < Math.min(MISSING_LINK_MS, PAUSES_FOR_LINK * this.bounds.maxPollMs)) return { found: 'again', job };
    const error = unusableLink === undefined ? linkMissing(job, this.linkless, missingMs) : linkUnusable(job, unusableLink);
    return { found: 'failed', job, error };
  }

  /**
   * How old the job is, ms. Another machine, or this one before its clock was set, may have dated the submission; the service's own times are
   * by one clock.
   */
  private ageOf({ startTime, answeredAt = NaN }: JobStatus, sinceSubmission: number): number {
    const started = Date.parse(startTime ?? '');
    const age = answeredAt - started;
    const excess = sinceSubmission - age;
    const isOtherClock = age >= 0 && (excess <= -OLDER_MS || excess >= YOUNGER_MS);
    if (this.hasServiceAge || this.submittedAt === undefined || !isOtherClock) return sinceSubmission;
    this.hasServiceAge = true;
    this.submitted += excess;
    this.began = started;
    this.lastRunning = Math.max(0, this.lastRunning - excess);
    return age;
  }

  /**
   * A poll failed. Only a job that the service does not know (a 4xx again and again) is given up: a service that is down, refuses the
   * credentials or answers rubbish may be right again later, and the job goes on meanwhile.
   */
  fail(address: JobAddress, error: unknown, sinceSubmission: number): Finding {
    this.failures++;
    const trouble = isSoilError(error) ? error : unreadable(address, error);
    this.trouble = { first: this.trouble?.first ?? trouble, latest: trouble };
    const { status } = trouble.cause;
    const isRefused = trouble.code === 'SOIL_REQUEST' && status !== undefined;
    // If nobody knows that the job was ever created, no refusal passes.
    const since = this.submittedAt === undefined ? -Infinity : sinceSubmission;
    this.refusals = isRefused ? (this.refusals ?? new RefusalsInARow(since)) : undefined;
    const isElsewhere = trouble instanceof NotInSandbox && this.submittedAt !== undefined;
    if (!this.refusals || (!this.refusals.add(status, sinceSubmission) && !isElsewhere)) return { found: 'trouble', error: trouble };
    return { found: 'failed', error: jobRefused(address, this.refusals.count, trouble), job: this.job(address) };
  }

  /** The job as it is known now. */
  job(address: JobAddress): Job {
    const { submittedAt, status, description, polls } = this;
    const dated = submittedAt !== undefined && { submittedAt: new Date(submittedAt).toISOString() };
    return { id: address.id, url: address.url, kind: address.kind, status, description, ...dated, polls };
  }

  /** The bounds that suit every wait. Kept, since thousands may wait for one job, and each that comes asks for them; a single wait has its own. */
  get bounds(): PollBounds {
    if (this.waits.length === 1) return this.waits[0]!.wait;
    return (this.least ??= this.waits.reduce<PollBounds>((least, { wait }) => leastOf(least, wait), { firstPollMs: Infinity, maxPollMs: Infinity }));
  }
}

function leastOf(one: PollBounds, other: PollBounds): PollBounds {
  return { firstPollMs: Math.min(one.firstPollMs, other.firstPollMs), maxPollMs: Math.min(one.maxPollMs, other.maxPollMs) };
}
