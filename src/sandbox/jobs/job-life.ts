import type { JobOperation, JobRecord } from './job-store';

/** Where a job stands. */
type JobState = 'created' | 'active' | 'completed' | 'failed';

/** Share of a job's time that it spends waiting before its work begins. */
const QUEUED_SHARE = 0.2;

/**
 * The words of each operation for the states. The specification shows only `Completed` (section 3); deployments use the words of
 * schema.org, too. Each operation uses a different set, so that no client gets used to one.
 */
const WORDS: Record<JobOperation, Record<JobState, string>> = {
  'soil-data-by-geometry/queries': { created: 'Created', active: 'Active', completed: 'Completed', failed: 'Failed' },
  'soil-data-by-area-queries': {
    created: 'PotentialActionStatus',
    active: 'ActiveActionStatus',
    completed: 'CompletedActionStatus',
    failed: 'FailedActionStatus',
  },
};

/** The state follows from the time alone, so it is the same after a restart. */
function stateAt(job: JobRecord, now: number): JobState {
  if (now >= job.completedAt) return job.failure === undefined ? 'completed' : 'failed';
  return now < job.createdAt + QUEUED_SHARE * (job.completedAt - job.createdAt) ? 'created' : 'active';
}

/** The job resource (specification, section 2.5). */
export function jobResource(
  job: JobRecord,
  now: number,
  addresses: { context: string; id: string; link: () => { url: string; expires: string } },
): Record<string, unknown> {
  const state = stateAt(job, now);
  const ended = state === 'completed' || state === 'failed';
  return {
    '@context': addresses.context,
    id: addresses.id,
    type: 'Action',
    actionStatus: WORDS[job.operation][state],
    description: describe(job, state, now),
    startTime: new Date(job.createdAt).toISOString(),
    endTime: ended ? new Date(job.completedAt).toISOString() : undefined,
    result: state === 'completed' ? { type: 'DataDownload', ...addresses.link() } : undefined,
  };
}

function describe(job: JobRecord, state: JobState, now: number): string {
  if (state === 'created') return 'The request is waiting for its turn. Synthetic data.';
  if (state === 'completed') return 'The file is ready for download. Synthetic data.';
  if (state === 'failed') return job.failure ?? '';
  const percent = Math.floor((100 * (now - job.createdAt)) / (job.completedAt - job.createdAt));
  return `Extracting data, ${percent} % done. Synthetic data.`;
}
