import type { Clock } from '../../time/clock';
import type { JobSummary } from '../ledger/job-summary';
import { listed, type Ledger } from '../ledger/ledger';
import type { ActiveWait } from '../polls/job-watch';
import { troubleWords } from '../polls/wait-errors';

/** The list shows the latest of the jobs that nobody waits for. */
const MOST_UNAWAITED = 200;

/**
 * What waits, the latest of what nobody waits for, and the latest of what has ended.
 *
 * @param onTheirWay jobs whose messages may come to a soil-wait node in a moment
 */
export function jobList(waiting: JobSummary[], onTheirWay: string[], { jobs, past }: Ledger, clock: Clock): JobSummary[] {
  // A job that nobody waits for any more is listed by how its wait ended.
  const told = new Set([...[...waiting, ...past.values()].map(({ job }) => job), ...onTheirWay]);
  const unawaited = [...jobs].filter(({ completed, job }) => !completed && !told.has(job)).slice(-MOST_UNAWAITED);
  const now = clock.now();
  const submitted = unawaited.map(({ job, name, node, at }): JobSummary => {
    const times = { acceptedAt: new Date(at).toISOString(), age: Math.max(0, now - at) / 1000, polls: 0 };
    return { wait: '', job, ...(name !== undefined && { name }), node, state: 'submitted', status: '', description: '', ...times };
  });
  return [...waiting, ...submitted, ...withoutTakenUp([...past.values()], waiting)];
}

/** Leaves out waits that ended without a result and whose jobs were awaited again later: the later wait has a line of its own. */
function withoutTakenUp(past: JobSummary[], waiting: JobSummary[]): JobSummary[] {
  const latest = new Map<string, string>();
  for (const { job, acceptedAt } of [...past, ...waiting]) if (acceptedAt > (latest.get(job) ?? '')) latest.set(job, acceptedAt);
  return past.filter(({ job, state, endedAt }) => state === 'completed' || endedAt === undefined || (latest.get(job) ?? '') <= endedAt);
}

/** @param isReachable whether a running node asks for the job */
export function waitSummary({ wait, watch, from }: ActiveWait, isReachable: boolean, clock: Clock): JobSummary {
  const planned = clock.now() + Math.max(0, watch.due - clock.monotonic());
  return {
    ...listed(wait),
    state: isReachable ? 'waiting' : 'paused',
    status: watch.status,
    description: watch.description,
    age: (clock.monotonic() - from) / 1000,
    polls: watch.polls,
    ...(isReachable && watch.place >= 0 && { nextPollAt: new Date(planned).toISOString() }),
    ...(watch.trouble && { error: { code: watch.trouble.first.code, message: troubleWords(watch.trouble) } }),
  };
}
