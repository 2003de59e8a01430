import { isOpen, type JobSummary } from '../../src/jobs/ledger/job-summary';
import type { JobsAnswer } from './admin-answers';

/** The sidebar asks every two seconds: ten thousand jobs would be megabytes each time. Of jobs that do not wait, the list has only a few. */
const MOST_WAITING = 500;

/** What the sidebar gets of the jobs of this Node-RED: of those that wait, only the latest, and how many more there are. */
export function jobsAnswer(all: JobSummary[]): JobsAnswer {
  const waiting = all.filter(isOpen).sort((one, other) => Number(one.acceptedAt < other.acceptedAt) - Number(one.acceptedAt > other.acceptedAt));
  const jobs = [...waiting.splice(0, MOST_WAITING), ...all.filter((job) => !isOpen(job))];
  return { now: new Date().toISOString(), jobs, more: waiting.length };
}
