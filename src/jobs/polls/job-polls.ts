import { isSoilError, SoilError } from '../../errors/soil-error';
import { getOrInsert } from '../../maps/get-or-insert';
import { jobCollection } from '../../service/endpoints';
import type { JobAddress } from '../../service/job';
import type { Clock } from '../../time/clock';
import { Semaphore } from '../../time/semaphore';
import type { Delay } from '../../transport/http-exchange';
import { LONGEST_PAUSE_SECONDS } from '../../transport/retry-after';
import { sortOf } from '../ledger/past-durations';
import type { JobService } from './job-service';
import type { Finding, JobWatch } from './job-watch';
import type { LearnedPollPlan } from './learned-poll-plan';
import { gapAfterFailure, plainGap } from './plain-poll-plan';
import { Scheduler } from './scheduler';

/** After a restart or a redeploy, the polls that are due are spread over this time. */
const SPREAD_MS = 1_500;
/** A poll gets at least this long, even past the end of a wait; one that hangs for longer does not hold up that end. */
const LAST_POLL_MS = 10_000;

/** Polls of one service that are under way at once: more would only queue in its rate gate, and take memory there. */
const ABREAST = 64;

/** What {@link JobPolls} asks of whoever has the waits, and whom it tells. */
export interface JobPollsParts {
  clock: Clock;
  random: () => number;
  learned: LearnedPollPlan;
  /** The service to ask; nothing if no running node asks for the job. */
  serviceFor: (watch: JobWatch) => JobService | undefined;
  /** When the first of the waits is over that somebody could be told of, monotonic ms. */
  deadline: (watch: JobWatch) => number;
  /** Told each time that a poll waits on the service. Waiting behind other polls here does not count. */
  delayed: (watch: JobWatch, delay: Delay) => void;
  /** Acts on what a poll says, and plans the next one if there is to be one. */
  follow: (watch: JobWatch, address: JobAddress, finding: Finding) => Promise<void>;
  /** Told of what was thrown after a poll. By design nothing throws there, but Node-RED must not end if it happens. */
  failed: (watch: JobWatch, error: unknown) => void;
}

/** Reads the status of jobs when it is due, with one poll at a time for each job. */
export class JobPolls {
  private readonly scheduler: Scheduler<JobWatch>;
  /** By service: there are a few in the life of a keeper. */
  private readonly abreast = new Map<string, Semaphore>();
  private readonly underWay = new Set<AbortController>();
  private closed = false;

  constructor(private readonly parts: JobPollsParts) {
    this.scheduler = new Scheduler(parts.clock, (watch) => this.fallDue(watch));
  }

  /** Reads a job's status after a gap, or sooner if it was planned sooner; no later than the end of the first wait that somebody could be told of. */
  planAfter(watch: JobWatch, gapMs: number): void {
    if (this.closed || watch.polling) return;
    const now = this.parts.clock.monotonic();
    const due = Math.min(Math.max(now + gapMs, watch.pausedUntil), Math.max(this.parts.deadline(watch), now));
    if (watch.place < 0 || due < watch.due) this.scheduler.schedule(watch, due);
  }

  /**
   * Plans for a wait that has come to a job. A poll already planned for the others stays as it is if it is soon enough: thousands may come to one job,
   * and {@link planAfter} looks at all that wait for it.
   *
   * @param until when the time of the wait is over, monotonic ms
   */
  join(watch: JobWatch, gapMs: number, until: number): void {
    const now = this.parts.clock.monotonic();
    const isSoonEnough = watch.place >= 0 && watch.due <= Math.min(Math.max(now + gapMs, watch.pausedUntil), Math.max(until, now));
    if (!isSoonEnough) this.planAfter(watch, gapMs);
  }

  /** Goes on with a job that nobody could ask for: at its planned time or, if that has passed, soon. */
  resume(watch: JobWatch): void {
    const { clock, random } = this.parts;
    const leftMs = watch.due - clock.monotonic();
    this.planAfter(watch, watch.place >= 0 || leftMs > 0 ? leftMs : SPREAD_MS * random());
  }

  /** Plans the poll after one that was made. Gives the seconds until then. */
  planNext(watch: JobWatch, trouble: SoilError | undefined): number {
    this.planAfter(watch, trouble ? this.gapAfter(watch, trouble) : this.gap(watch));
    return (watch.due - this.parts.clock.monotonic()) / 1000;
  }

  drop(watch: JobWatch): void {
    this.scheduler.remove(watch);
  }

  close(): void {
    this.closed = true;
    this.scheduler.clear();
    for (const poll of this.underWay) poll.abort(new SoilError('SOIL_CANCELLED', 'Node-RED is stopping.'));
  }

  /** The gap before the next poll of a job that is running, ms. */
  gap(watch: JobWatch): number {
    const { random, clock, learned } = this.parts;
    const { bounds, polls, linkless } = watch;
    const wait = watch.waits[0]?.wait;
    if (linkless > 0) return plainGap(bounds, linkless, random);
    const isDated = watch.submittedAt !== undefined;
    const learnedGap = (elapsedMs: number): number | undefined => (wait && isDated ? learned.gap(sortOf(wait), elapsedMs, random) : undefined);
    const elapsed = clock.monotonic() - watch.submitted;
    // A job that comes here late, such as one that waited for a worker, would have had its first poll by now.
    if (polls === 0 && isDated && elapsed >= Math.max(bounds.firstPollMs, learnedGap(0) ?? 0)) return 0;
    const plan = learnedGap(elapsed);
    if (plan === undefined) return plainGap(bounds, polls, random);
    const gap = Math.min(bounds.maxPollMs, plan);
    return polls === 0 ? Math.max(bounds.firstPollMs, gap) : gap;
  }

  private gapAfter(watch: JobWatch, error: SoilError): number {
    // Only a person can put credentials right.
    const failures = error.code === 'SOIL_AUTH' ? Infinity : watch.failures;
    return gapAfterFailure(watch.bounds, failures, wantedPauseMs(error.cause.retryAfter), this.parts.random);
  }

  private fallDue(watch: JobWatch): void {
    const service = this.parts.serviceFor(watch);
    if (!service) return;
    watch.polling = true;
    const semaphore = getOrInsert(this.abreast, service.identity, () => new Semaphore(ABREAST));
    void semaphore.hold({ flow: watch.of.node }, () => this.poll(watch).catch((error: unknown) => this.parts.failed(watch, error)));
  }

  private async poll(watch: JobWatch): Promise<void> {
    const service = this.closed ? undefined : this.parts.serviceFor(watch);
    if (!service) {
      watch.polling = false;
      return;
    }
    const { address, finding } = await this.ask(watch, service);
    watch.polling = false;
    const current = this.closed ? undefined : this.parts.serviceFor(watch);
    if (!current) return;
    // A service that was closed for a redeploy fails its polls: that says nothing about the job.
    if (current !== service && finding.found === 'trouble') this.planAfter(watch, SPREAD_MS * this.parts.random());
    else await this.parts.follow(watch, address, finding);
  }

  private async ask(watch: JobWatch, service: JobService): Promise<{ address: JobAddress; finding: Finding }> {
    const { clock, deadline } = this.parts;
    const sinceSubmission = (): number => clock.monotonic() - watch.submitted;
    const controller = new AbortController();
    this.underWay.add(controller);
    const callOff = clock.after(Math.max(deadline(watch) - clock.monotonic(), LAST_POLL_MS), () =>
      controller.abort(new SoilError('SOIL_UNAVAILABLE', `No answer about job ${watch.address.id} in time.`)),
    );
    let { address } = watch;
    try {
      address = service.jobAddress(address.url, address.kind);
      const polled = await service.pollJob(address, {
        signal: controller.signal,
        flow: watch.waits[0]?.wait.node ?? watch.of.node,
        onDelay: (delay) => delay.reason !== 'queue' && this.parts.delayed(watch, delay),
      });
      watch.pausedUntil = clock.monotonic() + wantedPauseMs(polled.retryAfter);
      return { address, finding: watch.read(address, polled, sinceSubmission()) };
    } catch (error) {
      // An identifier alone does not tell which of the two operations made the job (4.6 or 4.8): the next poll asks the other one.
      const isNotFound = isSoilError(error) && error.cause.status === 404;
      if (isNotFound && watch.submittedAt === undefined) watch.elsewhere = atOtherOperation(address, service);
      return { address, finding: watch.fail(address, error, sinceSubmission()) };
    } finally {
      callOff();
      this.underWay.delete(controller);
    }
  }
}

function wantedPauseMs(seconds = 0): number {
  return Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000;
}

/** By its path, because some identifiers read like an address of their own (`job:9`). */
function atOtherOperation({ id, kind }: JobAddress, service: JobService): JobAddress {
  const other = kind === 'area' ? 'geometry' : 'area';
  return service.jobAddress(`${jobCollection({ baseUrl: '' }, other)}/${id}`, other);
}
