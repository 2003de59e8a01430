import type { SoilError } from '../../errors/soil-error';
import type { Job } from '../../service/job';
import type { Clock } from '../../time/clock';
import type { EndState, LedgerChange } from '../ledger/ledger-change';
import type { ActiveWait, JobWatch } from '../polls/job-watch';

/** How a wait comes out. */
export type WaitOutcome = { state: 'completed'; job: Job } | { state: Exclude<EndState, 'completed'>; job: Job; error: SoilError };

/** What the journal has of the end of a wait. */
export function endedChange({ wait, watch }: ActiveWait, outcome: WaitOutcome, clock: Clock): LedgerChange {
  const { status, description, polls } = watch;
  const tookMs = timeTaken(watch, outcome, clock.monotonic());
  return {
    change: 'ended',
    id: wait.id,
    at: clock.now(),
    state: outcome.state,
    status,
    description,
    polls,
    ...(tookMs !== undefined && { tookMs }),
    ...(outcome.state !== 'completed' && { error: { code: outcome.error.code, message: outcome.error.message } }),
  };
}

/**
 * How long the job took from its submission, ms: by the service's own times, as far as they agree with when we saw it run and saw it
 * done. Given only with the last of its waits, and not again with those that came when it had ended: a job asked for every few minutes would soon be
 * the whole record.
 */
function timeTaken(watch: JobWatch, outcome: WaitOutcome, now: number): number | undefined {
  if (outcome.state !== 'completed' || outcome.job.reused === 'finished') return undefined;
  if (watch.began === undefined || watch.waits.length > 1) return undefined;
  const seenDone = now - watch.submitted;
  const ended = Date.parse(outcome.job.endTime ?? '') - watch.began;
  const took = Number.isFinite(ended) ? ended : (watch.lastRunning + seenDone) / 2;
  return Math.round(Math.min(Math.max(took, watch.lastRunning), seenDone));
}
