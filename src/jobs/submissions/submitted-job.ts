import type { Job, JobAddress } from '../../service/job';

/**
 * A job whose status has not been read yet.
 *
 * @param at when it was submitted, wall time in ms
 */
export function submittedJob({ id, url, kind }: JobAddress, at: number): Job {
  return { id, url, kind, status: 'submitted', description: '', submittedAt: new Date(at).toISOString(), polls: 0 };
}
