import type { JobSummary } from '../../../src/jobs/ledger/job-summary';

/** Somebody waits for the job, or has paused that. */
export function isOpen(job: JobSummary): boolean {
  return job.state === 'waiting' || job.state === 'paused';
}
